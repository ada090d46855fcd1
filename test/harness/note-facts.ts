// Facts of made-up companies, for the notes of slices.

import assert from 'node:assert/strict'
import { sliceOf } from '../../src/api/slices/index.ts'
import type { Signal } from '../../src/meaning/signals/index.ts'
import { SIGNAL_TYPES, type SignalType } from '../../src/meaning/types/index.ts'
import { goodSlice } from './slices.ts'

const DAY = 86_400
export const NOW = Date.parse('2026-06-30T15:00:00Z') / 1_000
export const SERIES_A = { round: 'series_a', amountUsd: 9_000_000 }

type Fields = Signal['fields']

export function fact(type: SignalType, daysAgo: number, fields: Fields = {}, more: Partial<Signal> = {}): Signal {
  const occurredAt = NOW - daysAgo * DAY
  const times = { occurredAt, firstSeenAt: occurredAt, lastSeenAt: NOW }
  const id = `${type} ${daysAgo} ${JSON.stringify(fields)}`
  return {
    id,
    type,
    label: type,
    confidence: 0.9,
    status: 'active',
    source: { name: 'test' },
    fields,
    ...times,
    ...more,
  }
}
export const job = (jobTitle: string, daysAgo: number, fields: Fields = {}, more: Partial<Signal> = {}) =>
  fact('hiring', daysAgo, { jobTitle, ...fields }, more)
export const round = (daysAgo: number, fields: Fields, more: Partial<Signal> = {}) =>
  fact('funding', daysAgo, fields, more)
export const tool = (name: string, daysAgo: number, change: string, fields: Fields = {}, more: Partial<Signal> = {}) =>
  fact('tool', daysAgo, { tool: name, change, category: 'crm', ...fields }, more)

export const KNOWN = { since: NOW - 1_000 * DAY, lastLookedAt: NOW - DAY }

/** The text about a company in a slice of this query with a window of 60 days. */
export function textAbout(
  query: string,
  whyNow: string,
  signals: readonly Signal[],
  coverage: Partial<Record<SignalType, typeof KNOWN>> = { hiring: KNOWN },
): string {
  const weights = Object.fromEntries(query.split(' AND ').map((clause) => [clause, 0.5]))
  const slice = goodSlice({ query, weights, notebook: { whyNow, talkingPoints: ['Ask.'] } })
  return sliceOf(slice, signals, NOW, SIGNAL_TYPES, coverage)?.notebook.whyNow ?? assert.fail('not in the slice')
}
