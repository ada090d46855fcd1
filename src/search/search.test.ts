// The PostgreSQL engine on a real database, for what random searches don't cover: what a page shows of a company, and
// the errors when there is no answer.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import pg from 'pg'
import { cleanup } from '../../test/harness/cleanup.ts'
import { openTestDatabase } from '../../test/harness/database.ts'
import { company, DAY, JUNE, signal } from '../../test/harness/signals.ts'
import { many, type Queryable } from '../db/index.ts'
import { HttpError } from '../http/index.ts'
import { parseSignalQuery, ranking } from '../query/index.ts'
import { Stamper } from '../write/log/index.ts'
import { declareSources } from '../write/sources/index.ts'
import { backfillSearchText, writeRecords } from '../write/write-path/index.ts'
import { postgresEngine, type Search } from './index.ts'
import { readFoundCompanies } from './requests/companies.ts'

const searchFor = (query: string, more: Partial<Search> = {}): Search => ({
  query: parseSignalQuery(query),
  filters: {},
  sort: 'match',
  asOf: JUNE,
  offset: 0,
  limit: 10,
  explain: false,
  ...more,
})

test('a company is shown with its facts, its ranks and the signals that matched', async () => {
  const db = await openTestDatabase()
  await writeRecords(db, new Stamper(db), [
    company('quiet.example', { name: 'Quiet' }),
    company('busy.example', {
      hqCountry: 'DE',
      employeeCount: 50,
      fundingStage: 'seed',
      industry: 'retail',
      logo: 'https://busy.example/logo.svg',
    }),
    ...Array.from({ length: 7 }, (_, n) => signal('busy.example', `job-${n}`, { occurredAt: JUNE - n * DAY })),
    signal('busy.example', 'old', { occurredAt: JUNE - 91 * DAY }),
    signal('busy.example', 'edge', { occurredAt: JUNE - 90 * DAY, type: 'web', fields: { kind: 'ai_feature' } }),
    // Counted while it lasts, however old it is: what has ended, or is only asked for, is not in use.
    ...[
      { tool: 'HubSpot CRM', change: 'in_use' },
      { tool: 'Snowflake', change: 'dropped' },
      { tool: 'Kubernetes', change: 'in_use', basis: 'asked' },
    ].map((fields, n) => signal('busy.example', `tool-${n}`, { occurredAt: JUNE - 800 * DAY, type: 'tool', fields })),
    signal('busy.example', 'filled', { occurredAt: JUNE - DAY, status: 'closed' }),
    signal('busy.example', 'round', { occurredAt: JUNE - 400 * DAY, type: 'funding', fields: { round: 'seed' } }),
    signal('busy.example', 'gone', { occurredAt: JUNE + 3_600, status: 'retracted' }),
  ])
  const { query } = searchFor('hiring')
  const [busy, quiet] = await readFoundCompanies(db.pool('search'), [0, 1], query, JUNE)
  if (!busy || !quiet) assert.fail('two companies')
  const { id, match, heat, aiAdoptionScore, signals, ...rest } = busy
  assert.deepEqual(rest, {
    name: 'busy.example',
    domain: 'busy.example',
    logo: 'https://busy.example/logo.svg',
    hqCountry: 'DE',
    employeeCount: 50,
    fundingStage: 'seed',
    industry: 'retail',
    employerKind: 'unknown',
    lastSignalAt: '2026-06-01T00:00:00.000Z',
    signalCounts: { hiring: 8, funding: 0, funding_ai: 0, web: 1, tool: 1, velocity: 0 },
  })
  assert.match(id, /^[0-9a-f-]{36}$/)
  assert.ok(heat > 2 && heat < 3, `heat ${heat}`)
  assert.ok(match > 70 && match < 100, `match ${match}`)
  assert.ok(aiAdoptionScore.score > 0)
  const today = `${new Date().toISOString().slice(0, 10)}T00:00:00.000Z`
  assert.equal(aiAdoptionScore.asOf, today)
  assert.deepEqual(
    signals.map(({ label }) => label),
    [0, 1, 2, 3, 4].map((n) => `Signal job-${n}`),
  )
  assert.deepEqual(signals[0]?.source, { name: 'test', url: null })
  const filled = await readFoundCompanies(db.pool('search'), [0], parseSignalQuery('funding'), JUNE)
  assert.deepEqual([filled[0]?.signals.length, filled[0]?.signalCounts.funding], [1, 1], 'a round of 400 days ago')
  assert.equal(rest.signalCounts.funding, 0, 'not asked for')
  assert.deepEqual([quiet.name, quiet.match, quiet.heat, quiet.lastSignalAt], ['Quiet', 0, 0, null])
  assert.equal(quiet.logo, null)
  assert.deepEqual([quiet.hqCountry, quiet.employeeCount, quiet.signals], ['ZZ', 0, []])
})

test('a row lists the types under NOT that are not monitored: any type and a word without one mean every type', async () => {
  const db = await openTestDatabase()
  await db.transaction('ingest', (tx) =>
    declareSources(tx, [{ record: 'source', source: 'test', completeSince: JUNE - 400 * DAY }]),
  )
  await writeRecords(db, new Stamper(db), [signal('jobs.example', 'job')])
  const notLooked = async (text: string) => {
    const [row] = await readFoundCompanies(db.pool('search'), [0], parseSignalQuery(text), JUNE)
    return row?.notLooked
  }
  assert.equal(await notLooked('any'), undefined)
  assert.equal(await notLooked('any NOT hiring:intern'), undefined)
  assert.deepEqual(await notLooked('hiring NOT (web OR funding_ai)'), ['funding', 'web'])
  assert.deepEqual(await notLooked('NOT any'), ['funding', 'web', 'tool'])
  assert.deepEqual(await notLooked('hiring -intern'), ['funding', 'web', 'tool'])
})

test('a page is read in one round trip, however many clauses the query has', async () => {
  const db = await openTestDatabase()
  await writeRecords(db, new Stamper(db), [signal('a.example', 'a')])
  let trips = 0
  const pool = db.pool('search')
  const counting: Queryable = {
    query: (sql, values) => {
      trips++
      return pool.query(sql, values ? [...values] : [])
    },
  }
  const { query } = searchFor('(hiring OR web:chat) AND NOT tool(count >= 2) OR funding THEN hiring WITHIN 30d')
  await readFoundCompanies(counting, [0], query, JUNE)
  assert.equal(trips, 1)
})

test('a company with tens of thousands of signals shows the same signals as the evaluator', async () => {
  const db = await openTestDatabase()
  await writeRecords(db, new Stamper(db), [company('heavy.example')])
  await db.pool('ingest').query(
    `insert into signals (id, company_ordinal, type, source, key, label, confidence, status, occurred_at, first_seen_at,
                          last_seen_at, fields, version, last_event_unix)
     select gen_random_uuid(), 0, (array['hiring', 'web', 'funding'])[1 + n % 3], 's', n::text, 'Job ' || n % 100, n % 101,
            'active', to_timestamp(${JUNE} - n * 600), now(), now(), '{}', 1, 0
       from generate_series(1, 20000) n`,
  )
  await backfillSearchText(db)
  const rows = await many<{ id: string; type: 'hiring'; label: string; confidence: number; t: number }>(
    db.pool('ingest'),
    `select id, type, label, confidence, extract(epoch from occurred_at)::bigint as t from signals`,
  )
  const all = rows.map(({ id, type, label, confidence, t }) => ({
    ...{ id, type, label, confidence: confidence / 100, status: 'active' as const, source: { name: 's' }, fields: {} },
    ...{ occurredAt: t, firstSeenAt: t, lastSeenAt: t },
  }))
  for (const text of [
    'hiring',
    'job 99',
    'hiring(count >= 6000) AND web(text ~ "job 4", before: 2026-03-01)',
    'funding THEN web:"77" WITHIN 1d THEN hiring WITHIN 1d',
    'any(confidence < 0.01) OR NOT hiring',
  ]) {
    const { query } = searchFor(text)
    const [shown] = await readFoundCompanies(db.pool('search'), [0], query, JUNE)
    const expected = (ranking(query, all, JUNE)?.shown ?? []).map(({ id }) => id)
    assert.ok(expected.length > 0, text)
    assert.deepEqual(
      shown?.signals.map(({ id }) => id),
      expected,
      text,
    )
  }
})

test('a query that times out is a 503 with advice', async () => {
  const db = await openTestDatabase()
  await writeRecords(db, new Stamper(db), [signal('a.example', 'a')])
  const impatient = new pg.Pool({ connectionString: db.url, max: 1, statement_timeout: 100 })
  cleanup(() => impatient.end())
  const engine = postgresEngine(impatient)
  const blocker = await db.connectDirect()
  await blocker.query('begin')
  await blocker.query('lock table company_ranks in access exclusive mode')
  try {
    for (const ask of [() => engine.page(searchFor('hiring')), () => engine.evidence(searchFor('hiring'))]) {
      await assert.rejects(ask(), (error: unknown) => {
        assert.ok(error instanceof HttpError)
        assert.deepEqual([error.status, error.code], [503, 'service_unavailable'])
        assert.match(error.message, /too expensive.*within: 90d/)
        return true
      })
    }
  } finally {
    await blocker.query('rollback')
    await blocker.end()
  }
  // Its only connection: the answer itself may take a busy machine longer.
  await impatient.query('set statement_timeout = 60000')
  assert.equal((await engine.page(searchFor('hiring'))).total, 1)
})

test('while a search text is missing, a query with words is an error, not an empty result', async () => {
  const db = await openTestDatabase()
  await writeRecords(db, new Stamper(db), [signal('a.example', 'a'), signal('b.example', 'b')])
  await db.pool('ingest').query(`update signals set search_text = null, search_words = null where key = 'a'`)
  const engine = postgresEngine(db.pool('search'))
  assert.equal((await engine.page(searchFor('hiring(confidence < 1, within: 1d)'))).total, 2)
  for (const text of ['account', 'hiring(title: x)', 'NOT hiring(source ~ y)', 'hiring(function: sales)']) {
    await assert.rejects(engine.page(searchFor(text)), /still being prepared/, text)
    await assert.rejects(engine.evidence(searchFor(text)), /still being prepared/, text)
    const page = readFoundCompanies(db.pool('search'), [1], searchFor(text).query, JUNE)
    await assert.rejects(page, /still being prepared/, text)
  }
  await backfillSearchText(db)
  assert.equal((await engine.page(searchFor('account'))).total, 2)
  await db.pool('ingest').query('update search_texts set version = 1')
  await assert.rejects(engine.page(searchFor('account')), /still being prepared/)
})
