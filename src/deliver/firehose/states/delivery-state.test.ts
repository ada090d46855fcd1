import assert from 'node:assert/strict'
import { test } from 'node:test'
import { AnnouncedState, deliveryStateOf } from './delivery-state.ts'
import { FAILURES_TO_HOLD, NEW_HEALTH } from './health.ts'
import { LAG_LIMITS, LagTracker } from './lag-tracker.ts'

const SECOND = 1_000

test('the most serious state counts', () => {
  const fine = { keyReadable: true, health: NEW_HEALTH, isBehind: false, openRetries: 0 }
  const failing = { ...NEW_HEALTH, failuresInRow: FAILURES_TO_HOLD }
  assert.equal(deliveryStateOf(fine), 'healthy')
  assert.equal(deliveryStateOf({ ...fine, openRetries: 1 }), 'retrying')
  assert.equal(deliveryStateOf({ ...fine, openRetries: 1, isBehind: true }), 'falling_behind')
  assert.equal(deliveryStateOf({ ...fine, isBehind: true, health: failing }), 'held')
  assert.equal(deliveryStateOf({ ...fine, health: failing, keyReadable: false }), 'key_unreadable')
})

test('a webhook whose lag moves around the bound does not flap', () => {
  const tracker = new LagTracker(false)
  const { behindSeconds, caughtUpSeconds } = LAG_LIMITS
  const changes: boolean[] = []
  for (let i = 0; i < 200; i++) {
    tracker.add({ at: i * 5 * SECOND, frontier: i, head: i + 100 }, behindSeconds + (i % 2 === 0 ? 5 : -5))
    if (tracker.isBehind !== changes.at(-1)) changes.push(tracker.isBehind)
  }
  assert.deepEqual(changes, [true])
  tracker.add({ at: 2_000 * SECOND, frontier: 300, head: 300 }, caughtUpSeconds)
  assert.equal(tracker.isBehind, true)
  tracker.add({ at: 2_005 * SECOND, frontier: 300, head: 300 }, caughtUpSeconds - 1)
  assert.equal(tracker.isBehind, false)
})

test('the time to catch up follows from the rates of the last minute, and a growing lag has none', () => {
  const run = (sent: number, written: number) => {
    const tracker = new LagTracker(true)
    for (let s = 0; s <= 300; s += 5) {
      tracker.add({ at: s * SECOND, frontier: s * sent, head: 45_000 + s * written }, 90)
    }
    return tracker.secondsToGo
  }
  // 45,000 were waiting, and 300 s at 20 more a second than arrive leave 39,000.
  assert.equal(run(34, 14), 39_000 / 20)
  assert.equal(run(5, 14), undefined)
  assert.equal(run(14, 14), undefined)
  const fresh = new LagTracker(true)
  fresh.add({ at: 0, frontier: 0, head: 10 }, 90)
  assert.equal(fresh.secondsToGo, undefined)
})

test('serious states are announced immediately, and retries only when they last', () => {
  const announced = new AnnouncedState('healthy', 0, 60 * SECOND)
  const at = (state: Parameters<typeof announced.observe>[0], seconds: number) => {
    const isNew = announced.observe(state, seconds * SECOND)
    if (isNew) announced.announce(state)
    return isNew
  }
  // An endpoint that fails now and then.
  for (let s = 0; s < 600; s += 10) assert.equal(at(s % 20 === 0 ? 'healthy' : 'retrying', s), false)
  assert.equal(at('retrying', 600), false)
  assert.equal(at('retrying', 661), true)
  assert.equal(at('held', 662), true)
  // Its ramp fails again within seconds.
  assert.equal(at('retrying', 700), false)
  assert.equal(at('held', 705), false)
  assert.equal(at('healthy', 710), false)
  assert.equal(at('healthy', 771), true)
  assert.equal(at('falling_behind', 772), true)
  assert.equal(at('healthy', 773), true)
  assert.equal(at('key_unreadable', 774), true)
  assert.equal(at('retrying', 775), true)
})
