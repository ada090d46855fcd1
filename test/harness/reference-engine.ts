// The reference engine: search over plain objects, with the query language's evaluator. Slow, and easy to verify by reading.

import type { Company } from '../../src/features/companies/index.ts'
import { clausesOf, matches, newestMatches, satisfies } from '../../src/features/query/index.ts'
import type { CompanyFilters, Evidence, Search, SearchResult } from '../../src/features/search/index.ts'
import type { Signal } from '../../src/features/signals/index.ts'

export interface ReferenceCompany extends Company {
  readonly heatKey: number
  readonly scoreTenths: number
  readonly signals: readonly Signal[]
}

export interface ReferenceEngine {
  page(search: Search): Promise<SearchResult>
  evidence(search: Pick<Search, 'query' | 'filters' | 'asOf'>): Promise<Evidence>
  /** The ids of the signals that each company of a page shows. */
  shownSignals(search: Search, ordinals: readonly number[]): Promise<string[][]>
}

/** The rules of a search: the evaluator's own, unless a test plants a bug to show that it would be found. */
export interface Rules {
  readonly matches: typeof matches
  readonly satisfies: typeof satisfies
  readonly newestMatches: typeof newestMatches
  passes(company: ReferenceCompany, filters: CompanyFilters): boolean
  /** Negative when `a` comes first. */
  compare(a: ReferenceCompany, b: ReferenceCompany, sort: Search['sort']): number
}

export const RULES: Rules = {
  matches,
  satisfies,
  newestMatches,
  passes,
  compare: (a, b, sort) => sortKey(b, sort) - sortKey(a, sort) || a.ordinal - b.ordinal,
}

export function referenceEngine(companies: readonly ReferenceCompany[], rules: Rules = RULES): ReferenceEngine {
  return {
    async page({ query, filters, sort, asOf, offset, limit, explain }) {
      const passing = companies.filter((company) => rules.passes(company, filters))
      const found = passing
        .filter(({ signals }) => rules.matches(query, signals, asOf))
        .sort((a, b) => rules.compare(a, b, sort))
      const clauses = clausesOf(query).map(
        (clause) => passing.filter(({ signals }) => rules.matches(clause, signals, asOf)).length,
      )
      return {
        total: found.length,
        ordinals: found.slice(offset, offset + limit).map(({ ordinal }) => ordinal),
        ...(explain && { clauses }),
      }
    },

    async evidence({ query, filters, asOf }) {
      const found = companies
        .filter((company) => rules.passes(company, filters) && rules.matches(query, company.signals, asOf))
        .map(({ ordinal, signals }) => ({
          ordinal,
          signals: signals
            .map((signal) => ({
              signal,
              mask: clausesOf(query).reduce(
                (bits, clause, i) => bits + (rules.satisfies(clause, signal, asOf) ? 2 ** i : 0),
                0,
              ),
            }))
            .filter(({ mask }) => mask > 0),
        }))
      const all = found.flatMap(({ signals }) => signals)
      let start = 0
      return {
        ordinals: Int32Array.from(found, ({ ordinal }) => ordinal),
        starts: Uint32Array.from([0, ...found.map(({ signals }) => (start += signals.length))]),
        occurredAt: Float64Array.from(all, ({ signal }) => signal.occurredAt),
        confidence: Uint8Array.from(all, ({ signal }) => Math.round(signal.confidence * 100)),
        clauses: Uint32Array.from(all, ({ mask }) => mask),
        position: 0,
      }
    },

    async shownSignals({ query, asOf }, ordinals) {
      return ordinals.map((ordinal) => {
        const signals = companies.find((company) => company.ordinal === ordinal)?.signals ?? []
        return rules.newestMatches(query, signals, asOf).map(({ id }) => id)
      })
    },
  }
}

export function sortKey({ heatKey, scoreTenths, signals }: ReferenceCompany, sort: Search['sort']): number {
  if (sort === 'heat') return heatKey
  if (sort === 'score') return scoreTenths
  const times = signals.filter(({ status }) => status !== 'retracted').map(({ occurredAt }) => occurredAt)
  // Finite, so that the difference of two companies without signals is 0 and not NaN.
  return Math.max(-1e15, ...times)
}

function passes(company: ReferenceCompany, filters: CompanyFilters): boolean {
  const { countries = [], countriesNot = [], fundingStages = [], industries = [] } = filters
  const { employerKind = [], employeesMin, employeesMax, scoreTenthsMin, only, except = [] } = filters
  if (countries.length > 0 && !countries.includes(company.hqCountry)) return false
  if (countriesNot.length > 0 && countriesNot.includes(company.hqCountry)) return false
  if (fundingStages.length > 0 && !fundingStages.includes(company.fundingStage)) return false
  if (industries.length > 0 && !industries.includes(company.industry)) return false
  if (employerKind.length > 0 && !employerKind.includes(company.employerKind)) return false
  if (only !== undefined && !only.includes(company.ordinal)) return false
  if (except.includes(company.ordinal)) return false
  if (employeesMin !== undefined && (company.employeeCount === 0 || company.employeeCount < employeesMin)) return false
  if (employeesMax !== undefined && (company.employeeCount === 0 || company.employeeCount > employeesMax)) return false
  return scoreTenthsMin === undefined || company.scoreTenths >= scoreTenthsMin
}
