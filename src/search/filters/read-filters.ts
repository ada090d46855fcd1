// Reads the filters of a request and checks what a schema can't, such as country names, slugs and domains.

import type { ErrorDetail } from '../../http/index.ts'
import { accountDomains, countryCodes, nearestCountries, REGION_NAMES } from '../../meaning/companies/index.ts'
import { nearest } from '../../platform/text/edit-distance.ts'
import { isNegated, slugOf } from '../../platform/text/normalise-text.ts'
import type { CompanyFilters } from '../engine.ts'

/** A domain as written, and the domains under which the company may be known, nearest first. */
export interface RequestedDomain {
  readonly text: string
  readonly domains: readonly string[]
}

/** A country or region as written, and its codes. */
export interface RequestedCountries {
  readonly text: string
  readonly codes: readonly string[]
}

/** The filters of a request. Domains and lists become companies before an engine runs (resolve-filters.ts). */
export interface RequestedFilters {
  readonly facts: CompanyFilters
  readonly countries?: readonly RequestedCountries[]
  readonly countriesNot?: readonly RequestedCountries[]
  readonly domains?: readonly RequestedDomain[]
  readonly domainsNot?: readonly RequestedDomain[]
  /** The name of a list, as written. */
  readonly list?: string
}

/** The filters as a schema gives them. The score is in points there, and in tenths in the engine. */
type FilterInput = Omit<CompanyFilters, 'scoreTenthsMin' | 'only' | 'except'> & {
  readonly adoptionScoreMin?: number
  readonly domains?: readonly string[]
  readonly domainsNot?: readonly string[]
  readonly list?: string
}

/** More errors of one list aren't worth reading. */
const MAX_REPORTED = 5
const MAX_SHOWN_CHARACTERS = 60

/** The filters, and all problems with them. */
export function readCompanyFilters(input: FilterInput): { filters: RequestedFilters; problems: ErrorDetail[] } {
  const problems: ErrorDetail[] = []
  const { employeesMin, employeesMax, fundingStages, employerKind, watched, adoptionScoreMin } = input
  const countries = input.countries && readCountries('countries', input.countries, problems)
  const countriesNot = input.countriesNot && readCountries('countriesNot', input.countriesNot, problems)
  const industries = input.industries && readIndustries(input.industries, problems)
  const domains = input.domains && readDomains('domains', input.domains, problems)
  const domainsNot = input.domainsNot && readDomains('domainsNot', input.domainsNot, problems)
  if (employeesMin !== undefined && employeesMax !== undefined) {
    problems.push(...rangeProblems('employeesMin', employeesMin, 'employeesMax', employeesMax))
  }
  const facts: CompanyFilters = {
    ...(countries && { countries: codesOf(countries) }),
    ...(countriesNot && { countriesNot: codesOf(countriesNot) }),
    ...(industries && { industries }),
    ...(employeesMin !== undefined && { employeesMin }),
    ...(employeesMax !== undefined && { employeesMax }),
    ...(fundingStages && { fundingStages: [...new Set(fundingStages)] }),
    ...(employerKind && { employerKind: [...new Set(employerKind)] }),
    ...(watched && { watched: [...new Set(watched)] }),
    ...(adoptionScoreMin !== undefined && { scoreTenthsMin: tenthsFrom(adoptionScoreMin) }),
  }
  const filters = {
    facts,
    ...(countries && { countries }),
    ...(countriesNot && { countriesNot }),
    ...(domains?.length && { domains }),
    ...(domainsNot?.length && { domainsNot }),
    ...(input.list !== undefined && { list: input.list }),
  }
  return { filters, problems }
}

export function rangeProblems(minName: string, min: number, maxName: string, max: number): ErrorDetail[] {
  if (min <= max) return []
  return [{ field: minName, message: `${minName} (${min}) is greater than ${maxName} (${max}): nothing can match` }]
}

/** Rounds a score up to tenths: 57.31 becomes 57.4. Without `toFixed`, 1.1 × 10 would become 12. */
function tenthsFrom(score: number): number {
  return Math.ceil(Number((score * 10).toFixed(6)))
}

function codesOf(countries: readonly RequestedCountries[]): string[] {
  return [...new Set(countries.flatMap(({ codes }) => codes))]
}

function readCountries(field: string, texts: readonly string[], problems: ErrorDetail[]): RequestedCountries[] {
  const read = texts.map((text) => ({ text, codes: countryCodes(text) }))
  const unknown = read.flatMap(({ text, codes }, i) => (codes === undefined ? [{ text, i }] : []))
  for (const { text, i } of unknown.slice(0, MAX_REPORTED)) {
    if (field === 'countries' && isNegated(text)) {
      const message = `countries[${i}]: ${quoted(text)} is not a country; to exclude countries, use countriesNot`
      problems.push({ field, message })
      continue
    }
    const regions = nearest(text.slice(0, MAX_SHOWN_CHARACTERS), REGION_NAMES)
    const near = nearestCountries(text)
    const guesses = [...near.map(({ code, name }) => `${code} (${name})`), ...regions].join(' or ')
    const help = guesses ? `did you mean ${guesses}?` : 'use ISO 3166-1 alpha-2 codes such as DE.'
    problems.push({
      field,
      message: `${field}[${i}]: unknown country ${quoted(text)}; ${help}`,
      suggestions: [...near.map(({ code }) => code), ...regions],
    })
  }
  return read.flatMap(({ text, codes }) => (codes ? [{ text, codes }] : []))
}

function readIndustries(texts: readonly string[], problems: ErrorDetail[]): string[] {
  const slugs = texts.map(slugOf)
  const empty = slugs.indexOf('')
  if (empty !== -1) {
    const message = `industries[${empty}] has no letter or digit: use a slug such as logistics_software`
    problems.push({ field: 'industries', message })
  }
  const negated = texts.findIndex((text, i) => slugs[i] !== '' && isNegated(text))
  if (negated !== -1) {
    const message = `industries[${negated}]: ${quoted(texts[negated] ?? '')} begins with a sign; industries can't be excluded`
    problems.push({ field: 'industries', message })
  }
  return [...new Set(slugs)]
}

function readDomains(field: string, texts: readonly string[], problems: ErrorDetail[]): RequestedDomain[] {
  const read = texts.map((text) => ({ text: text.trim().toWellFormed(), domains: accountDomains(text) }))
  const bad = read.flatMap(({ text, domains }, i) => (domains === undefined ? [{ text, i }] : []))
  for (const { text, i } of bad.slice(0, MAX_REPORTED)) {
    const help = 'write it like acme.example, https://acme.example/jobs or buyer@acme.example'
    problems.push({ field, message: `${field}[${i}]: ${quoted(text)} is not a domain, URL or email address; ${help}` })
  }
  const known = read.flatMap(({ text, domains }) => (domains === undefined ? [] : [{ text, domains }]))
  return known.filter(({ text }, i) => known.findIndex((other) => other.text === text) === i)
}

function quoted(text: string): string {
  const shown = text.length > MAX_SHOWN_CHARACTERS ? `${text.slice(0, MAX_SHOWN_CHARACTERS)}…` : text
  return JSON.stringify(shown.toWellFormed())
}
