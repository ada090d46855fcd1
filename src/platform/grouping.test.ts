import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Grouping } from './grouping.ts'

/** Questions that are answered when told, with what was asked. */
function held({ atOnce = 1, most = 10 } = {}) {
  const groups: { items: number[]; answer: () => void; fail: (error: Error) => void }[] = []
  const grouping = new Grouping<number, string>(
    (items) =>
      new Promise((resolve, reject) => {
        groups.push({ items, answer: () => resolve(items.map((item) => `answer ${item}`)), fail: reject })
      }),
    { atOnce, most, failsAlike: (error) => (error as Error).message === 'away' },
  )
  const tick = () => new Promise((resolve) => setImmediate(resolve))
  return { groups, grouping, tick }
}

test('the first item goes out at once; later ones are batched, and each gets its own result', async () => {
  const { groups, grouping, tick } = held({ most: 3 })
  const answers = [1, 2, 3, 4, 5].map((item) => grouping.ask(item))
  assert.deepEqual(
    groups.map(({ items }) => items),
    [[1]],
  )
  for (let i = 0; i < 3; i++) {
    groups[i]?.answer()
    await tick()
  }
  assert.deepEqual(
    groups.map(({ items }) => items),
    [[1], [2, 3, 4], [5]],
  )
  assert.deepEqual(
    await Promise.all(answers),
    [1, 2, 3, 4, 5].map((item) => `answer ${item}`),
  )
})

test('a stuck batch does not block the others', async () => {
  const { groups, grouping } = held({ atOnce: 2 })
  void grouping.ask(1)
  const second = grouping.ask(2)
  groups[1]?.answer()
  assert.equal(await second, 'answer 2')
})

test('a batch with a bad item is retried item by item; an outage is not', async () => {
  const { groups, grouping, tick } = held()
  const outcomes = [1, 2, 3].map((item) => grouping.ask(item).catch((error: Error) => error.message))
  groups[0]?.answer()
  await tick()
  groups[1]?.fail(new Error('one of them is bad'))
  await tick()
  groups[2]?.fail(new Error('I am the bad one'))
  await tick()
  groups[3]?.answer()
  assert.deepEqual(await Promise.all(outcomes), ['answer 1', 'I am the bad one', 'answer 3'])
  const away = [4, 5, 6].map((item) => grouping.ask(item).catch((error: Error) => error.message))
  groups[4]?.answer()
  await tick()
  groups[5]?.fail(new Error('away'))
  assert.deepEqual(await Promise.all(away), ['answer 4', 'away', 'away'])
  assert.equal(groups.length, 6)
})
