import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from '../../../test/harness/fast-check.ts'
import { isoTime } from './public-signal.ts'

test('a time is formatted as Date formats it, from long before 1970 to long after', () => {
  const max = Date.UTC(9999, 11, 31) / 1_000
  fc.assert(
    fc.property(fc.integer({ min: -max, max }), (seconds) =>
      assert.equal(isoTime(seconds), new Date(seconds * 1_000).toISOString()),
    ),
    { numRuns: 20_000 },
  )
})
