import assert from 'node:assert/strict'
import { test } from 'node:test'
import { diagnose } from './diagnose.ts'

test('a Retry-After is mentioned in a complete sentence', () => {
  const textFor = (status: number, retryAfterSeconds?: number) =>
    diagnose({
      outcome: 'response',
      status,
      latencyMs: 1,
      excerpt: '',
      ...(retryAfterSeconds && { retryAfterSeconds }),
    })
  assert.equal(
    textFor(429),
    'The endpoint answered 429: it asks us to slow down. Allow more requests, or do less while it answers.',
  )
  assert.equal(
    textFor(429, 20),
    'The endpoint answered 429: it asks us to slow down and to wait 20 s. Allow more requests, or do less while it answers.',
  )
  for (const status of [502, 503, 504]) {
    const unavailable = `The endpoint answered ${status}: the server behind it is not available`
    assert.equal(textFor(status), `${unavailable}. Check that it runs.`)
    assert.equal(textFor(status, 20), `${unavailable}, and it asks us to wait 20 s. Check that it runs.`)
  }
})
