// The buffer of the log of requests: what it keeps, what it leaves out, and that nothing waits for its writes.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Registry } from 'prom-client'
import { type LoggedRequest, type RequestBatch, RequestLog } from './request-log.ts'

const request = (changes: Partial<LoggedRequest> = {}): LoggedRequest => ({
  teamId: 'team',
  keyId: 'key',
  endpoint: 'search',
  method: 'POST',
  path: '/api/v1/search',
  status: 200,
  ms: 12,
  charged: { records: 5, pageTurns: 0 },
  requestId: 'req_1',
  ...changes,
})
const refused = request({ status: 429, charged: null, error: { code: 'rate_limited', message: 'Wait.' } })

function newLog(options: { keepsRows?: boolean; write?: () => Promise<void> } = {}) {
  const registry = new Registry()
  const batches: RequestBatch[] = []
  const clock = { ms: 0 }
  const { write, ...rest } = options
  const log = new RequestLog(
    async (batch) => {
      batches.push(batch)
      await write?.()
    },
    { registry, monotonicMs: () => clock.ms, ...rest },
  )
  const lost = async (reason: string) => {
    const [metric] = await registry.getMetricsAsJSON()
    return metric?.values.find(({ labels }) => labels.reason === reason)?.value
  }
  return { log, batches, clock, lost }
}

test('requests are written together with their age, and counted by key and endpoint', async () => {
  const { log, batches, clock } = newLog()
  log.note(request())
  clock.ms = 400
  log.note(request({ requestId: 'req_2' }))
  log.note(refused)
  log.note(request({ keyId: 'other', endpoint: 'stats', charged: null }))
  clock.ms = 1_000
  await log.flush()
  await log.flush()
  assert.equal(batches.length, 1, 'nothing is left for a second write')
  const { rows, counts } = batches[0] as RequestBatch
  assert.deepEqual(
    rows.map(({ requestId, ageMs }) => [requestId, ageMs]),
    [
      ['req_1', 1_000],
      ['req_2', 600],
      ['req_1', 600],
      ['req_1', 600],
    ],
  )
  assert.equal(new Set(rows.map(({ id }) => id)).size, 4)
  assert.deepEqual(counts, [
    { teamId: 'team', keyId: 'key', endpoint: 'search', requests: 2, records: 10, failed: 1 },
    { teamId: 'team', keyId: 'other', endpoint: 'stats', requests: 0, records: 0, failed: 0 },
  ])
})

test('a flood of free requests is counted and mostly left out; charged ones and those of other teams are kept', async () => {
  const { log, batches, clock, lost } = newLog()
  for (let i = 0; i < 1_000; i++) log.note(refused)
  for (let i = 0; i < 300; i++) log.note(request())
  log.note({ ...refused, teamId: 'another', keyId: 'another' })
  await log.flush()
  assert.equal(batches[0]?.rows.length, 100 + 300 + 1)
  assert.equal(batches[0]?.counts[0]?.failed, 1_000)
  assert.equal(await lost('too_many'), 900)
  clock.ms = 3_000
  for (let i = 0; i < 10; i++) log.note(refused)
  await log.flush()
  assert.equal(batches[1]?.rows.length, 6, 'two a second')
})

test('while a write hangs, the buffer is bounded and recording continues; a failed write is not repeated', async () => {
  let release = () => {}
  const { log, batches, lost } = newLog({
    write: () =>
      new Promise((_, reject) => {
        release = () => reject(new Error('the database is gone'))
      }),
  })
  log.note(request())
  const first = log.flush()
  for (let i = 0; i < 6_000; i++) log.note(request({ requestId: `req_${i}` }))
  const second = log.flush()
  assert.equal(batches.length, 1, 'one write at a time')
  release()
  await first
  await new Promise(setImmediate)
  assert.equal(batches[1]?.rows.length, 5_000)
  assert.equal(batches[1]?.counts[0]?.requests, 6_000)
  assert.equal(await lost('full'), 1_000)
  assert.equal(await lost('failed'), 1)
  release()
  await second
  assert.equal(await lost('failed'), 5_001)
})

test('without days to keep it, the log only counts', async () => {
  const { log, batches } = newLog({ keepsRows: false })
  log.note(request())
  await log.flush()
  assert.deepEqual([batches[0]?.rows.length, batches[0]?.counts[0]?.requests], [0, 1])
})
