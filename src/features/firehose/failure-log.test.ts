import assert from 'node:assert/strict'
import { test } from 'node:test'
import { recordingLog } from '../../../test/harness/log.ts'
import { status, VirtualEndpoint } from '../../../test/harness/virtual-endpoint.ts'
import { FailureLog } from './failure-log.ts'

test('the next attempt is told where there will be one, and not of an endpoint that a 410 has paused', () => {
  const lineAfter = (code: number) => {
    const { log, lines } = recordingLog()
    const { endpoint, now } = new VirtualEndpoint({ receiver: () => status(code), events: 1 })
    const turn = endpoint.take(now, 16)
    assert.ok(turn && 'attempt' in turn)
    const settled = endpoint.settle(turn.attempt, status(code), now)
    const webhook = { id: 'w', teamId: 't', host: 'hooks.example' }
    new FailureLog(log).failed(webhook, turn.attempt, status(code), settled, now)
    return lines[0] ?? assert.fail('no line')
  }
  assert.ok(lineAfter(500).nextAttemptAt)
  assert.equal(lineAfter(410).nextAttemptAt, undefined)
})
