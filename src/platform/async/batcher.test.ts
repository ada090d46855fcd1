import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Batcher } from './batcher.ts'

/** A batcher whose batches stay open until the test resolves or rejects them. */
function openBatcher({ concurrency = 1, maxBatchSize = 10 } = {}) {
  const batches: { items: number[]; answer: () => void; fail: (error: Error) => void }[] = []
  const batcher = new Batcher<number, string>(
    (items) =>
      new Promise((resolve, reject) => {
        batches.push({ items, answer: () => resolve(items.map((item) => `answer ${item}`)), fail: reject })
      }),
    { concurrency, maxBatchSize, failsTogether: (error) => (error as Error).message === 'unavailable' },
  )
  const tick = () => new Promise((resolve) => setImmediate(resolve))
  return { batches, batcher, tick }
}

test('the first item goes out immediately; later ones are batched, and each gets its own result', async () => {
  const { batches, batcher, tick } = openBatcher({ maxBatchSize: 3 })
  const answers = [1, 2, 3, 4, 5].map((item) => batcher.add(item))
  assert.deepEqual(
    batches.map(({ items }) => items),
    [[1]],
  )
  for (let i = 0; i < 3; i++) {
    batches[i]?.answer()
    await tick()
  }
  assert.deepEqual(
    batches.map(({ items }) => items),
    [[1], [2, 3, 4], [5]],
  )
  assert.deepEqual(
    await Promise.all(answers),
    [1, 2, 3, 4, 5].map((item) => `answer ${item}`),
  )
})

test('a stuck batch does not block the others', async () => {
  const { batches, batcher } = openBatcher({ concurrency: 2 })
  void batcher.add(1)
  const second = batcher.add(2)
  batches[1]?.answer()
  assert.equal(await second, 'answer 2')
})

test('a batch with a bad item is retried item by item; an outage is not', async () => {
  const { batches, batcher, tick } = openBatcher()
  const outcomes = [1, 2, 3].map((item) => batcher.add(item).catch((error: Error) => error.message))
  batches[0]?.answer()
  await tick()
  batches[1]?.fail(new Error('one of them is bad'))
  await tick()
  batches[2]?.fail(new Error('I am the bad one'))
  await tick()
  batches[3]?.answer()
  assert.deepEqual(await Promise.all(outcomes), ['answer 1', 'I am the bad one', 'answer 3'])
  const away = [4, 5, 6].map((item) => batcher.add(item).catch((error: Error) => error.message))
  batches[4]?.answer()
  await tick()
  batches[5]?.fail(new Error('unavailable'))
  assert.deepEqual(await Promise.all(away), ['answer 4', 'unavailable', 'unavailable'])
  assert.equal(batches.length, 6)
})
