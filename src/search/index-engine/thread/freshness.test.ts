import assert from 'node:assert/strict'
import { test } from 'node:test'
import { hasContact, isBehind, NO_CONTACT } from './freshness.ts'

test('an index falls behind at 30 s, and has caught up only below 5 s', () => {
  const lags = [0, 20, 29.9, 30, 12, 29, 5, 4.9, 20, 31]
  let behind = false
  const states = lags.map((lag) => {
    behind = isBehind(lag, behind)
    return behind
  })
  assert.deepEqual(states, [false, false, false, true, true, true, true, false, false, true])
})

test('an index that never asked for the head of the log, or not within 5 s, has no contact', () => {
  assert.equal(hasContact(NO_CONTACT, 0), false)
  assert.equal(hasContact({ ...NO_CONTACT, askedAt: 1_000 }, 6_000), true)
  assert.equal(hasContact({ ...NO_CONTACT, askedAt: 1_000 }, 6_001), false)
})
