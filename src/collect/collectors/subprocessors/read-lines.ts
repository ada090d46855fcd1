// Vendors outside tables: lists, definition lists, headings, cards, and sentences that list them.

import { trim, trimEnd } from '../../../platform/text/trim.ts'
import type { Block, Line } from './page-blocks.ts'
import { dateIn } from './page-dates.ts'
import {
  columnOf,
  isAdded,
  isGone,
  isOptionalNote,
  isPlanned,
  isRemoval,
  type SectionKind,
  saysProviders,
  saysSubprocessors,
} from './section-words.ts'
import type { Found, Sections } from './sections.ts'
import { readVendor, toolNamed, type Vendor } from './vendor-names.ts'

const MAX_EVIDENCE = 200
const MAX_PURPOSE = 300
const MAX_CARD_WORDS = 8
/** A longer paragraph that begins with a name is prose about it. */
const MAX_PROSE_WORDS = 30
/** Words of buttons and places that are names of tools too. */
const NO_CARD = new Set(
  'close join remote mode make zip plain front box copper kit clay split render height loops square linear evidence monday'.split(
    ' ',
  ),
)

/** A heading or the title of a card. */
export function readTitle(text: string, next: Block | undefined, kind: SectionKind | undefined): Found[] {
  if (!counts(kind)) return []
  const purpose = next?.kind === 'line' ? next.text : ''
  const vendor = readVendor(text, purpose)
  return vendor && vendor.tools.length > 0 ? foundAs(vendor, text, purpose, kind) : []
}

export interface Neighbours {
  readonly previous: Block | undefined
  readonly next: Block | undefined
}

export function readLine(shown: Line, { previous, next }: Neighbours, sections: Sections): Found[] {
  const numbered = labelledName(shown, previous) ?? shown
  const line = { ...numbered, text: numbered.text.replace(NUMBER, ''), strong: numbered.strong.replace(NUMBER, '') }
  if (sections.introduce(line)) return []
  const { kind } = sections
  const listed = counts(kind) || kind === undefined ? sentenceList(line, kind) : []
  if (listed.length > 0) return listed
  if (!counts(kind)) return []
  if (kind === 'changes') return readChange(line.text)
  const found = line.tag === 'dd' ? [] : leadingName(line, next, kind)
  return found
}

/** "Name: Stripe, Inc.", or the same as a term and its description. */
function labelledName(line: Line, previous: Block | undefined): Line | undefined {
  const isName = (label: string) => ['name', 'subprocessor'].includes(columnOf(label) ?? '')
  if (line.tag === 'dd') {
    const isTerm = previous?.kind === 'line' && previous.tag === 'dt' && isName(previous.text)
    return isTerm ? { ...line, tag: 'li' } : undefined
  }
  const at = line.text.indexOf(': ')
  if (at < 2 || at > MAX_LABEL || !isName(line.text.slice(0, at))) return undefined
  const text = line.text.slice(at + 2)
  return toolNamed(text) === undefined ? undefined : { ...line, text, strong: '' }
}

const MAX_LABEL = 40
const NUMBER = /^(?:\d{1,3}[.)]|[-–—•·▪◦]) /u

const counts = (kind: SectionKind | undefined): kind is SectionKind =>
  kind === 'listed' || kind === 'optional' || kind === 'removed' || kind === 'changes'

function leadingName(line: Line, next: Block | undefined, kind: SectionKind): Found[] {
  const { text, tag, strong } = line
  const following = next?.kind === 'line' && (tag === 'dt' || tag === 'text' || tag === 'summary') ? next.text : ''
  const isCard = tag === 'text' || tag === 'summary'
  const isShort = text.split(' ').length <= MAX_CARD_WORDS
  if (strong !== '' && strong !== text) {
    const vendor = readVendor(trimEnd(strong, ' :–—-'), `${text.slice(strong.length)} ${following}`)
    if (vendor && vendor.tools.length > 0) return foundAs(vendor, text, afterName(text, strong), kind)
  }
  if (isShort && !(isCard && NO_CARD.has(text.toLowerCase()))) {
    const vendor = readVendor(text, following)
    const isExact = vendor?.tools.length !== 0 && (toolNamed(text) !== undefined || /\(|d\/?b\/?a/i.test(text))
    if (vendor && isExact && vendor.tools.length > 0)
      return foundAs(vendor, following ? `${text} – ${following}` : text, following, kind)
  }
  const items = splitList(text)
  if (items.length > 1 && items.every((item) => toolNamed(item) !== undefined)) {
    const vendor = readVendor(text)
    return vendor ? foundAs(vendor, text, '', kind) : []
  }
  const name = nameBefore(text, isCard)
  if (name === undefined) return []
  const vendor = readVendor(name, text.slice(name.length))
  if (!vendor || vendor.tools.length === 0) return []
  if (isCard && NO_CARD.has(name.toLowerCase())) return []
  return foundAs(vendor, text, afterName(text, name), kind)
}

const SEPARATOR = /\s[–—-]+\s|\s?[:;|·•→]\s|[–—]\s?|,\s|\s(?=\()|\.\s/gu
const VERB =
  /\s(?=(?:for|to|is|are|provides?|processes|hosts?|used|as|which|who|we use|für|zur|zum|wird|pour|fournit|para|per|voor|för|do|dla|sends?|stores?|handles?|powers?|helps?|our|in)\s)/iu

/** The longest beginning of a line that is a known name: "Amazon Web Services, Inc. (AWS) – hosting". */
function nameBefore(text: string, isProse: boolean): string | undefined {
  const start = text.slice(0, 160)
  const ends = [...start.matchAll(SEPARATOR)].map(({ index }) => index).slice(0, 6)
  const closing = [...start.matchAll(/\)/g)].map(({ index }) => index + 1).slice(0, 2)
  const isLong = isProse && text.split(' ').length > MAX_PROSE_WORDS
  const verb = isProse && /\s(?:is|are|wird|in)\s/.test(start.slice(0, 60)) ? undefined : VERB.exec(start)?.index
  if (isLong) return undefined
  const candidates = [...ends, ...closing, ...(verb === undefined ? [] : [verb])]
    .filter((end) => end > 1)
    .sort((a, b) => a - b)
  let best: string | undefined
  for (const end of candidates) {
    const name = start.slice(0, end)
    if (name.split(' ').length > 10) break
    if (isName(name)) best = name
    else if (
      best !== undefined &&
      name.lastIndexOf('(') <= name.lastIndexOf(')') &&
      !/^,?\s*[\w.]{1,8}\.?$/.test(name.slice(best.length))
    )
      break
  }
  return best
}

function isName(text: string): boolean {
  const vendor = readVendor(text)
  if (!vendor || vendor.tools.length === 0) return false
  const plain = text.replace(/\([^()]{0,120}\)/g, '').trim()
  return (
    toolNamed(plain) !== undefined || /\bd\/?b\/?a\b/i.test(text) || (/\(/.test(text) && plain.split(' ').length <= 5)
  )
}

const afterName = (text: string, name: string) => text.slice(name.length).replace(/^[\s:;,|–—·•-]+/u, '')

/** "We use these sub-processors: AWS (hosting), Stripe (payments) and Sentry." */
function sentenceList({ text, tag }: Line, kind: SectionKind | undefined): Found[] {
  const at = text.indexOf(':')
  const colon =
    at > 0
      ? at
      : (/\b(?:such as|including|include|namely|wie|darunter|tels que|como|come|zoals)\s/i.exec(text)?.index ?? -1)
  if (colon < 0 || tag === 'dt') return []
  const intro = text.slice(0, colon)
  if (!saysSubprocessors(intro) && !(saysProviders(intro) && kind !== undefined)) return []
  if (/\bnot\b|\bnever\b|\be\.?g\b|\bexample\b/i.test(intro) || isGone(intro)) return []
  const items = splitList(text.slice(colon + 1).replace(/^\s*(?:such as|including|include)\s/i, ''))
  const found = items.flatMap((item) => {
    const vendor = readVendor(item)
    const plain = item.replace(/ ?\([^)]{0,200}\)$/u, '')
    const tool = vendor && vendor.tools.length > 0 && toolNamed(plain)
    const purpose = /\(([^()]{0,200})\)/.exec(item)?.[1] ?? ''
    if (!tool) return []
    const named = readVendor(item, purpose)
    return foundAs(named ?? vendor, text, purpose, kind ?? 'listed')
  })
  return found.length * 2 >= items.length ? found : []
}

/** Commas inside brackets don't separate. */
function splitList(text: string): readonly string[] {
  const outside = text.replace(/\([^()]{0,200}\)/g, (inner) =>
    inner.replaceAll(',', '\u0001').replace(/\band\b/g, '\u0002'),
  )
  return outside
    .split(/[,;•] (?:(?:and|und|et|y|e|en|och|i) )?| (?:and|und|et|y|e|en|och|i) (?=\p{Lu})/u)
    .map((item) => trim(item.replaceAll('\u0001', ',').replaceAll('\u0002', 'and'), '. '))
    .filter((item) => item !== '' && !/^(?:inc|llc|ltd|gmbh|limited|corp)\.?$/i.test(item))
}

/** "3 May 2026: removed Mailchimp, added Brevo." */
export function readChange(text: string): Found[] {
  const date = dateIn(text)
  const parts = text.split(/[.;] |, (?=(?:added|removed|replaced))| and (?=(?:added|removed))/i)
  return parts.flatMap((part) => {
    const replaced = /\breplaced (.{2,60}?) (?:with|by) (.{2,60})$/i.exec(part)
    if (replaced)
      return [...changed(replaced[1] ?? '', text, date, true), ...changed(replaced[2] ?? '', text, date, false)]
    const gone = isRemoval(part)
    if (!gone && !isAdded(part)) return []
    const names = part.match(/\p{Lu}[\p{L}\p{N}.&-]*(?:\s+(?:\p{Lu}[\p{L}\p{N}.&-]*|\([^)]*\)))*/gu) ?? []
    return names.flatMap((name) => changed(name.replace(/^(?:Added|Removed|New)\s+/, ''), text, date, gone))
  })
}

function changed(name: string, text: string, date: string | undefined, gone: boolean): Found[] {
  const vendor = readVendor(trimEnd(name, '.,;'))
  if (!vendor || vendor.tools.length === 0 || (gone && date === undefined)) return []
  const dates = gone ? { removedOn: date } : { addedOn: date }
  return [
    {
      ...vendor,
      ...dates,
      purpose: '',
      optional: false,
      isSure: false,
      isChange: true,
      evidence: text.slice(0, MAX_EVIDENCE),
    },
  ]
}

function foundAs(vendor: Vendor, text: string, purpose: string, kind: SectionKind): Found[] {
  const gone = kind === 'removed' || isGone(text) || (isRemoval(text) && dateIn(text) !== undefined)
  const removedOn = gone ? dateIn(text) : undefined
  if ((gone && removedOn === undefined) || (isPlanned(text) && text.length <= MAX_EVIDENCE)) return []
  const added = isAdded(text) && !gone ? dateIn(text) : undefined
  const optional = kind === 'optional' || isOptionalNote(text)
  return [
    {
      ...vendor,
      purpose: purpose.slice(0, MAX_PURPOSE),
      addedOn: added,
      removedOn,
      optional,
      isSure: false,
      isChange: false,
      evidence: text.slice(0, MAX_EVIDENCE),
    },
  ]
}
