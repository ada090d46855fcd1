// The guard is in the statement itself: a process that is not the holder of the current epoch writes nothing.

import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { before, test } from 'node:test'
import { openTestDatabase } from '../../../../test/harness/database.ts'
import { newTeam, saveWebhook } from '../../../../test/harness/firehose.ts'
import { type Database, NodeLease, one } from '../../../db/index.ts'
import { claimWebhooks, deleteExpiredNodes } from '../dispatch/lease-queries.ts'
import { FIREHOSE_NODES } from '../dispatch/webhook-lease.ts'
import { NEW_HEALTH } from '../states/health.ts'
import { emptyLatencyCounts } from '../states/latency.ts'
import type { Progress } from './progress-buffer.ts'
import { writeProgress } from './progress-queries.ts'

let db: Database
let webhookId: string
let lease: NodeLease<string>
before(async () => {
  db = await openTestDatabase()
  webhookId = (await saveWebhook(db, await newTeam(db), { url: 'https://hooks.acme.example/in' })).id
})
const pool = () => db.pool('firehose')

function progress(frontier: number, extra: Partial<Progress> = {}): Progress {
  const event = {
    position: frontier,
    signalId: randomUUID(),
    type: 'hiring',
    attempts: 1,
    dueAt: 0,
    inFlight: false,
    stored: true,
  }
  return {
    frontier,
    pending: [frontier],
    health: NEW_HEALTH,
    lastSuccessAt: Date.now(),
    deliveries: [{ position: frontier, status: 200, latencyMs: 5, excerpt: 'thanks' }],
    attempts: [
      {
        at: Date.now(),
        position: frontier,
        lane: 'late',
        attempt: 2,
        status: 500,
        reason: 'status',
        latencyMs: 3,
        excerpt: 'x',
        message: null,
      },
    ],
    hours: [{ hour: 3_600_000, succeeded: 1, failed: 1, latencies: emptyLatencyCounts() }],
    stored: [event],
    exhausted: [],
    removed: [],
    pause: undefined,
    replay: undefined,
    passes: [],
    ...extra,
  }
}

/** Everything that a commit can write. */
const written = () =>
  one(
    pool(),
    `select (select frontier from webhook_cursors where webhook_id = $1) as frontier,
            (select count(*)::int from webhook_deliveries where webhook_id = $1) as deliveries,
            (select count(*)::int from webhook_attempts where webhook_id = $1) as attempts,
            (select count(*)::int from webhook_retries where webhook_id = $1) as retries,
            (select sum(succeeded)::int from webhook_hours where webhook_id = $1) as succeeded,
            (select state from webhooks where id = $1) as state`,
    [webhookId],
  )

async function takeLease(name: string): Promise<NodeLease<string>> {
  const lease = new NodeLease<string>(db, FIREHOSE_NODES, { name, leaseSeconds: 60 })
  await lease.renew(() => {})
  return lease
}

test('a stale epoch, another node or an earlier frontier writes nothing, not even an attempt', async () => {
  lease = await takeLease('mine')
  const [mine, { id: other }] = [lease.id, await takeLease('other')]
  assert.equal(await claimWebhooks(pool(), mine, 10), 1)
  assert.equal(await claimWebhooks(pool(), other, 10), 0, 'a leased webhook cannot be claimed')
  assert.deepEqual(
    await writeProgress(pool(), mine, [{ webhookId, epoch: 1, progress: progress(100) }]),
    new Set([webhookId]),
  )
  const before = await written()
  assert.deepEqual(before, { frontier: 100, deliveries: 1, attempts: 1, retries: 1, succeeded: 1, state: 'enabled' })
  for (const [node, epoch, frontier] of [
    [mine, 0, 200],
    [mine, 2, 200],
    [other, 1, 200],
    [mine, 1, 99],
  ] as const) {
    const stale = progress(frontier, { pause: 'gone' })
    assert.deepEqual(await writeProgress(pool(), node, [{ webhookId, epoch, progress: stale }]), new Set())
    assert.deepEqual(await written(), before)
  }
})

test('an expired node loses its webhooks when another node renews, and cannot renew itself', async () => {
  await pool().query(`update firehose_nodes set expires_at = now() - interval '1 s' where name = 'mine'`)
  const [mine, { id: successor }] = [lease.id, await takeLease('successor')]
  await deleteExpiredNodes(pool())
  assert.equal(await lease.renew((isNew) => isNew), true)
  assert.notEqual(lease.id, mine)
  assert.deepEqual(await writeProgress(pool(), mine, [{ webhookId, epoch: 1, progress: progress(300) }]), new Set())
  assert.equal(await claimWebhooks(pool(), successor, 10), 1)
  const paused = progress(300, { pause: 'gone' })
  assert.deepEqual(
    await writeProgress(pool(), successor, [{ webhookId, epoch: 2, progress: paused }]),
    new Set([webhookId]),
  )
  assert.equal((await written()).state, 'paused')
})
