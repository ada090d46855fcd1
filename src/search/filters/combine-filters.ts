import type { ErrorDetail } from '../../http/index.ts'
import type { CompanyFilters } from '../engine.ts'
import { type RequestedFilters, rangeProblems } from './read-filters.ts'

/** Lists of which a company must have one value. */
const LISTS = ['countries', 'industries', 'fundingStages', 'employerKind'] as const

/** The filters of a request and those that its sentence states: a company must pass both. */
export function combineFilters(
  given: RequestedFilters,
  stated: RequestedFilters,
  problems: ErrorDetail[],
): RequestedFilters {
  const facts: Record<string, unknown> = { ...stated.facts, ...given.facts }
  for (const list of LISTS) {
    const [a, b] = [given.facts[list], stated.facts[list]] as readonly (readonly string[] | undefined)[]
    if (!a?.length || !b) continue
    const both = a.filter((value) => b.includes(value))
    if (both.length === 0) {
      problems.push({
        field: list,
        message: `signal_query says ${b.join(', ')}, and the filter ${list} says ${a.join(', ')}: nothing can match`,
      })
    }
    facts[list] = both
  }
  const [min, max] = [largest(given, stated), smallest(given, stated)]
  if (min !== undefined) facts.employeesMin = min
  if (max !== undefined) facts.employeesMax = max
  problems.push(...rangeProblems('employeesMin', min ?? 0, 'employeesMax', max ?? Number.POSITIVE_INFINITY))
  const score = Math.max(given.facts.scoreTenthsMin ?? 0, stated.facts.scoreTenthsMin ?? 0)
  if (score > 0) facts.scoreTenthsMin = score
  const domains = bothDomains(given, stated, problems)
  const without = [...(given.facts.countriesNot ?? []), ...(stated.facts.countriesNot ?? [])]
  if (without.length > 0) facts.countriesNot = [...new Set(without)]
  const countries = [...(given.countries ?? []), ...(stated.countries ?? [])]
  const countriesNot = [...(given.countriesNot ?? []), ...(stated.countriesNot ?? [])]
  return {
    ...given,
    facts: facts as CompanyFilters,
    ...(countries.length > 0 && { countries }),
    ...(countriesNot.length > 0 && { countriesNot }),
    ...(domains && { domains }),
  }
}

/** The same company may be written in two ways, such as a URL and a domain. */
function bothDomains(
  { domains: given }: RequestedFilters,
  { domains: stated }: RequestedFilters,
  problems: ErrorDetail[],
): RequestedFilters['domains'] {
  if (!given || !stated) return given ?? stated
  const names = new Set(stated.flatMap(({ domains }) => domains))
  const both = given.filter(({ domains }) => domains.some((domain) => names.has(domain)))
  if (both.length === 0) {
    const says = stated.map(({ text }) => text).join(', ')
    problems.push({
      field: 'domains',
      message: `signal_query says ${says}, and the filter domains has none of them: nothing can match`,
    })
  }
  return both
}

function largest({ facts: a }: RequestedFilters, { facts: b }: RequestedFilters): number | undefined {
  const known = [a.employeesMin, b.employeesMin].filter((value) => value !== undefined)
  return known.length === 0 ? undefined : Math.max(...known)
}

function smallest({ facts: a }: RequestedFilters, { facts: b }: RequestedFilters): number | undefined {
  const known = [a.employeesMax, b.employeesMax].filter((value) => value !== undefined)
  return known.length === 0 ? undefined : Math.min(...known)
}
