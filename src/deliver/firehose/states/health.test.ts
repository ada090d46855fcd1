// The circuit breaker, in virtual time: days pass in milliseconds.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { DAY, HOUR, MINUTE, ok, refused, SECOND, VirtualEndpoint } from '../../../../test/harness/virtual-endpoint.ts'

test('an endpoint that goes down is held; about forty events lose an attempt, however many are waiting', () => {
  const world = new VirtualEndpoint({ receiver: () => refused, events: 1_000_000 })
  world.runFor(DAY)
  assert.ok(world.endpoint.health.heldSince !== undefined)
  const touched = new Set(world.sent.map(({ position }) => position))
  assert.ok(touched.size < 50, `${touched.size} events were tried`)
  assert.ok(world.sends < 120, `${world.sends} requests`)
  const held = world.sent.filter(({ at }) => at > world.startedAt + HOUR)
  for (const [i, { at }] of held.entries()) assert.ok(i === 0 || at - (held[i - 1]?.at ?? 0) > 20 * MINUTE)
  assert.equal(world.committed.flatMap(({ exhausted }) => exhausted).length, 0)
})

test('the oldest event is the probe, and a hold of four days exhausts no event', () => {
  const world = new VirtualEndpoint({ receiver: () => refused, events: 1_000 })
  world.runFor(4 * DAY)
  const probes = world.sent.filter(({ at }) => at > world.startedAt + 10 * MINUTE)
  assert.equal(probes[0]?.position, 1)
  for (const [i, { position }] of probes.entries()) assert.ok(position >= (probes[i - 1]?.position ?? 0))
  assert.ok(world.sent.every(({ attempt }) => attempt < 9))
  assert.equal(world.endpoint.isPaused, false)
})

test('after five days of failures the webhook is paused', () => {
  const world = new VirtualEndpoint({ receiver: () => refused, events: 1_000 })
  world.runFor(6 * DAY)
  assert.equal(world.commit().pause, 'failing')
  const last = world.sent.at(-1)?.at ?? 0
  assert.ok(last - world.startedAt >= 5 * DAY && last - world.startedAt < 5 * DAY + 2 * HOUR)
})

test('after a day of downtime with a million events, recovery ramps up, stays within the limits and delivers everything', () => {
  const perSecond = new Map<number, number>()
  let down = true
  const delivered = new Uint8Array(1_000_001)
  const world: VirtualEndpoint = new VirtualEndpoint({
    events: 1_000_000,
    record: false,
    subscription: { maxPerSecond: 500 },
    receiver: ({ at, position }) => {
      if (down) return refused
      const second = Math.floor(at / SECOND)
      perSecond.set(second, (perSecond.get(second) ?? 0) + 1)
      delivered[position] = (delivered[position] ?? 0) + 1
      return ok()
    },
  })
  world.runFor(DAY)
  down = false
  const recoveredAt = world.now
  world.runFor(3 * HOUR)
  assert.ok(world.maxInFlightSeen <= 16)
  assert.ok(Math.max(...perSecond.values()) <= 500)
  assert.ok(world.maxOpenSeen < 100, 'waiting events are in the log, not in memory')
  const firstSecond = Math.min(...perSecond.keys())
  assert.ok(firstSecond * SECOND - recoveredAt <= 72 * MINUTE, 'the recovery was noticed within the longest backoff')
  assert.equal(delivered.indexOf(0, 1), -1, 'an event is missing')
  assert.equal(delivered.indexOf(2), -1, 'an event was delivered twice')
})

test('the ramp starts with one request, and three failures during it hold the endpoint again', () => {
  let up = false
  const world: VirtualEndpoint = new VirtualEndpoint({ receiver: () => (up ? ok(SECOND) : refused), events: 10_000 })
  world.runFor(HOUR)
  up = true
  world.runFor(30 * MINUTE)
  const after = world.sent.filter(({ at }) => at > world.startedAt + HOUR)
  const [probe] = after
  assert.ok(probe)
  const within = (ms: number) => after.filter(({ at }) => at < probe.at + ms).length
  assert.equal(within(SECOND), 1)
  assert.ok(within(2 * SECOND) <= 3, `${within(2 * SECOND)}`)
  assert.ok(within(10 * SECOND) > 20)
  const heldAgain = new VirtualEndpoint({
    receiver: ({ at }) => (at > heldAgain.startedAt + HOUR && heldAgain.sends % 4 === 0 ? ok() : refused),
    events: 10_000,
  })
  heldAgain.runFor(HOUR + 20 * MINUTE)
  assert.ok(heldAgain.sends < 120, `${heldAgain.sends}`)
})
