import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from '../../test/harness/fast-check.ts'
import { LruMap } from './lru-map.ts'

test('with weights, it has the most recently used entries that fit, and an entry that never fits evicts no other', () => {
  const entry = fc.tuple(fc.integer({ min: 0, max: 6 }), fc.integer({ min: 0, max: 12 }))
  const maxWeight = 10
  fc.assert(
    fc.property(fc.array(entry, { maxLength: 60 }), (entries) => {
      const map = new LruMap<number, number>(maxWeight, { weightOf: (weight) => weight })
      /** Least recently used first. */
      let model: [key: number, weight: number][] = []
      for (const [key, weight] of entries) {
        map.set(key, weight)
        model = model.filter((other) => other[0] !== key)
        if (weight <= maxWeight) model.push([key, weight])
        while (model.reduce((sum, other) => sum + other[1], 0) > maxWeight) model.shift()
        assert.equal(map.size, model.length)
      }
      for (const [key, weight] of model) assert.equal(map.get(key), weight)
    }),
  )
})

test('it has the most recently used entries, whatever is read, written and deleted', () => {
  const key = fc.integer({ min: 0, max: 6 })
  const step = fc.tuple(fc.constantFrom('get', 'set', 'delete'), key)
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 5 }), fc.array(step, { maxLength: 60 }), (maxSize, steps) => {
      const map = new LruMap<number, number>(maxSize)
      /** Least recently used first. */
      let model: [key: number, value: number][] = []
      for (const [at, [action, key]] of steps.entries()) {
        const found = model.find((entry) => entry[0] === key)
        if (action === 'get') assert.equal(map.get(key), found?.[1])
        if (action === 'set') map.set(key, at)
        if (action === 'delete') map.delete(key)
        const used: [number, number][] = action === 'set' ? [[key, at]] : found && action === 'get' ? [found] : []
        if (action !== 'get' || found) model = [...model.filter((entry) => entry !== found), ...used].slice(-maxSize)
        assert.equal(map.size, model.length)
      }
      // Reading from the least recently used on keeps the order.
      for (const [key, value] of model) assert.equal(map.get(key), value)
      map.set(99, 99)
      assert.equal(map.get(model[0]?.[0] ?? 98), model.length === maxSize ? undefined : model[0]?.[1])
    }),
  )
})

test('an entry is valid for its age from when it was set, however often it is used', () => {
  let now = 0
  const map = new LruMap<string, number>(10, { maxAgeMs: 100, monotonicMs: () => now })
  map.set('a', 1)
  now = 99
  assert.equal(map.get('a'), 1)
  map.set('b', 2)
  now = 100
  assert.equal(map.get('a'), undefined)
  assert.equal(map.size, 1)
  map.set('b', 3)
  now = 199
  assert.equal(map.get('b'), 3)
})

test('an entry above the weight of one is not stored, and neither is what it replaces', () => {
  const map = new LruMap<string, string>(10, { weightOf: (value, key) => value.length + key.length, maxEntryWeight: 4 })
  map.set('a', 'abc')
  assert.equal(map.weight, 4)
  map.set('b', 'abcd')
  assert.equal(map.get('b'), undefined)
  map.set('a', 'abcd')
  assert.equal(map.get('a'), undefined)
  assert.equal(map.weight, 0)
})

test('after it was cleared it is filled again', () => {
  const map = new LruMap<number, number>(2)
  for (const key of [1, 2, 3]) map.set(key, key)
  map.clear()
  assert.deepEqual([map.size, map.weight, map.get(3)], [0, 0, undefined])
  for (const key of [1, 2, 3]) map.set(key, key)
  assert.deepEqual([...map.keys()], [2, 3])
})
