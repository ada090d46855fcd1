// The delivery rules, in virtual time: days pass in milliseconds.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import {
  DAY,
  HOUR,
  MINUTE,
  ok,
  refused,
  SECOND,
  status,
  timeout,
  VirtualEndpoint,
} from '../../../test/harness/virtual-endpoint.ts'
import type { SendResult } from '../sending/index.ts'
import { MAX_OPEN } from './endpoint.ts'
import { RateLimiter } from './rate-limiter.ts'
import { nextRetryAt } from './schedule.ts'

test('each event is delivered once, and no event stays open', () => {
  const world = new VirtualEndpoint({ receiver: () => ok(), events: 1_000 })
  world.runFor(HOUR)
  assert.deepEqual(
    world.sent.map(({ position }) => position).sort((a, b) => a - b),
    range(1, 1_000),
  )
  const { frontier, pending } = world.commit()
  assert.deepEqual({ frontier, pending }, { frontier: 1_000, pending: [] })
  assert.equal(world.endpoint.openCount, 0)
})

test('a failing event gets nine attempts over about three days and is then exhausted', () => {
  const world = new VirtualEndpoint({ receiver: ({ position }) => (position === 3 ? status(500) : ok()), events: 5 })
  // Other events succeed in between. Otherwise the endpoint would be held.
  for (let hour = 0; hour < 24 * 5; hour++) {
    world.write()
    world.runFor(HOUR)
  }
  const attempts = world.attemptsOf(3)
  assert.deepEqual(
    attempts.map(({ attempt }) => attempt),
    range(1, 9),
  )
  const delays = attempts.slice(1).map(({ at }, i) => Math.round((at - (attempts[i]?.at ?? 0)) / SECOND))
  assert.deepEqual(delays, [10, 60, 300, 1_800, 7_200, 28_800, 86_400, 129_600])
  const exhausted = world.committed.flatMap((progress) => progress.exhausted)
  assert.deepEqual(
    exhausted.map(({ position, attempts: n }) => ({ position, n })),
    [{ position: 3, n: 9 }],
  )
  assert.equal(world.endpoint.openCount, 0)
})

test('retry delays have a jitter of 20 %', () => {
  assert.equal(
    nextRetryAt(1, 0, () => 0),
    8_000,
  )
  assert.equal(
    nextRetryAt(1, 0, () => 0.999_999),
    12_000,
  )
})

test('Retry-After of 429 and 503 is honoured up to an hour, for all events of the endpoint', () => {
  const world = new VirtualEndpoint({
    receiver: ({ attempt, position }) =>
      position === 1 && attempt === 1 ? status(429, { retryAfterSeconds: 120 }) : ok(),
    events: 1,
  })
  world.runFor(SECOND)
  world.write(10)
  world.runFor(118 * SECOND)
  assert.equal(world.sends, 1, 'nothing is sent during the Retry-After')
  world.runFor(5 * SECOND)
  assert.equal(world.sends, 12)

  const greedy = new VirtualEndpoint({
    receiver: ({ attempt }) => (attempt === 1 ? status(503, { retryAfterSeconds: 86_400 }) : ok()),
    events: 1,
  })
  greedy.runFor(HOUR + SECOND)
  assert.equal(greedy.attemptsOf(1).length, 2)

  const other = new VirtualEndpoint({
    receiver: ({ attempt }) => (attempt === 1 ? status(500, { retryAfterSeconds: 600 }) : ok()),
    events: 1,
  })
  other.runFor(11 * SECOND)
  assert.equal(other.attemptsOf(1).length, 2, 'Retry-After of other statuses is ignored')
})

test('an error on our side does not count as an attempt and is retried a second later', () => {
  let errors = 0
  const world = new VirtualEndpoint({
    receiver: () => (errors++ < 20 ? { ...refused, reason: 'failed' } : ok()),
    events: 1,
  })
  world.runFor(MINUTE)
  const attempts = world.attemptsOf(1)
  assert.equal(attempts.length, 21)
  assert.ok(attempts.every(({ attempt }) => attempt === 1))
  assert.equal(attempts[1]?.at, (attempts[0]?.at ?? 0) + SECOND + (refused.latencyMs ?? 0))
  assert.equal(world.endpoint.openCount, 0)
})

test('410 pauses the webhook and keeps the event', () => {
  const world = new VirtualEndpoint({ receiver: () => status(410), events: 50, maxInFlight: 1 })
  world.runFor(DAY)
  const progress = world.commit()
  assert.equal(progress.pause, 'gone')
  assert.equal(world.sends, 1)
  assert.equal(world.endpoint.openCount, 1)
})

test('events of one signal never overtake each other, whatever fails', () => {
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: 0, max: 3 }), { minLength: 5, maxLength: 60 }),
      fc.array(fc.constantFrom('ok', 'slow', 'fail', 'timeout'), { minLength: 1, maxLength: 40 }),
      (signals, behaviours) => {
        let n = 0
        const done: { signalId: string; position: number; at: number }[] = []
        const world: VirtualEndpoint = new VirtualEndpoint({
          events: signals.length,
          signalOf: (position) => `s${signals[position - 1]}`,
          receiver: ({ signalId, position }) => {
            const behaviour = behaviours[n++ % behaviours.length] ?? 'ok'
            // After 60 requests everything succeeds, so all events are delivered in the end.
            const result =
              n > 60 || behaviour === 'ok'
                ? ok()
                : behaviour === 'slow'
                  ? ok(9_000)
                  : behaviour === 'fail'
                    ? refused
                    : timeout
            if (result.outcome === 'response') done.push({ signalId, position, at: world.now })
            return result
          },
        })
        world.runFor(6 * DAY)
        for (const signalId of new Set(done.map((each) => each.signalId))) {
          const positions = done.filter((each) => each.signalId === signalId).map(({ position }) => position)
          assert.deepEqual(
            positions,
            [...new Set(positions)].sort((a, b) => a - b),
          )
          const starts = world.sent.filter((each) => each.signalId === signalId)
          for (const [i, start] of starts.entries()) {
            assert.ok(
              start.position >= (starts[i - 1]?.position ?? 0),
              'a later event was tried before an earlier one was finished',
            )
          }
        }
        const open = world.endpoint.openCount + world.commit().pending.length
        const exhaustedPositions = world.committed.flatMap(({ exhausted }) => exhausted.map(({ position }) => position))
        const unread = world.head - world.endpoint.frontier
        assert.equal(done.length + exhaustedPositions.length + open + unread, signals.length)
      },
    ),
    { numRuns: 300 },
  )
})

test('one request that hangs does not block the others', () => {
  const world = new VirtualEndpoint({ receiver: ({ position }) => (position === 5 ? timeout : ok()), events: 20_000 })
  world.runFor(14 * SECOND)
  const { pending, frontier } = world.commit()
  assert.deepEqual(
    pending.filter((position) => position < 1_000),
    [5],
  )
  assert.ok(frontier > 5_000, `only ${frontier}`)
})

test('the next holder sends the pending events again, and only those', () => {
  const first = new VirtualEndpoint({ receiver: ({ position }) => (position % 7 === 0 ? timeout : ok()), events: 40 })
  first.runFor(5 * SECOND)
  const { frontier, pending, stored } = first.commit()
  assert.ok(pending.length > 0)
  const open = [
    ...pending.map((position) => ({
      position,
      signalId: `s${position}`,
      type: 'hiring',
      attempts: 0,
      dueAt: 0,
      stored: false,
    })),
    ...stored,
  ]
  const second = new VirtualEndpoint({ receiver: () => ok(), events: 40, state: { frontier, open } })
  second.runFor(HOUR)
  const both = new Set(
    [...first.sent.filter(({ position }) => position % 7 !== 0), ...second.sent].map(({ position }) => position),
  )
  assert.equal(both.size, 40)
  assert.deepEqual(
    second.sent
      .map(({ position }) => position)
      .filter((position) => position <= frontier)
      .sort(),
    [...pending].sort(),
  )
})

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

test('retries leave room for first attempts, and the other way round', () => {
  const world = new VirtualEndpoint({
    receiver: ({ attempt, position }) =>
      position % 10 === 0 && position <= 400 ? (attempt === 1 ? status(500) : timeout) : ok(),
    events: 0,
    subscription: { maxInFlight: 16 },
  })
  for (let i = 0; i < 600; i++) {
    world.write(2)
    world.runFor(100)
  }
  const retries = world.sent.filter(({ lane }) => lane === 'late')
  const firsts = world.sent.filter(({ attempt }) => attempt === 1)
  assert.ok(retries.length > 0)
  assert.equal(firsts.length, 1_200, 'retries that hang do not block first attempts')
})

test('a type added during lag starts from then on, and a type that is not subscribed is never sent', () => {
  const world = new VirtualEndpoint({
    receiver: () => ok(),
    events: 100,
    typeOf: (position) => ['hiring', 'funding', 'web'][position % 3] ?? 'hiring',
    subscription: {
      types: new Map([
        ['hiring', 0],
        ['funding', 60],
      ]),
    },
  })
  world.runFor(HOUR)
  const expected = range(1, 100).filter((p) => p % 3 === 0 || (p % 3 === 1 && p > 60))
  assert.deepEqual(
    world.sent.map(({ position }) => position).sort((a, b) => a - b),
    expected,
  )
})

test('events that always fail do not stop the endpoint until thousands of them are open', () => {
  const world = new VirtualEndpoint({
    receiver: ({ position }) => (position % 2 === 0 ? status(400) : ok(1)),
    events: 40_000,
    record: false,
  })
  world.runFor(10 * MINUTE)
  assert.ok(world.maxOpenSeen <= MAX_OPEN)
  assert.ok(world.maxOpenSeen > MAX_OPEN - 100)
})

test('a rate limit holds for any window of one second', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 2_000 }),
      fc.array(fc.integer({ min: 0, max: 40 }), { maxLength: 300 }),
      (rate, steps) => {
        const limiter = new RateLimiter(rate)
        const starts: number[] = []
        let now = 0
        for (const step of steps) {
          now += step
          while (limiter.readyAt(now) <= now) {
            limiter.take(now)
            starts.push(now)
          }
        }
        for (const [i, at] of starts.entries()) {
          const inSecond = starts.slice(i).filter((other) => other < at + SECOND).length
          assert.ok(inSecond <= rate, `${inSecond} in a second at ${rate}`)
        }
      },
    ),
  )
})

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

test('an attempt stores the response body, or a message if there was no response', () => {
  const attemptsOf = (result: SendResult) => {
    const world = new VirtualEndpoint({ receiver: () => result, events: 1 })
    world.runFor(SECOND)
    return world.commit().attempts.map(({ excerpt, message }) => ({ excerpt, message }))
  }
  assert.deepEqual(attemptsOf(status(500)), [{ excerpt: 'no', message: null }])
  assert.deepEqual(attemptsOf(refused), [{ excerpt: null, message: 'refused' }])
})

function range(from: number, to: number): number[] {
  return Array.from({ length: to - from + 1 }, (_, i) => from + i)
}
