// The same board in other spellings is one board: it is watched once, for one company.

import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { openTestDatabase } from '../../../test/harness/database.ts'
import { type Database, many, migrate, readMigrations } from '../../db/index.ts'
import { BOARD_COLLECTORS, boardKey, COLLECTORS, collectorNamed } from '../collectors/index.ts'
import { takeFoundBoards } from './companies/found-boards.ts'
import { acceptMatch, addWatched, findRefused, listMatches, rejectMatch } from './index.ts'

let db: Database

before(async () => {
  db = await openTestDatabase()
})

const watch = (...requests: { domain: string; board?: string }[]) =>
  db.transaction('settings', (tx) => addWatched(tx, requests, BOARD_COLLECTORS))

const looks = async (opened = db) =>
  (
    await many<{ look: string }>(
      opened.pool('settings'),
      `select concat_ws(' ', domain, collector, target) as look from looks order by id`,
    )
  ).map(({ look }) => look)

const looksOf = async (domain: string) => (await looks()).filter((look) => look.startsWith(`${domain} `))

const find = (domain: string, collector: string, board: string, proven = true) =>
  db.transaction('ingest', (tx) =>
    takeFoundBoards(
      tx,
      domain,
      [{ collector, board, page: `https://${domain}/careers`, proven, why: 'The careers page links it.' }],
      new Map(COLLECTORS.map((each) => [each.name, each])),
    ),
  )

const matchesOf = async (domain: string) =>
  (await listMatches(db.pool('settings'), { all: true })).filter((match) => match.domain === domain)

test('a company watches a board once, in the spelling that was seen first', async () => {
  const lever = (name: string) => ({ domain: 'gamma.example', board: `https://jobs.lever.co/${name}` })
  const personio = (ending: string) => ({
    domain: 'gamma.example',
    board: `https://gamma.jobs.personio.${ending}/job/1`,
  })
  await watch(lever('Gamma'), personio('de'))
  const [again] = await watch(lever('GAMMA'), lever('gamma'), personio('com'))
  assert.deepEqual(
    again?.boards.map(({ isNew }) => isNew),
    [false, false],
  )
  await find('gamma.example', 'lever', 'gamma')
  await find('gamma.example', 'personio', 'gamma.jobs.personio.com', false)
  assert.deepEqual(await looksOf('gamma.example'), [
    'gamma.example lever Gamma',
    'gamma.example personio gamma.jobs.personio.de',
  ])
  assert.deepEqual(await matchesOf('gamma.example'), [])
})

test('a board of one company is not watched for another one in another spelling', async () => {
  await watch({ domain: 'delta.example', board: 'https://jobs.ashbyhq.com/Delta' })
  await assert.rejects(
    watch({ domain: 'other.example', board: 'https://jobs.ashbyhq.com/delta' }),
    /The board delta \(Ashby job board\) is watched for delta\.example/,
  )
  const lines = [
    { domain: 'one.example', board: 'https://eins.jobs.personio.de' },
    { domain: 'two.example', board: 'https://eins.jobs.personio.com' },
  ]
  const foreign = await db.transaction('settings', (tx) => findRefused(tx, lines, BOARD_COLLECTORS))
  assert.deepEqual([...foreign.keys()], lines.slice(1))
  await watch({ domain: 'investor.example' })
  await find('investor.example', 'ashby', 'delta')
  assert.deepEqual(await looksOf('investor.example'), [])
  assert.match((await matchesOf('investor.example'))[0]?.why ?? '', /It is watched for delta\.example\./)
})

test('a decision about a board applies to every spelling', async () => {
  await watch(
    { domain: 'holder.example', board: 'https://boards.greenhouse.io/Epsilon' },
    { domain: 'epsilon.example' },
  )
  await find('epsilon.example', 'greenhouse', 'epsilon', false)
  await find('epsilon.example', 'greenhouse', 'EPSILON', false)
  const [match, ...others] = await matchesOf('epsilon.example')
  assert.deepEqual([match?.target, others.length], ['epsilon', 0])
  const id = match?.id ?? 0
  await acceptMatch(db, id, COLLECTORS)
  assert.deepEqual(await looksOf('holder.example'), [])
  assert.deepEqual(await looksOf('epsilon.example'), ['epsilon.example greenhouse epsilon'])
  await rejectMatch(db, id)
  await find('epsilon.example', 'greenhouse', 'Epsilon')
  assert.deepEqual(await looksOf('epsilon.example'), [])
})

test('the database and the code agree on what is the same board', async () => {
  const boards = [
    ['lever', 'eu:GammaÄÖ'],
    ['ashby', 'Some Name.Inc'],
    ['personio', 'Acme.jobs.personio.de'],
    ['recruitee', 'acme.de'],
    ['job-posting', 'acme.example%2FJobs'],
  ] as const
  for (const [collector, board] of boards) {
    assert.ok(collectorNamed(collector))
    await find('gamma.example', collector, board)
  }
  const rows = await many<{ collector: string; target: string; key: string }>(
    db.pool('settings'),
    `select collector, target, board_key as key from looks union select collector, target, board_key from matches`,
  )
  for (const { collector, target, key } of rows) assert.equal(key, boardKey(collector, target))
  for (const [, board] of boards) assert.ok(rows.some(({ target }) => target === board))
})

test('a database that watches a board twice keeps the look that has seen it longest, and when its jobs were last seen', async () => {
  const old = await openTestDatabase({ empty: true })
  const connect = () => old.connectDirect()
  await migrate(connect, { migrations: readMigrations().slice(0, 28) })
  const pool = old.pool('settings')
  await pool.query(`insert into watched_companies (domain) values ('gamma.example'), ('other.example')`)
  await pool.query(
    `insert into looks (domain, collector, target, types, known_since) values
       ('gamma.example', 'lever', 'Gamma', '{hiring}', null),
       ('gamma.example', 'lever', 'gamma', '{hiring}', '2026-02-01'),
       ('other.example', 'lever', 'GAMMA', '{hiring}', '2026-01-01'),
       ('other.example', 'lever', 'eu:gamma', '{hiring}', null)`,
  )
  await pool.query(
    `insert into look_times (look_id, lane, seen_through) select id, 'lever', '2026-03-01 10:00:00.5Z' from looks`,
  )
  await pool.query(
    `insert into companies (ordinal, id, domain, name) values (1, gen_random_uuid(), 'gamma.example', 'Gamma')`,
  )
  await pool.query(
    `insert into signals (id, company_ordinal, type, source, key, label, confidence, status, occurred_at, first_seen_at, last_seen_at, fields, version, last_event_unix)
     select gen_random_uuid(), 1, 'hiring', 'lever', key, 'Chef', 95, 'active', '2026-01-02Z', '2026-01-02Z', '2026-01-02Z', '{}', 1, 0
       from unnest('{gamma/1,GAMMA/2}'::text[]) as key`,
  )
  await pool.query(
    `insert into matches (domain, collector, target, page, why, decision, decided_at) values
       ('gamma.example', 'personio', 'gamma.jobs.personio.com', '', '', null, null),
       ('gamma.example', 'personio', 'gamma.jobs.personio.de', '', '', 'rejected', now()),
       ('gamma.example', null, 'gamma.io', '', '', null, null)`,
  )
  await migrate(connect)
  assert.deepEqual(await looks(old), ['other.example lever GAMMA', 'other.example lever eu:gamma'])
  assert.deepEqual(
    (await listMatches(pool, { all: true })).map(({ target }) => target),
    ['gamma.jobs.personio.de', 'gamma.io'],
  )
  const seen = await many<{ at: Date }>(pool, `select last_seen_at as at from signals order by key collate "C"`)
  assert.deepEqual(
    seen.map(({ at }) => at.toISOString()),
    ['2026-01-02T00:00:00.000Z', '2026-03-01T10:00:00.000Z'],
  )
})
