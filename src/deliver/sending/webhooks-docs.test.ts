// Customers build receivers from docs/webhooks.md. Its examples must be real payloads, and its numbers those of the
// code.

import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { SIGNAL_DECLARATIONS, SIGNAL_TYPES } from '../../meaning/types/index.ts'
import { MAX_URL_CHARACTERS } from '../../outbound/endpoint-url.ts'
import { MAX_RESPONSE_BYTES } from './result.ts'
import { exampleEvent, sampleEvent } from './sample-event.ts'
import { CONNECT_TIMEOUT_MS, EXCHANGE_TIMEOUT_MS } from './sender.ts'

const guide = readFileSync(new URL('../../../docs/webhooks.md', import.meta.url), 'utf8')
const words = guide.replaceAll(/\s+/g, ' ')

test('there is one example per type, and it is a real payload', () => {
  const examples = [...guide.matchAll(/^### (\w+)\n\n(.*?)\n\n```json\n(.*?)\n```$/gms)]
  assert.deepEqual(
    examples.map(([, type]) => type),
    SIGNAL_TYPES,
  )
  for (const [, type, description, json = ''] of examples) {
    const known = SIGNAL_TYPES.find((each) => each === type) ?? assert.fail(type)
    assert.equal(description, SIGNAL_DECLARATIONS[known].description)
    assert.deepEqual(JSON.parse(json), exampleEvent(known))
  }
})

test('all fields of the payload are documented', () => {
  const rows = [...guide.matchAll(/^\| `(\w+)` +\|/gm)].map(([, name]) => name)
  assert.deepEqual(rows, Object.keys(exampleEvent('hiring')))
})

test('the documented limits are those of the code', () => {
  const thousands = new Intl.NumberFormat('en')
  for (const part of [
    `at most ${thousands.format(MAX_URL_CHARACTERS)} characters`,
    `must be established within ${CONNECT_TIMEOUT_MS / 1_000} s`,
    `must end within ${EXCHANGE_TIMEOUT_MS / 1_000} s`,
    `At most ${MAX_RESPONSE_BYTES / 1_024} KiB of it are read`,
    sampleEvent('hiring', 0).company.name,
    sampleEvent('hiring', 0).company.id,
  ]) {
    assert.ok(words.includes(part), part)
  }
})
