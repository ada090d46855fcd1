// Countries among plain words: `hiring in Germany`. Only jobs have a country. The company's own country is a filter.

import { COUNTRY_NAMES, countryCode, REGION_NAMES } from '../../meaning/companies/index.ts'
import { editDistance } from '../../platform/text/edit-distance.ts'
import { trimEnd } from '../../platform/text/trim.ts'
import { countriesFilter } from '../tree/company-facts.ts'
import { invalidQuery, type Span, spanBetween } from '../tree/errors.ts'
import type { ClauseType } from '../tree/tree.ts'
import type { Token } from './lexer.ts'
import { quote } from './values.ts'

export const MAX_COUNTRY_WORDS = 5
const LOWER_NAMES = Object.entries(COUNTRY_NAMES).map(([code, name]) => ({ code, name, lower: name.toLowerCase() }))

/** Countries whose name is also a first name, a US state or an everyday word. They need `in` before them. */
const ALSO_WORDS = new Set(['chad', 'georgia', 'guinea', 'jersey', 'jordan', 'turkey'])
/** Codes that are plain without `in`. */
const PLAIN_CODES = new Set(['US', 'USA', 'UK', 'UAE'])

/** Continents that aren't regions; no signal has one. */
const CONTINENTS = new Set(['asia', 'africa', 'america', 'americas'])

export interface Place {
  readonly code: string
  /** The number of tokens that name it. */
  readonly length: number
}

/** The country that the tokens begin with, by its longest name. */
export function countryAt(tokens: readonly Token[], from: number, bare: boolean): Place | undefined {
  for (let length = Math.min(MAX_COUNTRY_WORDS, tokens.length - from); length > 0; length--) {
    const name = tokens
      .slice(from, from + length)
      .map(({ text }) => trimEnd(text, '.,;'))
      .join(' ')
    const code = countryCode(/^[a-z](\.[a-z])+$/i.test(name) ? name.replaceAll('.', '') : name)
    if (code === undefined) continue
    if (!bare || PLAIN_CODES.has(name) || (name.length > 3 && !ALSO_WORDS.has(name.toLowerCase())))
      return { code, length }
  }
  return undefined
}

/** The error for a country or region where the type has none. */
export function noCountry(type: ClauseType, code: string, at: Span, alone: boolean): Error {
  const subject = type === 'any' || type === 'hiring' ? 'Only jobs have' : `${type} has no country: only jobs have`
  return invalidQuery(
    `${subject} a country. For companies in ${COUNTRY_NAMES[code] ?? code}, use the filter ${countriesFilter(code)} next to signal_query.`,
    at,
    {
      expected: [`the filter ${countriesFilter(code)}`, `hiring(country: ${code})`],
      suggestions: alone && type === 'any' ? [`hiring(country: ${code})`] : [],
    },
  )
}

export function rejectContinent(word: Token, at: Span): void {
  if (!CONTINENTS.has(word.text.toLowerCase())) return
  throw invalidQuery(`${word.text} is not a country or region. The regions are ${REGION_NAMES.join(', ')}.`, at, {
    expected: ['country: APAC', 'the filter "countries": ["APAC"]'],
  })
}

/** `in Gremany` must not become a search for the word. */
export function rejectMisspelt(preposition: Token, word: Token, attach: (condition: string) => string[]): void {
  const typed = word.text.toLowerCase()
  if (typed.length < 5 || typed.length > 60) return
  const near = LOWER_NAMES.find(({ lower }) => editDistance(typed, lower, 1) === 1)
  if (!near) return
  const { code, name } = near
  throw invalidQuery(
    `Did you mean ${name}? To search for the word itself, put it in quotes.`,
    spanBetween(preposition, word),
    { expected: [`country: ${code}`], suggestions: [...attach(`country: ${code}`), quote(word.text)] },
  )
}
