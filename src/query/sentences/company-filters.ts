// The company filters that a sentence states.

import { type EmployerKind, type FundingStage, regionName } from '../../meaning/companies/index.ts'
import { slugOf } from '../../platform/text/normalise-text.ts'
import type { Token } from '../parse/lexer.ts'
import { countryAt } from '../parse/places.ts'
import { INDUSTRIES, NATIONALITIES, STAGES } from './company-words.ts'

/** As a search request takes them. Regions are written by name. */
export interface SentenceFilters {
  readonly countries?: readonly string[]
  readonly countriesNot?: readonly string[]
  readonly industries?: readonly string[]
  readonly fundingStages?: readonly FundingStage[]
  readonly employerKind?: readonly EmployerKind[]
  readonly domains?: readonly string[]
  readonly adoptionScoreMin?: number
  readonly employeesMin?: number
  readonly employeesMax?: number
}

export type ListFilter = 'countries' | 'countriesNot' | 'industries' | 'fundingStages' | 'employerKind' | 'domains'

export class FilterDraft {
  readonly #lists = new Map<ListFilter, Set<string>>()
  #numbers: Pick<SentenceFilters, 'employeesMin' | 'employeesMax' | 'adoptionScoreMin'> = {}

  add(filter: ListFilter, ...values: readonly string[]): void {
    this.#lists.set(filter, new Set([...(this.#lists.get(filter) ?? []), ...values]))
  }

  setEmployees(range: { employeesMin?: number; employeesMax?: number }): void {
    this.#numbers = { ...this.#numbers, ...range }
  }

  setScore(adoptionScoreMin: number): void {
    this.#numbers = { ...this.#numbers, adoptionScoreMin }
  }

  get isEmpty(): boolean {
    return this.#lists.size === 0 && Object.keys(this.#numbers).length === 0
  }

  finish(): SentenceFilters {
    const lists = [...this.#lists].map(([filter, values]) => [filter, [...values]])
    return { ...Object.fromEntries(lists), ...this.#numbers }
  }
}

/** Countries and regions by other names. */
const OTHER_PLACES: Readonly<Record<string, readonly string[]>> = {
  'north america': ['CA', 'US'],
  'latin america': ['LATAM'],
  'south america': ['LATAM'],
  'middle east': ['MENA'],
  'asia pacific': ['APAC'],
  'european union': ['EU'],
  scandinavia: ['Nordics'],
  'the states': ['US'],
  states: ['US'],
  america: ['US'],
}
/** Codes that are plain in lower case. */
const PLAIN_CODES = new Set(['us', 'uk', 'usa', 'uae', 'eu', 'eea'])
/** Codes of small countries that mean something else in a sentence, and names that the parser asks about. */
const NO_PLACES = new Set('ai ml bi pm vc cx ci it ca georgia'.split(' '))
const MAX_PLACE_WORDS = 2

export interface FoundPlace {
  /** Codes, or the name of a region. */
  readonly values: readonly string[]
  readonly length: number
}

/** A country or region by its name. A code must be in capitals, unless it is plain: "in it" is no country. */
export function placeAt(all: readonly Token[], words: readonly string[], from: number): FoundPlace | undefined {
  // A name ends at a comma. Signs don't count in names of countries, so "US ," would be one.
  const comma = all.findIndex(({ text }, i) => i >= from && /^[,;]$/.test(text))
  if (comma === from) return undefined
  const tokens = comma < 0 ? all : all.slice(0, comma)
  for (let length = Math.min(MAX_PLACE_WORDS, words.length - from); length > 0; length--) {
    const name = words.slice(from, from + length).join(' ')
    const other = Object.hasOwn(OTHER_PLACES, name) ? OTHER_PLACES[name] : undefined
    if (other) return { values: other, length }
    const region = name.length > 3 || PLAIN_CODES.has(name) ? regionName(name) : undefined
    if (region !== undefined) return { values: [region], length }
  }
  const country = countryAt(tokens, from, false)
  if (!country || (country.length === 1 && NO_PLACES.has(words[from] ?? ''))) return undefined
  const written = tokens[from]?.text ?? ''
  const isCode = country.length === 1 && written.length <= 3
  if (isCode && written !== written.toUpperCase() && !PLAIN_CODES.has(written.toLowerCase())) return undefined
  return { values: [country.code], length: country.length }
}

/** "In CA", "in IT": the parser asks which one is meant. */
export function isAmbiguousPlace(word: string): boolean {
  return NO_PLACES.has(word)
}

export interface CompanyWord {
  readonly filter: ListFilter | 'ai' | 'nothing'
  readonly values: readonly string[]
  readonly length: number
}

const NOTHING = new Set('all the other any some those these young based stage new many most every our my'.split(' '))

/** Names that sources use for an industry, where few use the seller's word. */
const OTHER_NAMES: Readonly<Record<string, readonly string[]>> = {
  saas: ['software', 'software_development', 'computer_software'],
}

/** "SaaS companies" are those in software, if no company is known to be in an industry of that name. */
function namesInUse(industry: string, isIndustry: (slug: string) => boolean): readonly string[] {
  const others = isIndustry(industry) ? [] : (OTHER_NAMES[industry] ?? []).filter(isIndustry)
  return others.length > 0 ? others : [industry]
}

/** One fact about the company before its noun: "German", "series B", "fintech". */
export function companyWordAt(
  tokens: readonly Token[],
  words: readonly string[],
  from: number,
  isIndustry: (slug: string) => boolean,
): CompanyWord | undefined {
  const word = words[from] ?? ''
  if (word === 'ai') return { filter: 'ai', values: [], length: 1 }
  const nation = NATIONALITIES.at(words, from)
  if (nation) return { filter: 'countries', values: [nation.value], length: nation.length }
  const stage = STAGES.at(words, from)
  if (stage) return { filter: 'fundingStages', values: [stage.value], length: stage.length }
  for (let length = Math.min(4, words.length - from); length > 0; length--) {
    const slug = slugOf(words.slice(from, from + length).join(' '))
    if (slug !== '' && slug !== 'unknown' && isIndustry(slug)) return { filter: 'industries', values: [slug], length }
    const known = INDUSTRIES.of(words.slice(from, from + length))
    if (known) return { filter: 'industries', values: namesInUse(known, isIndustry), length }
  }
  // "IT companies", "ML startups": a code is no country there.
  const place = word.length > 2 || PLAIN_CODES.has(word) ? placeAt(tokens, words, from) : undefined
  if (place) return { filter: 'countries', values: place.values, length: place.length }
  return NOTHING.has(word) ? { filter: 'nothing', values: [], length: 1 } : undefined
}
