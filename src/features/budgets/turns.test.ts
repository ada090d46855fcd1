import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate as tick } from 'node:timers/promises'
import { Turns } from './turns.ts'

test('one key takes turns in order, another does not wait', async () => {
  const turns = new Turns()
  const order: string[] = []
  const { promise: held, resolve: release } = Promise.withResolvers<void>()
  const work = (name: string, until?: Promise<void>) => async () => {
    await until
    order.push(name)
    return name
  }
  const first = turns.take('a', work('first', held))
  const second = turns.take('a', work('second'))
  assert.equal(await turns.take('b', work('other')), 'other')
  release()
  assert.deepEqual(await Promise.all([first, second]), ['first', 'second'])
  assert.deepEqual(order, ['other', 'first', 'second'])
})

test('a failure is shared by those who wait, and by nobody after', async () => {
  const turns = new Turns()
  let worked = 0
  const fail = turns.take('a', async () => {
    await tick()
    throw new Error('away')
  })
  const waiting = turns.take('a', async () => worked++)
  await assert.rejects(fail, /away/)
  await assert.rejects(waiting, /away/)
  assert.equal(worked, 0)
  await turns.take('a', async () => worked++)
  assert.equal(worked, 1)
})
