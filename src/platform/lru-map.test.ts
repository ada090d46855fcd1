import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from '../../test/harness/fast-check.ts'
import { LruMap } from './lru-map.ts'

test('with weights, it has the most recently used entries that fit, and an entry that never fits evicts no other', () => {
  const entry = fc.tuple(fc.integer({ min: 0, max: 6 }), fc.integer({ min: 0, max: 12 }))
  const maxWeight = 10
  fc.assert(
    fc.property(fc.array(entry, { maxLength: 60 }), (entries) => {
      const map = new LruMap<number, number>(maxWeight, (weight) => weight)
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
