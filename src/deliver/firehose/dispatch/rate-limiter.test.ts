import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from '../../../../test/harness/fast-check.ts'
import { SECOND } from '../../../../test/harness/virtual-endpoint.ts'
import { RateLimiter } from './rate-limiter.ts'

test('a rate limit holds for any window of one second', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 2_000 }),
      fc.array(fc.integer({ min: 0, max: 40 }), { maxLength: 300 }),
      (rate, steps) => {
        const limiter = new RateLimiter(rate)
        const starts: number[] = []
        let now = 0
        for (const step of steps) {
          now += step
          while (limiter.readyAt(now) <= now) {
            limiter.take(now)
            starts.push(now)
          }
        }
        for (const [i, at] of starts.entries()) {
          const inSecond = starts.slice(i).filter((other) => other < at + SECOND).length
          assert.ok(inSecond <= rate, `${inSecond} in a second at ${rate}`)
        }
      },
    ),
  )
})
