// What version 0.1 stored becomes facts, and nobody hears of it.

import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { openTestDatabase } from '../../../../test/harness/database.ts'
import { signal } from '../../../../test/harness/signals.ts'
import { type Database, many, one } from '../../../db/index.ts'
import { readDeliverableEvents, Stamper } from '../../log/index.ts'
import { readUpgradeProgress, upgradeFacts, writeRecords } from '../index.ts'

let db: Database
let stamper: Stamper
before(async () => {
  db = await openTestDatabase()
  stamper = new Stamper(db)
})

const DOMAINS = ['first.example', 'second.example', 'third.example']

/** Three rows for one job, and a page without `change`: version 0.1 knew neither facts nor that field. */
async function storeAsVersion01(): Promise<void> {
  const records = DOMAINS.flatMap((domain) => [
    ...['board', 'careers', 'agency'].map((source) =>
      signal(domain, `${source}-${domain}`, { source, fields: { jobTitle: `AI SDR ${source}`, function: 'sales' } }),
    ),
    signal(domain, `page-${domain}`, { type: 'web', fields: { kind: 'ai_feature', change: 'launched' } }),
  ])
  await writeRecords(db, stamper, records)
  const pool = db.pool('ingest')
  await pool.query(`update signals set fields = fields || '{"jobTitle": "AI SDR"}' where type = 'hiring'`)
  await pool.query(`update signals set fields = fields - 'change' where type = 'web'`)
  await pool.query(`update fact_upgrade set done_to = -1, finished_at = null`)
  await stamper.stamp()
}

const facts = () =>
  many(
    db.pool('ingest'),
    `select c.domain, s.type, s.status, jsonb_array_length(s.sources) as sources, s.fields ->> 'change' as change
       from signals s join companies c on c.ordinal = s.company_ordinal
      where s.status <> 'retracted' and s.type in ('hiring', 'web') order by c.domain, s.type`,
  )

test('duplicates of one job from three sources end as one fact, with no event for a customer', async () => {
  await storeAsVersion01()
  const { head } = await one<{ head: number }>(db.pool('ingest'), 'select position as head from log_head')

  // Interrupted after the first company, it continues there.
  const interruption = new AbortController()
  const step = { companies: 1, signals: 1_000 }
  const interrupted = upgradeFacts(db, stamper, { step, signal: interruption.signal })
  while ((await readUpgradeProgress(db)).done === 0) await new Promise((resolve) => setTimeout(resolve, 1))
  interruption.abort()
  const done = await interrupted
  assert.equal(done + (await upgradeFacts(db, stamper, { step })), DOMAINS.length)
  assert.deepEqual(await readUpgradeProgress(db), { companies: 3, done: 3, isFinished: true })

  assert.deepEqual(
    await facts(),
    DOMAINS.flatMap((domain) => [
      { domain, type: 'hiring', status: 'active', sources: 3, change: null },
      { domain, type: 'web', status: 'active', sources: null, change: 'launched' },
    ]),
  )
  const { head: after } = await one<{ head: number }>(db.pool('ingest'), 'select position as head from log_head')
  assert.ok(after > head, 'search indexes hear of it')
  assert.deepEqual((await readDeliverableEvents(db.pool('ingest'), head, 1_000)).events, [])
  assert.equal(await upgradeFacts(db, stamper), 0)
})

test('while a node of version 0.1 is running, the work is not finished', async () => {
  await db.pool('ingest').query(`update fact_upgrade set done_to = -1, finished_at = null`)
  const old = await db.connectDirect()
  await old.query(`set application_name = 'pro-signal follower'`)
  assert.equal(await upgradeFacts(db, stamper), DOMAINS.length)
  assert.equal((await readUpgradeProgress(db)).isFinished, false)
  await old.end()
  assert.equal(await upgradeFacts(db, stamper), DOMAINS.length)
  assert.equal((await readUpgradeProgress(db)).isFinished, true)
})

test('a signal that a node of version 0.1 wrote again is a report as any other', async () => {
  const [domain = ''] = DOMAINS
  // Version 0.1 finds no row of this report, and inserts one.
  await db.pool('ingest').query(
    `insert into signals (id, company_ordinal, type, source, key, label, confidence, status, occurred_at, first_seen_at, last_seen_at, fields, version, last_event_unix)
     select r.id, company_ordinal, type, source, key, 'Hiring, changed', confidence, status, occurred_at, first_seen_at, last_seen_at, fields, 1, 1
       from reports r where not exists (select from signals s where s.id = r.id) and r.key like '%' || $1`,
    [domain],
  )
  await db
    .pool('ingest')
    .query(
      `update signals set status = 'active', label = 'Hiring, changed' where replaced_by is not null and key like '%' || $1`,
      [domain],
    )
  const [before] = await facts()
  assert.equal(before?.domain, domain)
  await writeRecords(db, stamper, [signal(domain, 'another', { fields: { jobTitle: 'Another' } })])
  const jobs = (await facts()).filter((fact) => fact.domain === domain && fact.type === 'hiring')
  assert.deepEqual(jobs.map(({ sources }) => sources).sort(), [3, null])
})
