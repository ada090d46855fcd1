// A company's first job of a function, and its first jobs in a country: a country is new for 90 days, because one job does
// not make an office. They are known to be the first only if somebody has looked for the company's jobs for a year before.

import { postsOwnJobs } from '../companies/index.ts'
import type { FieldValue } from '../signals/index.ts'
import type { DeriveContext } from './context.ts'
import { type BaseSignal, DAY_SECONDS } from './derived-signal.ts'

export const FIRST_JOB = { lookedDays: 365 } as const

/** The computed field, the field whose values it tells apart, and the values that are none. */
export const FIRST_FIELDS = [
  { name: 'first', per: 'function', ignored: ['other'], newForDays: 0 },
  { name: 'newCountry', per: 'country', ignored: ['ZZ'], newForDays: 90 },
] as const

/**
 * The computed fields of the jobs that have any, by the fact's id. Jobs of the same second are first together. Needed are
 * only the earliest jobs of each function and of each country.
 */
export function computedFields(
  facts: readonly BaseSignal[],
  context: DeriveContext,
): Map<string, Readonly<Record<string, FieldValue>>> {
  const computed = new Map<string, Record<string, FieldValue>>()
  if (context.lookedSince === undefined || !postsOwnJobs(context.employerKind)) return computed
  const from = context.lookedSince + FIRST_JOB.lookedDays * DAY_SECONDS
  const jobs = facts.filter(({ type, status }) => type === 'hiring' && status !== 'retracted')
  for (const { name, per, ignored, newForDays } of FIRST_FIELDS) {
    const earliest = new Map<FieldValue, number>()
    for (const { fields, occurredAt } of jobs) {
      const value = fields[per]
      if (value === undefined || (ignored as readonly FieldValue[]).includes(value)) continue
      earliest.set(value, Math.min(occurredAt, earliest.get(value) ?? occurredAt))
    }
    for (const { id, fields, occurredAt } of jobs) {
      const value = fields[per]
      const isHome = per === 'country' && value === context.hqCountry
      const first = value === undefined || isHome ? undefined : earliest.get(value)
      if (first === undefined || first < from || occurredAt > first + newForDays * DAY_SECONDS) continue
      computed.set(id, { ...computed.get(id), [name]: true })
    }
  }
  return computed
}
