import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Random, seedOf } from './random.ts'

const draws = (seed: number, stream: number, count = 1_000) => {
  const random = new Random(seed, stream)
  return Array.from({ length: count }, () => random.next())
}

test('the same seed and stream give the same numbers in every version', () => {
  assert.deepEqual(draws(seedOf('pro-signal'), 3), draws(seedOf('pro-signal'), 3))
  assert.deepEqual(
    draws(1, 2, 3).map((draw) => Math.floor(draw * 1_000_000)),
    FIRST_OF_1_2,
  )
})

const FIRST_OF_1_2 = [34_409, 398_820, 568_754]

test('neighbouring streams and seeds are uncorrelated', () => {
  const [a, b, c] = [draws(1, 0), draws(1, 1), draws(2, 0)]
  for (const other of [b, c]) {
    const mean = a.reduce((sum, draw, at) => sum + (draw - 0.5) * ((other[at] ?? 0) - 0.5), 0) / a.length
    // The product of two independent draws around zero has a standard deviation of 1/12; the mean of a thousand, 0.0026.
    assert.ok(Math.abs(mean) < 0.013, `correlation ${mean}`)
  }
})

test('numbers are uniformly distributed', () => {
  const tenths = new Array<number>(10).fill(0)
  for (const draw of draws(7, 7, 100_000)) tenths[Math.floor(draw * 10)] = (tenths[Math.floor(draw * 10)] ?? 0) + 1
  for (const count of tenths) assert.ok(Math.abs(count - 10_000) < 500, `${count} of 10,000`)
})

test('a pick is an item of the list', () => {
  const random = new Random(1)
  const seen = new Set(Array.from({ length: 200 }, () => random.pick(['a', 'b', 'c'])))
  assert.deepEqual([...seen].sort(), ['a', 'b', 'c'])
  assert.throws(() => random.pick([]), RangeError)
})
