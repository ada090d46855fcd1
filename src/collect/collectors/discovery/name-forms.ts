// The ways in which one name is written: in a domain, in the address of a board, with and without its legal form. Two names are
// the same if they have a form in common.

import { domainToUnicode } from 'node:url'
import { countryCode, nameWords, registrableDomain } from '../../../meaning/companies/index.ts'
import { wordsOf } from '../../../platform/text/normalise-text.ts'
import type { Claimant } from '../owner-names.ts'

/** At the end of a name, besides those that every name is read without. */
const FURTHER_LEGAL_FORMS = new Set(
  `oyj as slu sl sasu eirl kft sro doo zoo kk pte pvt private ltda lda bvba srls sp z oo gbr ohg kgaa publ and und et`.split(
    ' ',
  ),
)
/** They say what or where a company is, and don't distinguish two companies of one name. */
const PLAIN_WORDS = new Set(
  `technologies technology tech software systems solutions global international worldwide us usa uk uae eu emea apac dach
  europe benelux nordics americas america`.split(/\s+/),
)
/** Around a name in a domain or an address: getacme, acmehq. */
const AROUND = /^(?:get|try|use|join|meet|hello|hey|with|the|go|my)?(.+?)(?:hq|app|inc|team|group|careers?|jobs?)?$/
/** A shorter rest of a domain isn't a name: "use" is not the name of "user". */
const MIN_CORE = 4

const UMLAUTS: Readonly<Record<string, string>> = { ä: 'ae', ö: 'oe', ü: 'ue', å: 'aa', ø: 'oe' }

/** The words of a name, spelt in every usual way: & as a word or as none, ü as u or as ue. The plainest comes first. */
export function spellingsOf(name: string): readonly (readonly string[])[] {
  const text = name
    .normalize('NFC')
    .replace(/(?<=(?:^|[^\p{L}])\p{L})[./](?=\p{L}(?:[^\p{L}]|$))/gu, '')
    .toLowerCase()
  const texts = [text, text.replace(/[äöüåø]/g, (letter) => UMLAUTS[letter] ?? letter)]
  return texts.flatMap((each) => ['', 'and', 'und'].map((and) => wordsOf(each.replace(/[&+]/g, ` ${and} `))))
}

/** Words without the legal form at their end. */
export function withoutLegalForm(words: readonly string[]): readonly string[] {
  const named = nameWords(words.join(' '))
  const end = named.findLastIndex((word) => !FURTHER_LEGAL_FORMS.has(word))
  return end < 0 ? named : named.slice(0, end + 1)
}

/** Without plain words at the end. Undefined: there are none, or only those. */
export function withoutPlainWords(words: readonly string[]): readonly string[] | undefined {
  const isPlain = (word: string) => PLAIN_WORDS.has(word) || (word.length >= 4 && countryCode(word) !== undefined)
  const end = words.findLastIndex((word) => !isPlain(word))
  return end < 0 || end === words.length - 1 ? undefined : words.slice(0, end + 1)
}

/** How a company is called. */
export interface OwnForms {
  /** Its names, each as spellings. */
  readonly names: readonly (readonly string[])[]
  /** Whole names and labels of domains, as one word each. */
  readonly whole: ReadonlySet<string>
  /** And labels without the words around the name: `acme` for getacme.example. */
  readonly all: ReadonlySet<string>
  /** Labels of domains, with and without the words around the name. */
  readonly labels: ReadonlySet<string>
}

export function ownForms({ names, domains }: Claimant): OwnForms {
  const spelt = names.flatMap(spellingsOf).map(withoutLegalForm)
  const labels = domains.flatMap((domain) => {
    const site = domainToUnicode(registrableDomain(domain)) || registrableDomain(domain)
    const label = site.split('.', 1)[0] ?? ''
    // Some names end as their domain does: monday.com.
    return [...spellingsOf(label), ...spellingsOf(site)].map((words) => words.join(''))
  })
  const whole = new Set([...spelt.map((words) => words.join('')), ...labels].filter((form) => form !== ''))
  const cores = labels.map(coreOf)
  return { names: spelt, whole, all: new Set([...whole, ...cores]), labels: new Set([...labels, ...cores]) }
}

export function coreOf(label: string): string {
  const core = AROUND.exec(label)?.[1] ?? label
  return core.length >= MIN_CORE ? core : label
}

/** The name in the address of a board, as one word: of `eu:acme`, `acme.recruitee.com`, `Acme Robotics`, `acme.io`. */
export function slugForms(board: string): readonly string[] {
  const name = board.replace(/^[a-z]{2}:/, '').split('/', 1)[0] ?? ''
  return [...new Set([name, name.split('.', 1)[0] ?? ''].map((each) => wordsOf(each).join('')))].filter(Boolean)
}
