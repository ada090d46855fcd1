import assert from 'node:assert/strict'
import { test } from 'node:test'
import { inAMonth, inAWeek, whenWindowCloses } from '../../web/src/parts/company/snooze-days.ts'

test('a week and a month count from the reader’s own day', () => {
  const at = (month: number, day: number) => new Date(2026, month - 1, day, 23, 30)
  assert.equal(inAWeek(at(12, 28)), '2027-01-04')
  assert.equal(inAMonth(at(11, 18)), '2026-12-18')
  assert.equal(inAMonth(at(12, 31)), '2027-01-31')
  assert.equal(inAMonth(new Date(2027, 0, 31, 12)), '2027-02-28')
})

test('a snooze until the window closes ends on the day after its last one, and is absent where there is none', () => {
  const now = Date.parse('2026-11-18T12:00:00Z')
  assert.equal(whenWindowCloses('2026-11-25T00:00:00.000Z', now), '2026-11-26')
  assert.equal(whenWindowCloses('2026-11-18T00:00:00.000Z', now), '2026-11-19')
  assert.equal(whenWindowCloses('2026-11-10T00:00:00.000Z', now), undefined)
  assert.equal(whenWindowCloses('2028-01-01T00:00:00.000Z', now), undefined)
})
