import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type ConditionRow, conditionOf } from './webhook-state.ts'

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

test('the next time is mentioned only while it is in the future', () => {
  const reasonOf = (changes: Partial<ConditionRow>) => conditionOf({ ...row, ...changes }, undefined, now).reason
  assert.equal(reasonOf({}), '2 events are waiting for a retry, the next at 2026-06-01 12:07 UTC.')
  assert.equal(reasonOf({ nextDue: now }), '2 events are waiting for a retry.')
  assert.match(reasonOf({ heldSince: now, probeAt: later }), /The next attempt is at 2026-06-01 12:07 UTC\.$/)
  assert.match(reasonOf({ heldSince: now, probeAt: now }), /until the endpoint recovers\.$/)
})

test('a hold on all delivery takes precedence over the state of the endpoint', () => {
  assert.deepEqual(conditionOf(row, undefined, now).condition, 'retrying')
  for (const [hold, words] of [
    ['operator', /^All delivery is held by the operator/],
    ['restored', /^All delivery is held because this is a restored copy/],
  ] as const) {
    const { condition, reason } = conditionOf(row, hold, now)
    assert.equal(condition, 'held')
    assert.match(reason, words)
  }
})
