import assert from 'node:assert/strict'
import { test } from 'node:test'
import { describeFailures } from './collect.ts'

test('a host that fails for every company is one line, and the most frequent failures come first', () => {
  assert.deepEqual(describeFailures(new Map()), [])
  const lines = describeFailures(
    new Map([
      ['home-page: missing: DOMAIN answered 404', ['a.example']],
      ['dns: unavailable: DOMAIN has no answer', ['b.example', 'c.example', 'd.example']],
    ]),
  )
  assert.deepEqual(lines, [
    'b.example and 2 more: dns: unavailable: the domain has no answer',
    'a.example: home-page: missing: a.example answered 404',
    'pro-signal watch show DOMAIN tells what failed and when it is tried again',
  ])
  const many = describeFailures(new Map(Array.from({ length: 12 }, (_, i) => [`source ${i}`, ['a.example']])))
  assert.equal(many.at(-2), 'and 2 more failed')
  const rerouted = describeFailures(new Map([['home-page: refused', ['a.example']]]), 'http://127.0.0.1:4010')
  assert.equal(rerouted[1], 'COLLECT_REROUTE is set: every request went to http://127.0.0.1:4010')
})
