import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate as immediate } from 'node:timers/promises'
import fc from '../../../../test/harness/fast-check.ts'
import { factsOf } from '../../../../test/harness/virtual-endpoint.ts'
import { type LoadedPage, type OutboundEvent, PageCache } from './page-cache.ts'

const BODY = Buffer.alloc(100)

/** A log in which only some positions have events, and whose pages load in any order. */
function logOf(eventPositions: ReadonlySet<number>, head: () => number, loads: { count: number }) {
  return async (after: number, limit: number, until: number): Promise<LoadedPage> => {
    loads.count += 1
    for (let i = 0; i < after % 3; i++) await immediate()
    const events: OutboundEvent[] = []
    let position = after
    while (position < Math.min(head(), until) && events.length < limit) {
      position += 1
      if (eventPositions.has(position))
        events.push({
          position,
          eventId: `wh_${position}`,
          type: 'hiring',
          signalId: `s${position}`,
          body: BODY,
          facts: factsOf('hiring'),
        })
    }
    return { events, position }
  }
}

/** Reads from a position to the head, as an endpoint does. */
async function readAll(pages: PageCache, from: number, head: number): Promise<number[]> {
  const seen: number[] = []
  for (let at = from; at < head; ) {
    let woken = () => {}
    const wake = new Promise<void>((resolve) => {
      woken = resolve
    })
    const next = pages.next(at, woken)
    if (!next) await wake
    else if ('event' in next) {
      at = next.event.position
      seen.push(at)
    } else at = next.upTo
  }
  return seen
}

test('readers at any position see every later event in order, however small the cache is', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.uniqueArray(fc.integer({ min: 1, max: 1_500 }), { maxLength: 600 }),
      fc.array(fc.integer({ min: 0, max: 1_500 }), { minLength: 1, maxLength: 8 }),
      fc.integer({ min: 1, max: 400 }),
      async (positions, starts, maxEvents) => {
        const sorted = [...positions].sort((a, b) => a - b)
        const pages = new PageCache({
          load: logOf(new Set(positions), () => 1_500, { count: 0 }),
          onError: assert.ifError,
          maxEvents,
        })
        pages.advance(1_500)
        const seen = await Promise.all(starts.map((start) => readAll(pages, start, 1_500)))
        for (const [i, start] of starts.entries())
          assert.deepEqual(
            seen[i],
            sorted.filter((position) => position > start),
          )
        assert.ok(pages.size.events <= Math.max(maxEvents, 128))
      },
    ),
    { numRuns: 60 },
  )
})

test('readers that are caught up share one read of new events', async () => {
  let head = 1_000
  const loads = { count: 0 }
  const pages = new PageCache({ load: logOf(new Set([1_001, 1_002]), () => head, loads), onError: assert.ifError })
  pages.advance(head)
  const readers = Array.from({ length: 500 }, async () => {
    let woken = () => {}
    const wake = new Promise<void>((resolve) => {
      woken = resolve
    })
    assert.equal(pages.next(1_000, woken), undefined)
    await wake
    return readAll(pages, 1_000, 1_002)
  })
  head = 1_002
  pages.advance(head)
  for (const seen of await Promise.all(readers)) assert.deepEqual(seen, [1_001, 1_002])
  assert.equal(loads.count, 1)
})

test('readers reach the head even if retention has dropped everything before it', async () => {
  const pages = new PageCache({ load: async (after) => ({ events: [], position: after }), onError: assert.ifError })
  pages.advance(50)
  assert.deepEqual(await readAll(pages, 10, 50), [])
})
