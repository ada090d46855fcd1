import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type ConditionRow, conditionOf } from './condition.ts'

const now = new Date('2026-06-01T12:00:00Z')
const later = new Date('2026-06-01T12:07:00Z')
const row: ConditionRow = {
  state: 'enabled',
  pauseReason: null,
  pausedAt: null,
  failuresInRow: 1,
  failingSince: null,
  heldSince: null,
  probeAt: null,
  openRetries: 2,
  nextDue: later,
}

test('a time that lies ahead is told, one that has passed is not', () => {
  const reasonOf = (changes: Partial<ConditionRow>) => conditionOf({ ...row, ...changes }, undefined, now).reason
  assert.equal(reasonOf({}), '2 events are due again, the next at 2026-06-01 12:07 UTC.')
  assert.equal(reasonOf({ nextDue: now }), '2 events are due again.')
  assert.match(reasonOf({ heldSince: now, probeAt: later }), /The next try is at 2026-06-01 12:07 UTC\.$/)
  assert.match(reasonOf({ heldSince: now, probeAt: now }), /whether it is back\.$/)
})

test('a hold on all delivery goes before what one endpoint does, and is told in words', () => {
  assert.deepEqual(conditionOf(row, undefined, now).condition, 'retrying')
  for (const [hold, words] of [
    ['operator', /^All delivery is held by the operator/],
    ['restored', /^All delivery is held, as this is a restored copy/],
  ] as const) {
    const { condition, reason } = conditionOf(row, hold, now)
    assert.equal(condition, 'held')
    assert.match(reason, words)
  }
})
