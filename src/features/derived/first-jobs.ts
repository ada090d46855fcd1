// A company's first job of a function or in a country. It is known to be the first only if somebody has looked for the
// company's jobs for a year before it.

import type { FieldValue } from '../signals/index.ts'
import { type DeriveContext, postsOwnJobs } from './context.ts'
import { type BaseSignal, DAY_SECONDS } from './derived-signal.ts'

export const FIRST_JOB = { lookedDays: 365 } as const

/** The computed field, the field whose values it tells apart, and the values that are none. */
export const FIRST_FIELDS = [
  { name: 'first', per: 'function', ignored: ['other'] },
  { name: 'newCountry', per: 'country', ignored: ['ZZ'] },
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
  if (context.lookedSince === undefined || !postsOwnJobs(context)) return computed
  const from = context.lookedSince + FIRST_JOB.lookedDays * DAY_SECONDS
  const jobs = facts.filter(({ type, status }) => type === 'hiring' && status !== 'retracted')
  for (const { name, per, ignored } of FIRST_FIELDS) {
    const earliest = new Map<FieldValue, number>()
    for (const { fields, occurredAt } of jobs) {
      const value = fields[per]
      if (value === undefined || (ignored as readonly FieldValue[]).includes(value)) continue
      earliest.set(value, Math.min(occurredAt, earliest.get(value) ?? occurredAt))
    }
    for (const { id, fields, occurredAt } of jobs) {
      const value = fields[per]
      if (value === undefined || occurredAt < from || earliest.get(value) !== occurredAt) continue
      computed.set(id, { ...computed.get(id), [name]: true })
    }
  }
  return computed
}
