// Facts as English phrases. Texts that came from outside are one line, bounded, and without characters that could turn the
// rest of a message around: Slack, mails and the screen take them literally.

import { withoutBidiControls } from '../../../closed-sets/bidi-controls.ts'
import { DAY_SECONDS, startOfDay } from '../../../query/index.ts'
import { countryNameOf } from '../../../settings-contract/index.ts'

const MONTH_FORMAT = new Intl.DateTimeFormat('en-GB', { month: 'long', year: 'numeric', timeZone: 'UTC' })
const DAY_FORMAT = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' })
/** Names whose capitals a slug doesn't have. */
const UPPER_CASE = new Set(['ai', 'crm', 'llm', 'ml', 'hr', 'it', 'cms', 'cpq', 'erp', 'seo', 'api', 'mcp'])

/** Takes Unix seconds. */
export const dayText = (seconds: number): string => DAY_FORMAT.format(seconds * 1_000)

/** "July 2025". Takes Unix seconds. */
export const monthText = (seconds: number): string => MONTH_FORMAT.format(seconds * 1_000)

/** Whole UTC days from one time to another: constant within a day, like everything in a dossier. */
export const daysBetween = (from: number, to: number): number => (startOfDay(to) - startOfDay(from)) / DAY_SECONDS

/** "today", "yesterday", "12 days ago". */
export function agoText(days: number): string {
  return days < 1 ? 'today' : days === 1 ? 'yesterday' : `${days.toLocaleString('en')} days ago`
}

export const counted = (count: number, noun: string): string =>
  `${count.toLocaleString('en')} ${noun}${count === 1 ? '' : 's'}`

/** One line of a third-party text. */
export function outsideText(text: string, maxCharacters: number): string {
  const line = withoutBidiControls(text.toWellFormed())
    .replaceAll(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .trim()
  const characters = [...line]
  if (characters.length <= maxCharacters) return line
  return `${characters
    .slice(0, maxCharacters - 1)
    .join('')
    .trimEnd()}…`
}

/** In quotation marks, which the text itself can't close. */
export function quotedText(text: string, maxCharacters: number): string {
  return `“${outsideText(text, maxCharacters).replaceAll('“', '‘').replaceAll('”', '’')}”`
}

/** Spoken letter by letter, these begin with a vowel. */
const SPOKEN_WITH_VOWEL = /^[AEFHILMNORSX](?:$|[A-Z\d&/]|[^\p{L}])/u
/** Longer than any abbreviation. */
const IN_CAPITALS = /^(?=.*\p{Lu}{5})[^\p{Ll}]+$/u
const SPOKEN_WITH_CONSONANT = /^(?:U(?:$|[A-Z\d])|uni|use|usab|usu|eu|one\b)/i

/** "a" or "an", by how the words are spoken: "an $8M round", "an SDR", "a UX Researcher". */
export function articleOf(spelt: string): 'a' | 'an' {
  const words = IN_CAPITALS.test(spelt) ? spelt.toLowerCase() : spelt
  if (/^\$?(?:8|11(?:\D|$)|18(?:\D|$))/.test(words) || SPOKEN_WITH_VOWEL.test(words)) return 'an'
  return /^[aeiouàáâäèéêëìíîïòóôöùúûü]/i.test(words) && !SPOKEN_WITH_CONSONANT.test(words) ? 'an' : 'a'
}

/** "A", "A and B", "A, B and C", "A, B and 3 more". Equal ones count once. */
export function listText(names: readonly string[], maxNames = 3): string {
  const distinct = [...new Set(names)]
  const shown = distinct.slice(0, distinct.length > maxNames ? maxNames - 1 : maxNames)
  const more = distinct.length - shown.length
  const all = more > 0 ? [...shown, `${more} more`] : shown
  return all.length < 2 ? (all[0] ?? '') : `${all.slice(0, -1).join(', ')} and ${all.at(-1)}`
}

const WITH_ARTICLE = new Set(['AE', 'BS', 'CD', 'CF', 'DO', 'GB', 'GM', 'MV', 'NL', 'PH', 'US'])

/** "Poland", "the Netherlands". Takes a two-letter code. */
export function countryPhrase(code: string): string {
  return WITH_ARTICLE.has(code) ? `the ${countryNameOf(code)}` : countryNameOf(code)
}

/** `customer_support` becomes "customer support", `crm` becomes "CRM". */
export function slugPhrase(slug: string): string {
  return slug
    .split('_')
    .map((word) => (UPPER_CASE.has(word) ? word.toUpperCase() : word))
    .join(' ')
}

/** "$850K", "$9M", "$195.5M", "$1.2B". */
export function amountText(amount: number, currency = '$'): string {
  const [unit, size] =
    amount >= 999_950_000 ? (['B', 1e9] as const) : amount >= 999_950 ? (['M', 1e6] as const) : (['K', 1e3] as const)
  return `${currency}${(amount / size).toLocaleString('en', { maximumFractionDigits: 1 })}${unit}`
}
