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
  failedEvents: 0,
  lastFailedAt: null,
  announced: 'healthy',
  throughAt: null,
  leased: true,
  lagSeconds: 0,
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

test('a webhook that falls behind shows how far, and when it will have caught up, or that the lag grows', () => {
  const behind = { ...row, announced: 'falling_behind' as const, lagSeconds: 754 }
  const of = (throughAt: Date | null) => conditionOf({ ...behind, throughAt }, undefined, now)
  assert.equal(of(later).condition, 'falling_behind')
  assert.equal(
    of(later).reason,
    'The oldest waiting event is 13 min old. At the present rate, the webhook will have caught up in 7 min, at 2026-06-01 12:07 UTC.',
  )
  assert.match(of(null).reason, /^The oldest waiting event is 13 min old, and the lag grows/)
  assert.equal(of(now).reason, 'The oldest waiting event is 13 min old.')
})

test('a webhook with failed events is not healthy, and what happens now comes first', () => {
  const failed = { ...row, openRetries: 0, failedEvents: 2, lastFailedAt: now }
  const { condition, reason } = conditionOf(failed, undefined, later)
  assert.equal(condition, 'events_failed')
  assert.match(reason, /^All attempts for 2 events have failed, the last at 2026-06-01 12:00 UTC\./)
  assert.equal(conditionOf({ ...failed, openRetries: 1 }, undefined, later).condition, 'retrying')
})

test('a webhook whose key cannot be decrypted is not healthy, and one without a delivering process is falling behind', () => {
  const quiet = { ...row, openRetries: 0, failuresInRow: 0 }
  assert.equal(conditionOf({ ...quiet, announced: 'key_unreadable' }, undefined, now).condition, 'key_unreadable')
  const alone = conditionOf({ ...quiet, leased: false, lagSeconds: 90 }, undefined, now)
  assert.equal(alone.condition, 'falling_behind')
  assert.match(alone.reason, /^The service is not delivering at the moment. The oldest waiting event is 90 s old/)
  assert.equal(conditionOf({ ...quiet, leased: false, lagSeconds: 5 }, undefined, now).condition, 'healthy')
})
