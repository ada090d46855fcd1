import assert from 'node:assert/strict'
import { test } from 'node:test'
import { at } from '../../../test/harness/base-signals.ts'
import fc from '../../../test/harness/fast-check.ts'
import { isoWeekName, isoWeekOf, isoWeekStart } from './iso-week.ts'

// The standard's own edge cases: the first and last days of a year can belong to a neighbouring year.
const names: [string, string][] = [
  ['1970-01-01', '1970-W01'],
  ['1969-12-28', '1969-W52'],
  ['2005-01-01', '2004-W53'],
  ['2005-01-02', '2004-W53'],
  ['2005-12-31', '2005-W52'],
  ['2007-01-01', '2007-W01'],
  ['2008-12-29', '2009-W01'],
  ['2010-01-03', '2009-W53'],
  ['2020-12-31', '2020-W53'],
  ['2026-05-10', '2026-W19'],
  ['2026-05-11', '2026-W20'],
]
for (const [date, name] of names) {
  test(`${date} is in ${name}`, () => {
    assert.equal(isoWeekName(isoWeekOf(at(date))), name)
    assert.equal(isoWeekName(isoWeekOf(at(date, '23:59:59'))), name)
  })
}

test('a week starts on a Monday and contains exactly the seconds up to the next week', () => {
  fc.assert(
    fc.property(fc.integer({ min: -4e9, max: 8e9 }), (seconds) => {
      const week = isoWeekOf(seconds)
      assert.equal(new Date(isoWeekStart(week) * 1000).getUTCDay(), 1)
      assert.ok(isoWeekStart(week) <= seconds && seconds < isoWeekStart(week + 1))
    }),
  )
})

test('no two weeks share a name, and names sort by time', () => {
  const all = Array.from({ length: 3000 }, (_, week) => isoWeekName(week))
  assert.deepEqual([...new Set(all)].sort(), all)
})
