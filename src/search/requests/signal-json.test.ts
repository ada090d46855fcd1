import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type SignalColumns, signalOf } from './signal-json.ts'

test('a source named like a property of every object keeps its own lastSeenAt', () => {
  const source = { name: 'constructor', firstSeenAt: 100, lastSeenAt: 200 }
  const columns = [
    'id',
    'hiring',
    'A job',
    90,
    'active',
    100,
    100,
    150,
    'constructor',
    null,
    {},
    null,
    [source],
    { board: 300 },
  ]
  const { lastSeenAt, sources } = signalOf(columns as unknown as SignalColumns)
  assert.deepEqual([lastSeenAt, sources?.[0]?.lastSeenAt], [200, 200])
})
