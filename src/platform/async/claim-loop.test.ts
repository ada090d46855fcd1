import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ClaimLoop } from './claim-loop.ts'

/** An outbox in memory that claims up to two at a time. */
function outbox(items: string[], work: (item: string, signal: AbortSignal) => Promise<void>, stopMs = 1_000) {
  const claims: string[][] = []
  const errors: unknown[] = []
  const loop = new ClaimLoop<string>({
    async claim(underWay) {
      const claimed = items.splice(0, 2 - underWay)
      claims.push(claimed)
      return { items: claimed, hasMore: items.length > 0 }
    },
    work,
    onError: (error) => errors.push(error),
    stopMs,
  })
  return { loop, claims, errors }
}

test('works on everything that is due, within the limit of concurrent items', async () => {
  let [underWay, most] = [0, 0]
  const done: string[] = []
  const { loop, errors } = outbox(['a', 'b', 'c', 'd', 'e'], async (item) => {
    most = Math.max(most, ++underWay)
    await new Promise(setImmediate)
    underWay--
    done.push(item)
  })
  await loop.settled()
  assert.deepEqual(done, ['a', 'b', 'c', 'd', 'e'])
  assert.equal(most, 2)
  assert.deepEqual(errors, [])
})

test('items that become due while the outbox is read are not missed', async () => {
  const items = ['a']
  const done: string[] = []
  const { loop, claims } = outbox(items, async (item) => {
    done.push(item)
  })
  loop.wake()
  items.push('late')
  loop.wake()
  await loop.settled()
  assert.deepEqual(done.sort(), ['a', 'late'])
  assert.ok(claims.length >= 2)
})

test('a failed item is reported, and the others continue', async () => {
  const done: string[] = []
  const { loop, errors } = outbox(['a', 'b', 'c'], async (item) => {
    if (item === 'b') throw new Error('b failed')
    done.push(item)
  })
  await loop.settled()
  assert.deepEqual(done, ['a', 'c'])
  assert.match(String(errors), /b failed/)
})

test('a stop claims nothing more, and aborts what takes too long', async () => {
  const items = ['a']
  const { promise: begun, resolve: begin } = Promise.withResolvers<void>()
  const { loop, claims } = outbox(
    items,
    (_, signal) => {
      begin()
      return new Promise((resolve) => signal.addEventListener('abort', () => resolve()))
    },
    1,
  )
  loop.start()
  await begun
  items.push('b')
  await loop.stop()
  loop.wake()
  assert.deepEqual(claims.flat(), ['a'])
  assert.deepEqual(items, ['b'])
})
