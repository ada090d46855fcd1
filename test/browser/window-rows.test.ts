// What the Windows page makes of addresses and rows, without a browser.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { windowCsv } from '../../web/src/pages/windows/window-csv.ts'
import { isFiltered, windowSearchOf } from '../../web/src/pages/windows/window-filters.ts'
import { daysLeftOf } from '../../web/src/parts/company/days-left.ts'

test('filters come from the address, and what a link says wrongly is left out', () => {
  const read = (search: string) => windowSearchOf(new URLSearchParams(search))
  assert.deepEqual(read('window=hiring-surge&list=mine&days=7&sort=closes'), {
    slice: 'hiring-surge',
    list: 'mine',
    daysLeft: '7',
    sort: 'closes',
  })
  assert.deepEqual(read('days=3&sort=name&window=&sort=score'), {})
  assert.deepEqual([isFiltered(read('sort=closes')), isFiltered(read('days=30'))], [false, true])
})

test('the file has names and labels, and empty cells for what isn’t known', () => {
  const csv = windowCsv(
    [
      {
        companyId: 'c0ffee00-0000-8000-8000-000000000000',
        name: '=Northwind',
        hqCountry: 'ZZ',
        employeeCount: 0,
        fundingStage: 'series_a',
        industry: 'unknown',
        slug: 'fresh-funding',
        label: 'Freshly funded',
        evidence: 'Raised $12M, 3 days ago.',
        score: 61.5,
        enteredAt: '2026-11-15T09:00:00.000Z',
        windowEndsAt: '2026-12-01T09:00:00.000Z',
        windowDays: 60,
      },
    ],
    Date.UTC(2026, 10, 18, 23),
  )
  const [, row] = csv.split('\r\n')
  assert.equal(
    row,
    `"'=Northwind","Freshly funded","Raised $12M, 3 days ago.",61.5,"2026-11-15","2026-12-01",13,,,"Series A",`,
  )
})

test('days left are whole UTC days', () => {
  const now = Date.UTC(2026, 10, 18, 23)
  assert.equal(daysLeftOf('2026-11-18T23:30:00.000Z', now), 0)
  assert.equal(daysLeftOf('2026-11-19T00:30:00.000Z', now), 1)
})
