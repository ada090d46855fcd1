// The reference engine: search over plain objects, with the query language's evaluator. Slow, and easy to verify by reading.

import type { Company } from '../../src/meaning/companies/index.ts'
import { heatSeconds, NO_HEAT } from '../../src/meaning/scores/index.ts'
import type { Signal } from '../../src/meaning/signals/index.ts'
import { clausesOf, DAY_SECONDS, LEAST, matchAt, matches, ranking, satisfies } from '../../src/query/index.ts'
import type { CompanyFilters, Evidence, Search, SearchResult } from '../../src/search/index.ts'
import { typesOfBits } from '../../src/write/sources/index.ts'

export interface ReferenceCompany extends Company {
  readonly heatKey: number
  readonly scoreTenths: number
  /** The types that the company is monitored for, as bits. */
  readonly looked: number
  readonly signals: readonly Signal[]
}

/** A company of a result. */
export interface RankedCompany extends ReferenceCompany {
  readonly matchKey: number
  readonly newest: number
}

export interface ReferenceEngine {
  page(search: Search): Promise<SearchResult>
  evidence(search: Pick<Search, 'query' | 'filters' | 'asOf'>): Promise<Evidence>
  /** The match and the ids of the signals that each company of a page shows. */
  shownSignals(search: Search, ordinals: readonly number[]): Promise<{ match: number; ids: string[] }[]>
}

/** The rules of a search: the evaluator's own, unless a test plants a bug to show that it would be found. */
export interface Rules {
  readonly matches: typeof matches
  readonly satisfies: typeof satisfies
  readonly ranking: typeof ranking
  passes(company: ReferenceCompany, filters: CompanyFilters): boolean
  /** Negative when `a` comes first. */
  compare(a: RankedCompany, b: RankedCompany, sort: Search['sort']): number
}

export const RULES: Rules = {
  matches,
  satisfies,
  ranking,
  passes,
  compare: (a, b, sort) =>
    sortKey(b, sort) - sortKey(a, sort) || (sort === 'score' ? 0 : b.heatKey - a.heatKey) || a.ordinal - b.ordinal,
}

export function referenceEngine(companies: readonly ReferenceCompany[], rules: Rules = RULES): ReferenceEngine {
  return {
    async page({ query, filters, sort, asOf, offset, limit, explain }) {
      const passing = companies.filter((company) => rules.passes(company, filters))
      const found = passing
        .filter(({ signals }) => rules.matches(query, signals, asOf))
        .map((company) => ({ ...company, ...finite(rules.ranking(query, company.signals, asOf, company)) }))
        .sort((a, b) => rules.compare(a, b, sort))
      const countClauses = () =>
        clausesOf(query).map((clause) => passing.filter(({ signals }) => rules.matches(clause, signals, asOf)).length)
      const { withoutAgencies, ...others } = filters
      const countMatching = () =>
        companies.filter((company) => rules.passes(company, others) && rules.matches(query, company.signals, asOf))
          .length
      return {
        total: found.length,
        ...(withoutAgencies && { leftOut: countMatching() - found.length }),
        ordinals: found.slice(offset, offset + limit).map(({ ordinal }) => ordinal),
        ...(explain && { clauses: countClauses() }),
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
        closedDay: Uint16Array.from(all, ({ signal: { closedAt } }) =>
          closedAt === undefined ? 0 : Math.floor(closedAt / DAY_SECONDS) + 1,
        ),
        clauses: Uint32Array.from(all, ({ mask }) => mask),
        position: 0,
      }
    },

    async shownSignals({ query, asOf }, ordinals) {
      return ordinals.map((ordinal) => {
        const {
          signals = [],
          employeeCount = 0,
          heatKey = NO_HEAT,
        } = companies.find((company) => company.ordinal === ordinal) ?? {}
        const { matchKey, shown = [] } = rules.ranking(query, signals, asOf, { employeeCount }) ?? {}
        return { match: matchAt(matchKey ?? LEAST, asOf, heatSeconds(heatKey)), ids: shown.map(({ id }) => id) }
      })
    },
  }
}

export function sortKey({ heatKey, scoreTenths, matchKey, newest }: RankedCompany, sort: Search['sort']): number {
  return { match: matchKey, heat: heatKey, score: scoreTenths, recent: newest }[sort]
}

/** Finite, so that the difference of two companies without a key is 0 and not NaN. */
function finite(ranked: ReturnType<typeof ranking>): Pick<RankedCompany, 'matchKey' | 'newest'> {
  const { matchKey = LEAST, newest = LEAST } = ranked ?? {}
  return { matchKey: Math.max(-1e15, matchKey), newest: Math.max(-1e15, newest) }
}

function passes(company: ReferenceCompany, filters: CompanyFilters): boolean {
  const { countries = [], countriesNot = [], fundingStages = [], industries = [] } = filters
  const { employerKind = [], employeesMin, employeesMax, scoreTenthsMin, watched = [], only, except = [] } = filters
  if (countries.length > 0 && !countries.includes(company.hqCountry)) return false
  if (countriesNot.length > 0 && countriesNot.includes(company.hqCountry)) return false
  if (fundingStages.length > 0 && !fundingStages.includes(company.fundingStage)) return false
  if (industries.length > 0 && !industries.includes(company.industry)) return false
  if (employerKind.length > 0 && !employerKind.includes(company.employerKind)) return false
  if (filters.withoutAgencies && ['agency', 'marketplace'].includes(company.employerKind)) return false
  if (!watched.every((type) => typesOfBits(company.looked).includes(type))) return false
  if (only !== undefined && !only.includes(company.ordinal)) return false
  if (except.includes(company.ordinal)) return false
  if (employeesMin !== undefined && (company.employeeCount === 0 || company.employeeCount < employeesMin)) return false
  if (employeesMax !== undefined && (company.employeeCount === 0 || company.employeeCount > employeesMax)) return false
  return scoreTenthsMin === undefined || company.scoreTenths >= scoreTenthsMin
}
