import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate as turn } from 'node:timers/promises'
import { MessageChannel } from 'node:worker_threads'
import { oneATurn } from './one-a-turn.ts'

test('between two questions the loop goes on, however many wait', async () => {
  const { port1, port2 } = new MessageChannel()
  const answers: number[] = []
  const order: string[] = []
  port2.on(
    'message',
    oneATurn((question: number) => {
      answers.push(question)
      order.push('question')
    }),
  )
  for (let i = 0; i < 50; i++) port1.postMessage(i)
  while (answers.length < 50) {
    await turn()
    order.push('turn')
  }
  port1.close()
  assert.deepEqual(
    answers,
    Array.from({ length: 50 }, (_, i) => i),
  )
  assert.ok(!order.join(' ').includes('question question'), order.join(' '))
})
