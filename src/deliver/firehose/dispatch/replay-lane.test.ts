// Replays, in virtual time.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { HOUR, MINUTE, ok, SECOND, status, VirtualEndpoint } from '../../../../test/harness/virtual-endpoint.ts'
import type { SendResult } from '../../sending/index.ts'

test('a failing replay delays no live event, counts only in its own totals, and ends', () => {
  const world = new VirtualEndpoint({
    receiver: ({ lane }) => (lane === 'replay' ? status(503, { retryAfterSeconds: 30 }) : ok()),
    events: 30,
    signalOf: (position) => `s${position % 3}`,
  })
  world.runFor(MINUTE)
  world.endpoint.startReplay({ id: 'r', position: 0, toPosition: 30, sent: 0, failed: 0 })
  for (let live = 31; live <= 90; live++) {
    world.write()
    world.runFor(100)
    assert.equal(world.attemptsOf(live)[0]?.lane, 'first', `${live} waits`)
    world.runFor(MINUTE)
  }
  const replayed = world.sent.filter(({ lane }) => lane === 'replay')
  assert.deepEqual(
    replayed.filter(({ position }) => position === 1).map(({ attempt }) => attempt),
    [1, 2, 3],
  )
  for (const [i, { at }] of replayed.entries()) {
    const before = replayed[i - 2]?.at ?? 0
    assert.ok(at - before >= 30 * SECOND, 'the lane honours Retry-After')
  }
  const ends = world.committed.filter(({ replay }) => replay?.finished).map(({ replay }) => replay)
  assert.deepEqual(ends, [{ id: 'r', position: 30, sent: 0, failed: 30, finished: true }])
  assert.equal(replayed.length, 90)
  assert.ok(world.committed.every(({ stored, exhausted }) => stored.length + exhausted.length === 0))
  assert.ok(world.committed.every(({ health }) => health.failuresInRow === 0))
  assert.equal(world.endpoint.openCount, 0)
})

test('a replayed event that succeeds on a retry counts as sent; an aborted one is retried', () => {
  const aborted: SendResult = { outcome: 'failure', reason: 'aborted', message: 'stopped', latencyMs: 1 }
  let cut = 3
  const world = new VirtualEndpoint({
    receiver: ({ lane, attempt }) => {
      if (lane !== 'replay') return ok()
      if (cut-- > 0) return aborted
      return attempt === 1 ? status(500) : ok()
    },
    events: 5,
  })
  world.runFor(MINUTE)
  world.endpoint.startReplay({ id: 'r', position: 0, toPosition: 5, sent: 0, failed: 0 })
  world.runFor(HOUR)
  const end = world.commit().replay
  assert.deepEqual(end, { id: 'r', position: 5, sent: 5, failed: 0, finished: true })
})

test('a replayed event whose type was unsubscribed does not keep the replay from finishing', () => {
  const world = new VirtualEndpoint({ receiver: () => ok(), events: 1 })
  world.runFor(MINUTE)
  world.endpoint.startReplay({ id: 'r', position: 0, toPosition: 1, sent: 0, failed: 0 })
  const next = world.endpoint.take(world.now, 16)
  assert.ok(next && 'attempt' in next)
  assert.equal(world.endpoint.collect().replay?.finished, false)
  world.endpoint.drop(next.attempt, world.now)
  assert.equal(world.endpoint.collect().replay?.finished, true)
})
