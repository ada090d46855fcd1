import assert from 'node:assert/strict'
import { test } from 'node:test'
import { diagnose } from './diagnose.ts'

test('a wait that is asked for is told in a whole sentence', () => {
  const told = (status: number, retryAfterSeconds?: number) =>
    diagnose({
      outcome: 'response',
      status,
      latencyMs: 1,
      excerpt: '',
      ...(retryAfterSeconds && { retryAfterSeconds }),
    })
  assert.equal(told(429), 'The endpoint answered 429: it asks us to slow down.')
  assert.equal(told(429, 20), 'The endpoint answered 429: it asks us to slow down and to wait 20 s.')
  for (const status of [502, 503, 504]) {
    const unavailable = `The endpoint answered ${status}: the server behind it is not available`
    assert.equal(told(status), `${unavailable}.`)
    assert.equal(told(status, 20), `${unavailable}, and it asks us to wait 20 s.`)
  }
})
