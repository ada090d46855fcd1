import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate as nextIteration } from 'node:timers/promises'
import { Lanes } from './lanes.ts'

/** Runs named pieces of work, and ends them when told. */
function stage() {
  const lanes = new Lanes()
  const ends = new Map<string, PromiseWithResolvers<void>>()
  const begun: string[] = []
  return {
    lanes,
    begun,
    run: (name: string, lane?: number) => {
      const end = Promise.withResolvers<void>()
      ends.set(name, end)
      return lanes.run(lane, () => {
        begun.push(name)
        return end.promise
      })
    },
    async end(name: string, error?: Error) {
      if (error) ends.get(name)?.reject(error)
      else ends.get(name)?.resolve()
      await nextIteration()
    },
  }
}

test('work of one lane runs one after the other, and that of other lanes does not wait', async () => {
  const { run, begun, end } = stage()
  const all = [run('first in 0', 0), run('first in 1', 1), run('second in 0', 0), run('second in 1', 1)]
  await nextIteration()
  assert.deepEqual(begun, ['first in 0', 'first in 1'])
  await end('first in 1')
  assert.deepEqual(begun, ['first in 0', 'first in 1', 'second in 1'])
  for (const name of ['second in 1', 'first in 0', 'second in 0']) await end(name)
  await Promise.all(all)
  assert.equal(begun.at(-1), 'second in 0')
})

test('work without a lane waits for all, and all wait for it', async () => {
  const { run, begun, end } = stage()
  const all = [run('a', 0), run('everything'), run('b', 1)]
  await nextIteration()
  assert.deepEqual(begun, ['a'])
  await end('a')
  assert.deepEqual(begun, ['a', 'everything'])
  await end('everything')
  await end('b')
  await Promise.all(all)
  assert.deepEqual(begun, ['a', 'everything', 'b'])
})

test('after work that failed, its lane takes no more', async () => {
  const { run, begun, end } = stage()
  const all = Promise.allSettled([run('fails', 0), run('after', 0), run('other', 1)])
  await end('fails', new Error('no space left'))
  await end('other')
  const results = await all
  assert.deepEqual(begun, ['fails', 'other'])
  assert.deepEqual(
    results.map(({ status }) => status),
    ['rejected', 'rejected', 'fulfilled'],
  )
})

test('batches start their work in the order of the calls, also after one that could not start', async () => {
  const lanes = new Lanes()
  const order: string[] = []
  const slow = Promise.withResolvers<void>()
  const first = lanes.inTurn(async () => {
    await slow.promise
    order.push('first')
    return []
  })
  const second = lanes.inTurn(async () => {
    order.push('second')
    throw new Error('no connection')
  })
  const third = lanes.inTurn(async () => {
    order.push('third')
    return []
  })
  await nextIteration()
  assert.deepEqual(order, [])
  slow.resolve()
  await first
  await assert.rejects(second, /no connection/)
  await third
  assert.deepEqual(order, ['first', 'second', 'third'])
})
