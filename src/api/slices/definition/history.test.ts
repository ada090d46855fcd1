import assert from 'node:assert/strict'
import { test } from 'node:test'
import { DAY_SECONDS, parseSignalQuery } from '../../../query/index.ts'
import { readyFrom } from './history.ts'

const NOW = Date.UTC(2026, 10, 18) / 1_000
const daysAgo = (days: number) => NOW - days * DAY_SECONDS

test('a slice that needs history states from when a company can be in it, and after how many days', () => {
  const cases: [
    query: string,
    known: number | null,
    looked: number | null,
    inDays: number | undefined,
    days?: number,
  ][] = [
    ['velocity', 0, null, 120, 120],
    ['velocity', 100, null, 20, 120],
    ['velocity', 120, null, undefined],
    ['velocity', null, null, undefined],
    ['hiring(first: true)', 300, 300, 65, 365],
    ['hiring(newCountry: true, count >= 2)', 300, null, undefined],
    ['hiring', 0, 0, undefined],
    ['funding velocity', 30, 30, 90, 120],
    ['velocity hiring(first: true)', 30, 30, 335, 365],
    ['velocity OR hiring(first: true)', 30, 30, 90, 120],
    ['velocity OR funding', 30, 30, undefined],
    ['funding NOT velocity', 30, 30, undefined],
    ['funding THEN velocity WITHIN 90d', 30, 30, 90, 120],
  ]
  for (const [query, known, looked, inDays, days] of cases) {
    const history = {
      jobsKnownSince: known === null ? null : daysAgo(known),
      jobsLookedSince: looked === null ? null : daysAgo(looked),
    }
    const ready = readyFrom(parseSignalQuery(query), history, NOW)
    const expected = inDays === undefined ? undefined : { at: daysAgo(-inDays), days }
    assert.deepEqual(ready, expected, query)
  }
})
