// Rounds that companies announce, from a feed on a real server to facts on a real database.

import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { type BoardServer, startBoardServer } from '../../../test/harness/board-server.ts'
import { collectOnce } from '../../../test/harness/collect-once.ts'
import { openTestDatabase } from '../../../test/harness/database.ts'
import { signal } from '../../../test/harness/signals.ts'
import { type Database, many, one } from '../../db/index.ts'
import { Stamper } from '../../write/log/index.ts'
import { writeRecords } from '../../write/write-path/index.ts'
import { COLLECTORS } from '../collectors/index.ts'
import { addWatched } from './index.ts'

const DAY = 86_400
const NOW = Math.floor(Date.now() / 1_000)
const ANNOUNCEMENTS = COLLECTORS.filter(({ name }) => name === 'announcements')

let db: Database
let server: BoardServer

before(async () => {
  db = await openTestDatabase()
  server = await startBoardServer()
})

interface Announced {
  readonly title: string
  readonly daysAgo: number
}

function publish(domain: string, news: readonly Announced[]): void {
  const items = news.map(
    ({ title, daysAgo }, i) =>
      `<item><title>${title}</title><link>/news/${i}</link><description>Read on.</description><pubDate>${new Date((NOW - daysAgo * DAY) * 1_000).toUTCString()}</pubDate></item>`,
  )
  server.page(`https://${domain}/`, '<link rel="alternate" type="application/rss+xml" href="/feed">')
  server.page(`https://${domain}/feed`, `<rss><channel><title>News</title>${items.join('')}</channel></rss>`)
}

async function collect(domain: string): Promise<string[]> {
  const outcomes: string[] = []
  await collectOnce(db, {
    server,
    collectors: ANNOUNCEMENTS,
    once: { all: true, domain },
    onVisit: ({ settled }) => outcomes.push(settled.outcome),
  })
  return outcomes
}

const watch = (domain: string, name: string) =>
  db.transaction('settings', (tx) => addWatched(tx, [{ domain, name }], ANNOUNCEMENTS))

const factsOf = (domain: string) =>
  many<{ type: string; round: string | null; status: string; occurredOn: number; amount: number | null }>(
    db.pool('ingest'),
    `select s.type, s.fields ->> 'round' as round, s.status, extract(epoch from s.occurred_at)::float8 as "occurredOn",
            (s.fields ->> 'amountUsd')::float8 as amount
       from signals s join companies c on c.ordinal = s.company_ordinal where c.domain = $1 order by s.type, s.occurred_at`,
    [domain],
  )

const loudEvents = async () =>
  (
    await one<{ count: number }>(
      db.pool('ingest'),
      `select coalesce(sum(events), 0)::int as count from log where not quiet`,
    )
  ).count

test('a first visit is history, dated as announced; a later round is sent; one that leaves the feed doesn’t end', async () => {
  const domain = 'acme.example'
  publish(domain, [{ title: 'Acme raises $3M seed round', daysAgo: 200 }])
  await watch(domain, 'Acme')
  assert.deepEqual(await collect(domain), ['first'])
  const [seed] = await factsOf(domain)
  assert.deepEqual(
    [seed?.type, seed?.round, seed?.amount, seed?.occurredOn],
    ['funding', 'seed', 3_000_000, NOW - 200 * DAY],
  )
  assert.equal(await loudEvents(), 0)
  assert.deepEqual(await collect(domain), ['unchanged'])
  publish(domain, [{ title: 'Acme raises $12M Series A', daysAgo: 1 }])
  assert.deepEqual(await collect(domain), ['changed'])
  assert.ok((await loudEvents()) > 0)
  await collect(domain)
  const facts = await factsOf(domain)
  assert.deepEqual(
    facts.map(({ round, status }) => [round, status]),
    [
      ['seed', 'active'],
      ['series_a', 'active'],
    ],
  )
})

test('an announced round is one fact with the reports of other sources', async () => {
  const domain = 'globex.example'
  const report = signal(domain, 'r1', {
    type: 'funding',
    source: 'newswire',
    occurredAt: NOW - 20 * DAY,
    label: 'Globex raises Series B',
    fields: { round: 'series_b', instrument: 'equity' },
  })
  await writeRecords(db, new Stamper(db), [report])
  publish(domain, [{ title: 'Globex raises €20M Series B', daysAgo: 18 }])
  await watch(domain, 'Globex')
  await collect(domain)
  const facts = await factsOf(domain)
  assert.deepEqual(
    facts.map(({ type, round }) => [type, round]),
    [['funding', 'series_b']],
  )
  assert.ok((facts[0]?.amount ?? 0) > 0, 'the amount is the announcement’s')
})

test('funding plus AI follows from an announced round', async () => {
  publish('initech.example', [{ title: 'Initech raises $20M Series B for its AI agents', daysAgo: 18 }])
  await watch('initech.example', 'Initech')
  await collect('initech.example')
  const types = (await factsOf('initech.example')).map(({ type }) => type)
  assert.deepEqual(types, ['funding', 'funding_ai'])
})

test('funding counts as monitored only if there was news to read', async () => {
  server.page('https://quiet.example/', '<a href="/products">Products</a>')
  await watch('quiet.example', 'Quiet')
  assert.deepEqual(await collect('quiet.example'), ['partial'])
  const [look] = await many<{ seen: unknown; due: number }>(
    db.pool('ingest'),
    `select t.seen_through as seen, extract(epoch from t.due_at - now())::float8 as due
       from looks l join look_times t on t.look_id = l.id where l.domain = 'quiet.example'`,
  )
  assert.equal(look?.seen, null)
  assert.ok((look?.due ?? 0) > 5 * DAY, 'it is asked again in a week')
})
