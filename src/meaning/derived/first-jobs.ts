// A company's first job of a function, and its first jobs in a country: a country is new for 90 days, because one job does
// not make an office. They are known to be the first only if the company's jobs were monitored for a year before.

import { postsOwnJobs } from '../companies/index.ts'
import type { FieldValue } from '../types/index.ts'
import type { DeriveContext } from './context.ts'
import { type BaseSignal, DAY_SECONDS } from './derived-signal.ts'

export const FIRST_JOB = { lookedDays: 365 } as const

/** The computed field, the field whose values it tells apart, and the values that are none. */
export const FIRST_FIELDS = [
  { name: 'first', per: 'function', ignored: ['other'], newForDays: 0 },
  { name: 'newCountry', per: 'country', ignored: ['ZZ'], newForDays: 90 },
] as const

type FirstField = (typeof FIRST_FIELDS)[number]
type EarliestOf = (per: FirstField['per'], value: FieldValue) => number | undefined

/** The values of a job by which it may be a first one: an opening in several countries has one for each. None if it is retracted. */
export function firstValuesOf({ type, status, fields }: BaseSignal): [per: FirstField['per'], value: FieldValue][] {
  if (type !== 'hiring' || status === 'retracted') return []
  return FIRST_FIELDS.flatMap(({ per, ignored }) => {
    const values = [(per === 'country' ? fields.countries : undefined) ?? fields[per] ?? []].flat()
    const known = values.filter((value) => !(ignored as readonly FieldValue[]).includes(value))
    return known.map((value): [FirstField['per'], FieldValue] => [per, value])
  })
}

/**
 * The computed fields of the jobs that have any, by the fact's id. Jobs of the same second are first together. If the
 * facts are only a part of the company's, `given` returns when its first job with a value was opened.
 */
export function computedFields(
  facts: readonly BaseSignal[],
  context: DeriveContext,
  given?: EarliestOf,
): Map<string, Readonly<Record<string, FieldValue>>> {
  const computed = new Map<string, Record<string, FieldValue>>()
  if (context.lookedSince === undefined || !postsOwnJobs(context.employerKind)) return computed
  const from = firstKnownFrom(context.lookedSince)
  const earliestOf = given ?? earliestIn(facts)
  for (const fact of facts) {
    for (const [per, value] of firstValuesOf(fact)) {
      const isHome = per === 'country' && value === context.hqCountry
      const first = isHome ? undefined : earliestOf(per, value)
      const { name, newForDays } = FIRST_FIELDS.find((each) => each.per === per) as FirstField
      if (first === undefined || first < from || fact.occurredAt > first + newForDays * DAY_SECONDS) continue
      computed.set(fact.id, { ...computed.get(fact.id), [name]: true })
    }
  }
  return computed
}

/** Before this time no job is known to be the first one. */
export function firstKnownFrom(lookedSince: number): number {
  return lookedSince + FIRST_JOB.lookedDays * DAY_SECONDS
}

function earliestIn(facts: readonly BaseSignal[]): EarliestOf {
  const earliest = new Map<string, number>()
  for (const fact of facts) {
    for (const [per, value] of firstValuesOf(fact)) {
      const name = `${per} ${value}`
      earliest.set(name, Math.min(fact.occurredAt, earliest.get(name) ?? fact.occurredAt))
    }
  }
  return (per, value) => earliest.get(`${per} ${value}`)
}
