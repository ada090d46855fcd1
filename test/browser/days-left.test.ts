import assert from 'node:assert/strict'
import { test } from 'node:test'
import { daysLeftOf, shareLeft } from '../../web/src/parts/company/days-left.ts'

test('the days left of a window count UTC days, and its last day counts', () => {
  const now = Date.parse('2026-11-18T23:30:00Z')
  const left = (endsAt: string) => daysLeftOf(`${endsAt}T00:00:00.000Z`, now)
  assert.deepEqual(['2026-11-17', '2026-11-18', '2026-11-19', '2027-01-02'].map(left), [0, 0, 1, 45])
  assert.deepEqual([shareLeft(45, 45), shareLeft(60, 45)], [1, 1])
  assert.ok(shareLeft(0, 45) > 0)
})
