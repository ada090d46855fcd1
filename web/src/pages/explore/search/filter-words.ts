// The company filters of a search, in words.

import { slugWords } from '../../../contract.ts'
import { SIGNAL_TYPE_NAMES } from '../../../parts/words/signal-types.ts'
import { texts } from '../texts.ts'
import { countryName } from './format-company.ts'

const words = texts.filterWords
const MAX_DOMAINS_SHOWN = 3

const listOf = (value: unknown): string[] => (Array.isArray(value) ? value.map(String) : [String(value)])

function shortList(value: unknown): string {
  const domains = listOf(value)
  const shown = domains.slice(0, MAX_DOMAINS_SHOWN).join(', ')
  return domains.length > MAX_DOMAINS_SHOWN ? words.andMore(shown, domains.length - MAX_DOMAINS_SHOWN) : shown
}

const kindName = (kind: string) => (texts.filters.employerKinds as Readonly<Record<string, string>>)[kind] ?? kind
const typeName = (type: string) => (SIGNAL_TYPE_NAMES as Readonly<Record<string, string>>)[type] ?? type
const places = (value: unknown) => listOf(value).map(countryName).join(', ')

const NAMED: Readonly<Record<string, (value: unknown) => string>> = {
  countries: places,
  countriesNot: (value) => words.notIn(places(value)),
  fundingStages: (value) => listOf(value).map(slugWords).join(', '),
  industries: (value) => listOf(value).map(slugWords).join(', '),
  employerKind: (value) => listOf(value).map(kindName).join(', '),
  watched: (value) => words.watched(listOf(value).map(typeName).join(', ')),
  domains: (value) => words.only(shortList(value)),
  domainsNot: (value) => words.not(shortList(value)),
  adoptionScoreMin: (value) => words.score(Number(value)),
}

function employees(least: unknown, most: unknown): string[] {
  if (least !== undefined && most !== undefined) return [words.between(Number(least), Number(most))]
  if (least !== undefined) return [words.from(Number(least))]
  return most === undefined ? [] : [words.upTo(Number(most))]
}

/** `Germany · from 50 employees · on the list my-accounts`. Empty without filters. */
export function filterWords(filters: Readonly<Record<string, unknown>>, list: string | null): string {
  const { employeesMin, employeesMax, ...others } = filters
  return [
    ...Object.entries(others).map(([name, value]) => NAMED[name]?.(value) ?? `${name}: ${String(value)}`),
    ...employees(employeesMin, employeesMax),
    ...(list === null ? [] : [words.list(list)]),
  ].join(' · ')
}
