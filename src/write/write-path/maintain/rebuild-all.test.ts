// When a source declares since when it is complete, all companies are rebuilt, and nothing is sent to customers.

import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { openTestDatabase } from '../../../../test/harness/database.ts'
import { company, signal } from '../../../../test/harness/signals.ts'
import { type Database, many, one } from '../../../db/index.ts'
import { readDeliverableEvents, Stamper } from '../../log/index.ts'
import { declareSources } from '../../sources/index.ts'
import { readRebuildProgress, rebuildAll, writeRecords } from '../index.ts'

let db: Database
let stamper: Stamper
before(async () => {
  db = await openTestDatabase()
  stamper = new Stamper(db)
})

const DOMAINS = ['first.example', 'second.example', 'third.example']

/** Three jobs of each company that were stored with different titles, and have the same one now. */
async function storeDuplicates(): Promise<void> {
  const records = DOMAINS.flatMap((domain) =>
    ['board', 'careers', 'agency'].map((source) =>
      signal(domain, `${source}-${domain}`, { source, fields: { jobTitle: `AI SDR ${source}`, function: 'sales' } }),
    ),
  )
  await writeRecords(db, stamper, records)
  await db.pool('ingest').query(`update signals set fields = fields || '{"jobTitle": "AI SDR"}' where type = 'hiring'`)
}

test('duplicates of one job from three sources end as one fact, with no event for a customer', async () => {
  await storeDuplicates()
  assert.equal(await rebuildAll(db, stamper), 0, 'nothing is requested yet')
  const source = { record: 'source', source: 'board', completeSince: 1_700_000_000 } as const
  await db.transaction('ingest', (tx) => declareSources(tx, [source]))
  const { head } = await one<{ head: number }>(db.pool('ingest'), 'select position as head from log_head')

  // Interrupted after the first company, it continues there.
  const interruption = new AbortController()
  const step = { companies: 1, signals: 1_000 }
  const interrupted = rebuildAll(db, stamper, { step, signal: interruption.signal })
  while ((await readRebuildProgress(db)).done === 0) await new Promise((resolve) => setTimeout(resolve, 1))
  interruption.abort()
  const done = await interrupted
  assert.equal(done + (await rebuildAll(db, stamper, { step })), DOMAINS.length)
  assert.deepEqual(await readRebuildProgress(db), { companies: 3, done: 3, isFinished: true })

  assert.deepEqual(
    await many(
      db.pool('ingest'),
      `select c.domain, s.status, jsonb_array_length(s.sources) as sources
         from signals s join companies c on c.ordinal = s.company_ordinal
        where s.status <> 'retracted' and s.type = 'hiring' order by c.domain`,
    ),
    DOMAINS.map((domain) => ({ domain, status: 'active', sources: 3 })),
  )
  const { head: after } = await one<{ head: number }>(db.pool('ingest'), 'select position as head from log_head')
  assert.ok(after > head, 'search indexes get the changes')
  assert.deepEqual((await readDeliverableEvents(db.pool('ingest'), head, 1_000)).events, [])
  assert.equal(await rebuildAll(db, stamper), 0)
})

test('a tool from before reports had a basis or a family had categories is judged again, and no event is sent', async () => {
  const domain = 'judged.example'
  const stored = (tool: string, evidence: string, confidence: number) =>
    signal(domain, `acme/tool/${tool}`, {
      type: 'tool',
      label: `Uses ${tool}`,
      confidence,
      fields: { tool, change: 'in_use', evidence },
    })
  await writeRecords(db, stamper, [
    stored('Zendesk', 'You run our Zendesk.', 0.5),
    stored('Tableau', 'Experience with Tableau.', 0.7),
    stored('Jira', 'Experience with Jira or similar.', 0.85),
    stored('Gong', 'Experience with Gong.', 0.66),
    signal(domain, 'acme/website', {
      type: 'tool',
      label: 'Uses Salesforce',
      fields: { tool: 'Salesforce', change: 'in_use' },
    }),
  ])
  await db.pool('ingest').query(`update fact_upgrade set done_to = -1, finished_at = null`)
  await stamper.stamp()
  const { head } = await one<{ head: number }>(db.pool('ingest'), 'select position as head from log_head')
  await rebuildAll(db, stamper)
  await stamper.stamp()
  const tools = await many(
    db.pool('ingest'),
    `select s.label, s.confidence, s.status, s.fields ->> 'basis' as basis, s.fields ->> 'categories' as categories
       from signals s join companies c on c.ordinal = s.company_ordinal
      where c.domain = $1 and s.type = 'tool' order by s.key`,
    [domain],
  )
  assert.deepEqual(tools, [
    { label: 'Uses Gong', confidence: 66, status: 'active', basis: null, categories: null },
    { label: 'Uses Jira', confidence: 85, status: 'retracted', basis: null, categories: null },
    { label: 'Asks for Tableau skills', confidence: 60, status: 'active', basis: 'asked', categories: null },
    { label: 'Uses Zendesk', confidence: 60, status: 'active', basis: 'stated', categories: null },
    { label: 'Uses Salesforce', confidence: 90, status: 'active', basis: null, categories: '["crm"]' },
  ])
  assert.deepEqual((await readDeliverableEvents(db.pool('ingest'), head, 10)).events, [])
})

test('rounds from before they had an instrument are read again, and no event is sent', async () => {
  const domain = 'rounds.example'
  const stored = (key: string, label: string, fields: Record<string, string>) =>
    signal(domain, key, { type: 'funding', label, fields })
  await writeRecords(db, stamper, [
    stored('a', 'Raised a Series A', { round: 'series_a' }),
    stored('b', 'Secures a $20M bank loan', { round: 'undisclosed' }),
    stored('c', 'In talks to raise a Series D', { round: 'series_d' }),
  ])
  const stage = () => one(db.pool('ingest'), 'select funding_stage from companies where domain = $1', [domain])
  assert.deepEqual(await stage(), { funding_stage: 'series_d' })
  await db.pool('ingest').query(`update fact_upgrade set done_to = -1, finished_at = null`)
  await stamper.stamp()
  const { head } = await one<{ head: number }>(db.pool('ingest'), 'select position as head from log_head')
  await rebuildAll(db, stamper)
  await stamper.stamp()
  const rounds = await many(
    db.pool('ingest'),
    `select s.fields ->> 'instrument' as instrument, s.fields ->> 'rumour' as rumour
       from signals s join companies c on c.ordinal = s.company_ordinal
      where c.domain = $1 and s.type = 'funding' order by s.key`,
    [domain],
  )
  assert.deepEqual(rounds, [
    { instrument: 'equity', rumour: null },
    { instrument: 'debt', rumour: null },
    { instrument: 'equity', rumour: 'true' },
  ])
  assert.deepEqual(await stage(), { funding_stage: 'series_a' }, 'a rumour moves no stage')
  assert.deepEqual((await readDeliverableEvents(db.pool('ingest'), head, 10)).events, [])
})

const jobsOf = (domain: string) =>
  many(
    db.pool('ingest'),
    `select s.fields ->> 'jobTitle' as title, s.fields ->> 'ai' as ai, s.status, s.label
       from signals s join companies c on c.ordinal = s.company_ordinal
      where c.domain = $1 and s.type = 'hiring' order by s.key`,
    [domain],
  )

test('a job is read without the name that its company is stored with, and a pool never becomes a job', async () => {
  const domain = 'lumen.example'
  const fields = { jobTitle: 'Office Manager, Lumen AI', ai: true, aiFrom: 'title' }
  const job = signal(domain, 'job-a', { company: { domain }, label: 'Hiring: Office Manager, Lumen AI', fields })
  const pool = signal(domain, 'job-b', {
    company: { domain },
    status: 'retracted',
    fields: { jobTitle: 'Talent community' },
  })
  await writeRecords(db, stamper, [company(domain, { name: 'Lumen AI' }), job, pool])
  const closed = { record: 'status', source: 'test', status: 'closed' } as const
  const { outcomes } = await writeRecords(db, stamper, [job, { ...closed, key: 'job-b' }])
  assert.deepEqual(outcomes, ['unchanged', 'unchanged'])
  assert.deepEqual(await jobsOf(domain), [
    { title: 'Office Manager', ai: null, status: 'active', label: 'Hiring: Office Manager, Lumen AI' },
    { title: 'Talent community', ai: null, status: 'retracted', label: 'Signal job-b' },
  ])
})

test('stored titles are cleaned and stored pools retracted, and no event is sent', async () => {
  const domain = 'titles.example'
  const named = { company: { domain, name: 'Titles AI' } }
  await writeRecords(db, stamper, [
    company(domain, { name: 'Titles AI' }),
    signal(domain, 't1', named),
    signal(domain, 't2', named),
  ])
  const stored = { jobTitle: 'Office Manager, Titles AI [REQ-1]', ai: true, aiFrom: 'title' }
  await db.pool('ingest').query(
    `update signals s set fields = case s.key when 't1' then $2::jsonb else $3::jsonb end
       from companies c where c.ordinal = s.company_ordinal and c.domain = $1 and s.type = 'hiring'`,
    [domain, JSON.stringify(stored), JSON.stringify({ jobTitle: 'Initiativbewerbung (m/w/d)' })],
  )
  await db.pool('ingest').query(`update fact_upgrade set done_to = -1, finished_at = null`)
  await stamper.stamp()
  const { head } = await one<{ head: number }>(db.pool('ingest'), 'select position as head from log_head')
  await rebuildAll(db, stamper)
  const read = (await jobsOf(domain)).map(({ title, ai, status }) => ({ title, ai, status }))
  assert.deepEqual(read, [
    { title: 'Office Manager', ai: null, status: 'active' },
    { title: 'Initiativbewerbung (m/w/d)', ai: null, status: 'retracted' },
  ])
  assert.deepEqual((await readDeliverableEvents(db.pool('ingest'), head, 10)).events, [])
})
