import assert from 'node:assert/strict'
import { test } from 'node:test'
import { daysLeft } from '../../web/src/pages/today/days-left.ts'

test('the days left of a window count UTC days, and its last day counts', () => {
  const now = Date.parse('2026-11-18T23:30:00Z')
  const left = (endsAt: string, windowDays = 45) => daysLeft(`${endsAt}T00:00:00.000Z`, windowDays, now)
  assert.equal(left('2026-11-18').days, 0)
  assert.equal(left('2026-11-19').days, 1)
  assert.deepEqual(left('2027-01-02'), { days: 45, share: 1 })
  assert.equal(left('2026-11-17').days, 0)
  assert.ok(left('2026-11-18').share > 0)
})
