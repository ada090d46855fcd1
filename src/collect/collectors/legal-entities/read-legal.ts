// The legal names that a company's own page states, where these entities are, and their numbers in the British
// register. The law of many countries requires them in the footer, the imprint or the terms.

import { parseHtml } from '../../../platform/text/parse-html.ts'
import type { LegalEntity } from '../collector.ts'
import { fitsDomain } from '../owner-names.ts'
import { bareNameKey, legalNameKey } from './legal-name.ts'
import { stateCode } from './legal-places.ts'

export interface LegalPage {
  readonly entities: readonly LegalEntity[]
  /** At Companies House: eight digits, or two letters and six. */
  readonly britishNumbers: readonly string[]
}

export interface PageOwner {
  readonly domains: readonly string[]
  readonly names: readonly string[]
}

const MAX_HTML = 2_000_000
const MAX_START = 30_000
const MAX_END = 12_000
const MAX_ENTITIES = 10
const MAX_PLACES = 10
const MAX_NAME_WORDS = 6
const MAX_NAME = 100

const FORM =
  /(?<![\p{L}\p{N}-])(?:Inc|Incorporated|Corp|Corporation|LLC|L\.L\.C|Ltd|LTD|Limited|PBC|PLC|plc|GmbH|AG|SE|SAS|SARL|BV|B\.V|AB|ApS|Oy)(?![\p{L}\p{N}-])/gu
const COPYRIGHT = /(?:©|\(c\)|copyright)[^\p{L}]{0,30}(?:by )?$/iu
/** Words inside a name that begin with a small letter. */
const SMALL_WORDS: ReadonlySet<string> = new Set(['of', 'and', 'the', 'for', '&', 'de', 'und'])

/** Words of the sentence before a name. */
const LEADING =
  /^(?:you|your|we|our|us|the|this|these|by|and|with|between|contact|welcome|to|from|of|for|at|is|(?:19|20)\d{2})$/i

/** "a Delaware corporation", "a New York limited liability company". */
const CORPORATION =
  /\b(?:([A-Z][a-z]{2,12}) )?([A-Z][a-z]{2,12})(?: [Pp]ublic [Bb]enefit| [Ll]imited [Ll]iability| [Cc]| [Ss])?[ -](?:[Cc]orporation|[Cc]ompany|PBC)\b/g
/** "organized under the laws of the State of Delaware". */
const REGISTERED =
  /\b(?:incorporated|organi[sz]ed|registered) (?:in|under the laws of) (?:the )?(?:[Ss]tate of )?([A-Z][a-z]{2,12})(?: ([A-Z][a-z]{2,12}))?\b/g
const ADDRESS = /\b([A-Z]{2}),?\s{1,3}\d{5}(?:-\d{4})?\b/g
const BRITISH = /\bregistered (?:in|at) (?:england|wales|scotland|northern ireland|companies house)\b/i
const BRITISH_NUMBERS: readonly RegExp[] = [
  /\bregistered (?:in|at|with) (?:england|wales|scotland|northern ireland|the united kingdom|the uk|companies house)[^\d]{0,60}?\b((?:SC|NI|OC|SO|NC)?\d{6,8})\b/gi,
  /\bcompany (?:registration |reg\.? )?(?:no|number)\.?:?\s{0,3}((?:SC|NI|OC|SO|NC)?\d{6,8})\b(?=[^\d]{0,80}\b(?:england|wales|scotland|northern ireland|united kingdom)\b)/gi,
]

/** `seat`: addresses on it are the company's own. Terms also have those of courts and other services. */
export function readLegalPage(html: string, owner: PageOwner, options: { readonly seat: boolean }): LegalPage {
  const text = visibleText(html)
  const places = [...new Set([...placesIn(text, options.seat)])].slice(0, MAX_PLACES)
  const entities = namesIn(text, owner).map((name) => ({ name, places }))
  return { entities: entities.slice(0, MAX_ENTITIES), britishNumbers: britishNumbersIn(text) }
}

/** Entities of one name are one, with the places of all. */
export function joinEntities(entities: readonly LegalEntity[]): readonly LegalEntity[] {
  const byKey = Map.groupBy(entities, ({ name }) => legalNameKey(name))
  return [...byKey.values()].slice(0, MAX_ENTITIES).map((same) => ({
    name: same[0]?.name ?? '',
    places: [...new Set(same.flatMap(({ places }) => places))].sort().slice(0, MAX_PLACES),
  }))
}

/** The beginning and the end of the visible text, line by line. */
function visibleText(html: string): string {
  const parts: string[] = []
  let hidden = 0
  const isHidden = (name: string) => name === 'script' || name === 'style' || name === 'noscript' || name === 'template'
  parseHtml(html.slice(-MAX_HTML), {
    onopentag: (name) => {
      if (isHidden(name)) hidden++
      if (!INLINE.has(name)) parts.push('\n')
    },
    ontext: (text) => {
      if (hidden === 0) parts.push(text.replaceAll('\n', ' '))
    },
    onclosetag: (name) => {
      if (isHidden(name)) hidden = Math.max(0, hidden - 1)
      if (!INLINE.has(name)) parts.push('\n')
    },
  })
  const text = parts
    .join('')
    .replace(/[^\S\n]+/g, ' ')
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .join('\n')
  return text.length <= MAX_START + MAX_END ? text : `${text.slice(0, MAX_START)}\n${text.slice(-MAX_END)}`
}

const INLINE: ReadonlySet<string> = new Set('a abbr b em i small span strong u font sup sub'.split(' '))

/**
 * Names with a legal form that belong to the owner: they fit its domain or name, or the page's copyright notice has
 * them.
 */
function namesIn(text: string, { domains, names }: PageOwner): string[] {
  const known = new Set(names.map(bareNameKey).filter((key) => key !== ''))
  const found = new Map<string, string>()
  for (const { 0: form, index } of text.matchAll(FORM)) {
    const line = text.slice(Math.max(0, index - MAX_NAME - 60), index)
    const name = nameBefore(line)
    if (name === undefined) continue
    const whole = `${name.text} ${form}${text[index + form.length] === '.' ? '.' : ''}`
    const key = bareNameKey(whole)
    const isOwn = known.has(key) || fitsDomain(name.text, domains) || COPYRIGHT.test(line.slice(0, name.at))
    if (isOwn && !found.has(legalNameKey(whole))) found.set(legalNameKey(whole), whole)
  }
  return [...found.values()]
}

/** The words with capital letters that end a text, without the comma before the legal form. */
function nameBefore(text: string): { readonly text: string; readonly at: number } | undefined {
  const line = text.slice(text.lastIndexOf('\n') + 1)
  const start = text.length - line.length
  const bare = line.trimEnd().replace(/,$/, '').trimEnd()
  const words = [...bare.matchAll(/\S+/g)]
  const taken: RegExpMatchArray[] = []
  for (const word of words.reverse()) {
    if (taken.length >= MAX_NAME_WORDS || !mayBeInName(word[0]) || (taken.length > 0 && /[.,;:!?)"”]$/.test(word[0])))
      break
    taken.unshift(word)
  }
  while (taken[0] && (SMALL_WORDS.has(taken[0][0]) || LEADING.test(taken[0][0]))) taken.shift()
  const [first] = taken
  if (first?.index === undefined) return undefined
  const name = bare.slice(first.index).replace(/^["“(]+/, '')
  return name.length > MAX_NAME || !/\p{L}/u.test(name) ? undefined : { text: name, at: start + first.index }
}

function mayBeInName(word: string): boolean {
  return /^["“(]?[\p{Lu}\p{N}]/u.test(word) || SMALL_WORDS.has(word)
}

function* placesIn(text: string, isSeat: boolean): Generator<string> {
  for (const [, first, second = ''] of text.matchAll(CORPORATION)) yield* stateIn([`${first} ${second}`, second])
  for (const [, first = '', second] of text.matchAll(REGISTERED)) yield* stateIn([`${first} ${second}`, first])
  if (BRITISH.test(text)) yield 'GB'
  if (!isSeat) return
  for (const [, code = ''] of text.matchAll(ADDRESS)) if (stateCode(code) !== undefined) yield `US-${code}`
}

/** The first of these texts that is the name of a state. */
function* stateIn(texts: readonly string[]): Generator<string> {
  const [code] = texts.flatMap((text) => stateCode(text) ?? [])
  if (code !== undefined) yield `US-${code}`
}

function britishNumbersIn(text: string): string[] {
  const found = BRITISH_NUMBERS.flatMap((pattern) =>
    [...text.matchAll(pattern)].map(([, number = '']) => number.toUpperCase()),
  )
  return [...new Set(found.map((number) => (/^\d+$/.test(number) ? number.padStart(8, '0') : number)))]
    .filter((number) => /^(?:\d{8}|[A-Z]{2}\d{6})$/.test(number))
    .slice(0, MAX_ENTITIES)
}
