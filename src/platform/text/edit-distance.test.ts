import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from '../../../test/harness/fast-check.ts'
import { editDistance, nearest } from './edit-distance.ts'

/** The textbook recursion, without a bound. */
function slow(a: string, b: string): number {
  if (a === '' || b === '') return a.length + b.length
  const substituted = slow(a.slice(1), b.slice(1)) + (a[0] === b[0] ? 0 : 1)
  const swapped = a[0] === b[1] && a[1] === b[0] && a.length > 1 && b.length > 1
  const swap = swapped ? slow(a.slice(2), b.slice(2)) + 1 : Number.POSITIVE_INFINITY
  return Math.min(substituted, swap, slow(a.slice(1), b) + 1, slow(a, b.slice(1)) + 1)
}

test('the bounded distance equals the true distance up to the bound', () => {
  const short = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), maxLength: 6 })
  fc.assert(
    fc.property(short, short, fc.integer({ min: 0, max: 4 }), (a, b, bound) => {
      assert.equal(editDistance(a, b, bound), Math.min(slow(a, b), bound + 1))
    }),
    { numRuns: 1000 },
  )
})

test('near candidates come first, far ones are left out', () => {
  assert.deepEqual(nearest('salse', ['support', 'sales', 'legal']), ['sales'])
  assert.deepEqual(nearest('Senior', ['junior', 'senior']), ['senior', 'junior'])
  assert.deepEqual(nearest('zzz', ['sales']), [])
})
