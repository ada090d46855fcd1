import { postsOwnJobs } from '../../meaning/companies/index.ts'
import type { SliceMembers } from '../slices/index.ts'

interface Bar {
  readonly value: string
  readonly companies: number
}

const MAX_COUNTRIES = 6

/** Employees, by the lower bound. 0: the number isn't known. */
const SIZES: readonly (readonly [from: number, value: string])[] = [
  [1, '1–10'],
  [11, '11–50'],
  [51, '51–200'],
  [201, '201–1,000'],
  [1_001, '1,001–5,000'],
  [5_001, '5,001+'],
]

/**
 * How many companies of a slice are in each country and of each size, without agencies and marketplaces. The countries with
 * most companies come first, and the rest is `other`. Unknown values are the last bar: `unknown`.
 */
export function windowBars({ facts }: Pick<SliceMembers, 'facts'>) {
  const employers = facts.filter(({ employerKind }) => postsOwnJobs(employerKind))
  const countries = countBy(employers, ({ hqCountry }) => (hqCountry === 'ZZ' ? 'unknown' : hqCountry))
  const sizes = countBy(employers, ({ employeeCount }) => sizeOf(employeeCount))
  return { companies: employers.length, countries: mostFrequent(countries), sizes: inOrder(sizes) }
}

function countBy<Value>(values: readonly Value[], nameOf: (value: Value) => string): Map<string, number> {
  const counts = new Map<string, number>()
  for (const value of values) counts.set(nameOf(value), (counts.get(nameOf(value)) ?? 0) + 1)
  return counts
}

function sizeOf(employeeCount: number): string {
  return SIZES.findLast(([from]) => employeeCount >= from)?.[1] ?? 'unknown'
}

function mostFrequent(counts: ReadonlyMap<string, number>): Bar[] {
  const known = [...counts].filter(([value]) => value !== 'unknown').sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1))
  const rest = known.slice(MAX_COUNTRIES).reduce((sum, [, companies]) => sum + companies, 0)
  const bars = known.slice(0, MAX_COUNTRIES).map(([value, companies]) => ({ value, companies }))
  return [...bars, ...(rest > 0 ? [{ value: 'other', companies: rest }] : []), ...unknownOf(counts)]
}

function inOrder(counts: ReadonlyMap<string, number>): Bar[] {
  const bars = SIZES.map(([, value]) => ({ value, companies: counts.get(value) ?? 0 }))
  return [...bars, ...unknownOf(counts)]
}

function unknownOf(counts: ReadonlyMap<string, number>): Bar[] {
  const companies = counts.get('unknown') ?? 0
  return companies > 0 ? [{ value: 'unknown', companies }] : []
}
