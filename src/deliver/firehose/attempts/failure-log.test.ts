import assert from 'node:assert/strict'
import { test } from 'node:test'
import { recordingLog } from '../../../../test/harness/log.ts'
import { status, VirtualEndpoint } from '../../../../test/harness/virtual-endpoint.ts'
import { FailureLog } from './failure-log.ts'

test('the log line has the time of the next attempt, except for an endpoint that a 410 has paused', () => {
  const lineAfter = (code: number) => {
    const { log, lines } = recordingLog()
    const { endpoint, now } = new VirtualEndpoint({ receiver: () => status(code), events: 1 })
    const next = endpoint.take(now, 16)
    assert.ok(next && 'attempt' in next)
    const outcome = endpoint.settle(next.attempt, status(code), now)
    const webhook = { id: 'w', teamId: 't', host: 'hooks.example' }
    new FailureLog(log).failed(webhook, next.attempt, status(code), outcome, now)
    return lines[0] ?? assert.fail('no line')
  }
  assert.ok(lineAfter(500).nextAttemptAt)
  assert.equal(lineAfter(410).nextAttemptAt, undefined)
})
