import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { BucketReply, KeyReply } from '../../src/settings-contract/index.ts'
import { isUnused } from '../../web/src/pages/keys/unused.ts'
import { projectedUse, usedUpAt } from '../../web/src/pages/usage/projection.ts'

const bucket = (used: number, fields: Partial<BucketReply> = {}): BucketReply => ({
  bucket: 'monthlyRecords',
  limit: 3_000,
  used,
  remaining: 3_000 - used,
  resetsAt: '2026-12-01T00:00:00.000Z',
  ...fields,
})
const STARTS = '2026-11-01T00:00:00.000Z'
const onThe11th = (of: BucketReply) => usedUpAt(of, STARTS, '2026-11-11T00:00:00.000Z')

test('a month’s limit is used up when its average rate predicts it', () => {
  assert.equal(onThe11th(bucket(2_000)), '2026-11-16T00:00:00.000Z')
  assert.equal(onThe11th(bucket(1_001))?.slice(0, 10), '2026-11-30')
})

test('there is no projection for a limit that lasts, is reached, unused or daily, nor in the first three days', () => {
  for (const lasting of [bucket(1_000), bucket(3_000), bucket(0), bucket(2_000, { bucket: 'dailyRequests' })]) {
    assert.equal(onThe11th(lasting), undefined)
  }
  assert.equal(usedUpAt(bucket(2_000), STARTS, '2026-11-03T23:59:59.000Z'), undefined)
})

test('the use at the end of the month follows the average rate, once three days have passed', () => {
  assert.equal(projectedUse(bucket(500), STARTS, '2026-11-11T00:00:00.000Z'), 1_500)
  assert.equal(projectedUse(bucket(0), STARTS, '2026-11-11T00:00:00.000Z'), 0)
  assert.equal(projectedUse(bucket(500), STARTS, '2026-11-02T00:00:00.000Z'), undefined)
})

test('a working key is unused after 90 days without a request, since its last one or its creation', () => {
  const now = Date.parse('2026-11-19T00:00:00.000Z')
  const key = (lastUsedAt: string | null, state: KeyReply['state'] = 'active') =>
    isUnused({ state, lastUsedAt, createdAt: '2026-08-21T00:00:00.000Z' } as KeyReply, now)
  assert.deepEqual([key(null), key('2026-08-21T00:00:01.000Z'), key(null, 'revoked')], [true, false, false])
})
