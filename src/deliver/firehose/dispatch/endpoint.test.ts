// The delivery rules, in virtual time: days pass in milliseconds.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from '../../../../test/harness/fast-check.ts'
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
} from '../../../../test/harness/virtual-endpoint.ts'
import type { SendResult } from '../../sending/index.ts'
import { nextRetryAt } from '../states/retry-schedule.ts'
import { MAX_OPEN } from './endpoint.ts'

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

test('after a change of the URL, waiting events are sent immediately and failures are counted from zero', () => {
  let isOld = true
  const world = new VirtualEndpoint({
    receiver: () => (isOld ? status(429, { retryAfterSeconds: 3_600, latencyMs: 5 * SECOND }) : ok()),
    events: 1,
  })
  world.runFor(6 * SECOND)
  world.endpoint.changeUrl(world.now)
  assert.equal(world.endpoint.health.failuresInRow, 0)
  world.runFor(SECOND)
  isOld = false
  world.endpoint.changeUrl(world.now)
  world.runFor(5 * SECOND)
  assert.deepEqual(
    world.sent.map(({ at, attempt }) => [(at - world.startedAt) / SECOND, attempt]),
    // The second attempt was in flight when the URL changed again, and its failure doesn't count.
    [
      [0, 1],
      [6, 2],
      [11, 2],
    ],
  )
  assert.equal(world.endpoint.openCount, 0)
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

test('retries leave slots for first attempts, and first attempts for retries', () => {
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
