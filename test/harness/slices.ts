// Valid slices for tests, with changes where a test needs them.

import assert from 'node:assert/strict'
import { readSlices, type Slice } from '../../src/api/slices/index.ts'

export const GOOD = {
  slug: 'raised-and-hiring',
  label: 'Raised and hiring',
  thesis: 'Money first, then people.',
  query: 'funding AND hiring(ai: true) NOT tool(name: HubSpot)',
  windowDays: 60,
  weights: { funding: 0.5, 'hiring(ai: true)': 0.8 },
  notebook: { whyNow: 'The budget is new.', talkingPoints: ['Ask what the round is for.'] },
}

export function goodSlice(changes: Record<string, unknown> = {}): Slice {
  const { slices, problems } = readSlices({ ...GOOD, ...changes })
  assert.deepEqual(problems, [])
  return slices[0] ?? assert.fail('no slice')
}

/** A slice of this query whose clauses all have the same weight. */
export function sliceOfQuery(query: string, clauses: readonly string[], windowDays = 60, weight = 0.5): Slice {
  return goodSlice({ query, windowDays, weights: Object.fromEntries(clauses.map((clause) => [clause, weight])) })
}
