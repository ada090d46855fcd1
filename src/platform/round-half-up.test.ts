import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from '../../test/harness/fast-check.ts'
import { roundHalfUp, roundToDecimals } from './round-half-up.ts'

/** 17 and 2 are 0.17. */
const decimal = (units: number, decimals: number) => Number(`${units}e-${decimals}`)

test('every tie with two decimals, from 0.05 to 99.95, goes up', () => {
  for (let tenths = 0; tenths < 1_000; tenths++) {
    const tie = decimal(tenths * 10 + 5, 2)
    assert.equal(roundToDecimals(tie, 1), decimal(tenths + 1, 1), String(tie))
  }
})

test('every tie with three decimals, from 0.005 to 99.995, goes up', () => {
  for (let hundredths = 0; hundredths < 10_000; hundredths++) {
    const tie = decimal(hundredths * 10 + 5, 3)
    assert.equal(roundToDecimals(tie, 2), decimal(hundredths + 1, 2), String(tie))
  }
})

test('a computed tie goes up too: what is missing from 1, in tenths of a hundredth', () => {
  for (let tenths = 0; tenths < 1_000; tenths++) {
    const missing = decimal(100_000 - (tenths * 100 + 50), 5)
    assert.equal(roundHalfUp(1_000 * (1 - missing)), tenths + 1, String(missing))
  }
})

test('values below a tie go down, and the order is never reversed', () => {
  assert.deepEqual(
    [1.7499, 1.75, 1.7501, 0, 0.04999, 100].map((value) => roundToDecimals(value, 1)),
    [1.7, 1.8, 1.8, 0, 0, 100],
  )
  const numbers = fc.double({ min: 0, max: 1_000, noNaN: true })
  fc.assert(fc.property(numbers, numbers, (a, b) => a > b || roundToDecimals(a, 1) <= roundToDecimals(b, 1)))
})
