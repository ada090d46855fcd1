// A silent event is in the log for search indexes. The firehose neither sends nor counts it.

import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { openTestDatabase } from '../../../test/harness/database.ts'
import { newTeam, saveWebhook, startEngine } from '../../../test/harness/firehose.ts'
import { DAY, JUNE, signal } from '../../../test/harness/signals.ts'
import { startReceiver } from '../../../test/harness/webhook-receiver.ts'
import { type Database, many } from '../../db/index.ts'
import type { IncomingSignal } from '../../meaning/signals/index.ts'
import { readDeliverableEventsAt, readHead, readLog, Stamper } from '../../write/log/index.ts'
import { signalId, writeRecords } from '../../write/write-path/index.ts'
import { listGaps, readWebhook, recordGaps } from './index.ts'

let db: Database
before(async () => {
  db = await openTestDatabase()
})
const pool = () => db.pool('settings')

const job = (source: string, parts: Partial<IncomingSignal> = {}) =>
  signal('silent.example', source, { source, ...parts })

test('another source of a known job is not sent, and counts in no lag and no gap', async () => {
  const receiver = await startReceiver()
  const teamId = await newTeam(db)
  const stamper = new Stamper(db)
  const { id } = await saveWebhook(db, teamId, { url: receiver.url })
  const start = await readHead(pool())
  const write = async (...records: IncomingSignal[]) => {
    await writeRecords(db, stamper, records)
    return stamper.stamp()
  }
  await write(job('board'))
  const position = await write(job('careers', { occurredAt: JUNE + DAY, confidence: 0.5 }))
  // A batch with both kinds.
  const other = signal('silent.example', 'other', { fields: { jobTitle: 'Another job' } })
  await write(job('agency', { occurredAt: JUNE + DAY, confidence: 0.4 }), other)
  await write(
    job('board', { status: 'closed' }),
    job('careers', { status: 'closed' }),
    job('agency', { status: 'closed' }),
  )

  const { events } = await readLog(pool(), start, 100)
  const told = events.filter(({ kind }) => kind === 'signal').map(({ action, silent }) => [action, silent])
  assert.deepEqual(
    told.filter(([, silent]) => silent),
    [
      ['updated', true],
      ['updated', true],
    ],
  )
  assert.equal(told.length, 5)
  assert.deepEqual(await readDeliverableEventsAt(pool(), [position]), [])
  const counts = await many(pool(), 'select signal_counts as counts from log where position > $1 order by position', [
    start,
  ])
  assert.deepEqual(counts, [
    { counts: { hiring: 1 } },
    { counts: {} },
    { counts: { hiring: 1 } },
    { counts: { hiring: 1 } },
  ])

  assert.equal((await readWebhook(pool(), teamId, id))?.lag.events, 3)
  await pool().query('update webhook_cursors set frontier = $2 where webhook_id = $1', [id, position - 1])
  assert.equal((await readWebhook(pool(), teamId, id))?.lag.events, 2, 'the frontier is inside a batch')
  await pool().query('update webhook_cursors set frontier = $2 where webhook_id = $1', [id, start])
  await db.transaction('settings', async (tx) => {
    await recordGaps(tx, new Date().toISOString().slice(0, 10))
    assert.deepEqual((await listGaps(tx, teamId, id))[0]?.counts, { hiring: 3 })
    await tx.query('delete from webhook_gaps')
    await tx.query('delete from webhook_notices')
  })

  await startEngine(db)
  await receiver.waitFor(3)
  assert.deepEqual(
    receiver.received.map(({ event }) => `${event.action} ${event.signalId}`).sort(),
    [
      `created ${signalId('board', 'board')}`,
      `created ${signalId('test', 'other')}`,
      `updated ${signalId('board', 'board')}`,
    ].sort(),
  )
})

test('a collected job whose label lost a code or a mark is not sent again, and one with another title is', async () => {
  const stamper = new Stamper(db)
  const titled = (label: string, jobTitle: string) =>
    signal('labels.example', 'job', { source: 'greenhouse', label, fields: { jobTitle } })
  const start = await readHead(pool())
  for (const each of [
    titled('Hiring: Planner (m/w/d) [REQ-8812]', 'Planner'),
    titled('Hiring: Planner', 'Planner'),
    titled('Hiring: Chef', 'Chef'),
    titled('Looking for a chef', 'Chef'),
  ]) {
    await writeRecords(db, stamper, [each])
    await stamper.stamp()
  }
  const { events } = await readLog(pool(), start, 100)
  const jobs = events.filter(({ kind }) => kind === 'signal')
  assert.deepEqual(
    jobs.map(({ silent }) => silent === true),
    [false, true, false, false],
  )
})
