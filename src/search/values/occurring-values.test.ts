import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate as settled } from 'node:timers/promises'
import type { Queryable } from '../../db/index.ts'
import type { SearchEngine } from '../engine.ts'
import { OccurringValues } from './occurring-values.ts'

/** Each count takes three seconds of the test's clock. */
function counting() {
  const clock = { ms: 0, counts: 0, isReachable: false, isEmpty: false, position: 1 }
  const engine = {
    get position() {
      return clock.position
    },
    async values() {
      clock.counts++
      clock.ms += 3_000
      if (!clock.isReachable) throw new Error('no connection within 3 s')
      const values = clock.isEmpty ? [] : [['software', 1]]
      return { position: clock.position, types: undefined, lists: { industries: { values, isComplete: true } } }
    },
  }
  const values = new OccurringValues({} as Queryable, engine as unknown as SearchEngine, {
    monotonicMs: () => clock.ms,
  })
  const askAfter = async (ms: number) => {
    clock.ms += ms
    values.current()
    await settled()
    return clock.counts
  }
  return { clock, values, askAfter }
}

test('until there is a first view, a count that failed slowly is tried again after a second', async () => {
  const { clock, values, askAfter } = counting()
  assert.equal(await askAfter(0), 1)
  assert.equal(await askAfter(900), 1)
  clock.isReachable = true
  assert.equal(await askAfter(100), 2)
  assert.equal(values.current()?.position, 1)
})

test('counting takes a twentieth of the time: a newer view waits, whatever has changed and whether it can be made', async () => {
  const { clock, values, askAfter } = counting()
  clock.isReachable = true
  await askAfter(0)
  clock.position = 2
  assert.equal(await askAfter(59_900), 1)
  clock.isReachable = false
  assert.equal(await askAfter(100), 2)
  clock.isReachable = true
  assert.equal(await askAfter(59_900), 2)
  assert.equal(values.current()?.position, 1, 'the one before is kept')
  assert.equal(await askAfter(100), 3)
  assert.equal(values.current()?.position, 2)
})

test('a view of an index that is still empty is followed by another within a second', async () => {
  const { clock, values, askAfter } = counting()
  Object.assign(clock, { isReachable: true, isEmpty: true })
  await askAfter(0)
  assert.equal(values.current()?.isEmpty, true)
  Object.assign(clock, { isEmpty: false, position: 2 })
  assert.equal(await askAfter(900), 1)
  assert.equal(await askAfter(100), 2)
  assert.equal(values.current()?.isEmpty, false)
})
