import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate as tick } from 'node:timers/promises'
import { KeyedQueue } from './keyed-queue.ts'

test('work for one key runs in order, and work for another key does not wait', async () => {
  const queue = new KeyedQueue()
  const order: string[] = []
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  const work = (name: string, until?: Promise<void>) => async () => {
    await until
    order.push(name)
    return name
  }
  const first = queue.run('a', work('first', released))
  const second = queue.run('a', work('second'))
  assert.equal(await queue.run('b', work('other')), 'other')
  release()
  assert.deepEqual(await Promise.all([first, second]), ['first', 'second'])
  assert.deepEqual(order, ['other', 'first', 'second'])
})

test('work that waits behind a failure fails with it, and later work does not', async () => {
  const queue = new KeyedQueue()
  let runs = 0
  const fail = queue.run('a', async () => {
    await tick()
    throw new Error('unavailable')
  })
  const waiting = queue.run('a', async () => runs++)
  await assert.rejects(fail, /unavailable/)
  await assert.rejects(waiting, /unavailable/)
  assert.equal(runs, 0)
  await queue.run('a', async () => runs++)
  assert.equal(runs, 1)
})
