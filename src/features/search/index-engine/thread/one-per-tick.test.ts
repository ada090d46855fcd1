import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate as nextTick } from 'node:timers/promises'
import { MessageChannel } from 'node:worker_threads'
import { onePerTick } from './one-per-tick.ts'

test('the event loop runs between two questions, however many are waiting', async () => {
  const { port1, port2 } = new MessageChannel()
  const answers: number[] = []
  const order: string[] = []
  port2.on(
    'message',
    onePerTick((question: number) => {
      answers.push(question)
      order.push('question')
    }),
  )
  for (let i = 0; i < 50; i++) port1.postMessage(i)
  while (answers.length < 50) {
    await nextTick()
    order.push('tick')
  }
  port1.close()
  assert.deepEqual(
    answers,
    Array.from({ length: 50 }, (_, i) => i),
  )
  assert.ok(!order.join(' ').includes('question question'), order.join(' '))
})
