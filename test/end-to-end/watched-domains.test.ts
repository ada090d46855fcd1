// What an installation has an hour after `watch add` of 50 domains, with nothing but their public pages, and 120 days later.

import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { addWatched } from '../../src/collect/collecting/index.ts'
import { BOARD_COLLECTORS, COLLECTORS } from '../../src/collect/collectors/index.ts'
import { type Database, many } from '../../src/db/index.ts'
import { boardNamed, hiresInWaves, jobsAt } from '../../src/demo/board-server/demo-boards.ts'
import { DAILY_TEMPO, type DemoBoardServer, startDemoBoardServer } from '../../src/demo/index.ts'
import { cleanup } from '../harness/cleanup.ts'
import { collectOnce } from '../harness/collect-once.ts'
import { openMovedDatabase } from '../harness/moved-clock.ts'

const DOMAINS = Array.from({ length: 50 }, (_, i) => `account-${i + 1}.example`)
const TYPES: Readonly<Record<string, { readonly minCompanies: number; readonly sources: readonly string[] }>> = {
  funding: { minCompanies: 15, sources: ['announcements', 'sec-form-d'] },
  funding_ai: { minCompanies: 10, sources: ['pro-signal'] },
  hiring: { minCompanies: 50, sources: ['greenhouse', 'lever', 'personio'] },
  tool: { minCompanies: 20, sources: ['greenhouse', 'lever', 'personio', 'subprocessors'] },
  web: { minCompanies: 5, sources: ['llms-txt'] },
}
/** The DNS has no records for this server's names. */
const collectors = COLLECTORS.filter(({ name }) => name !== 'dns')

const DAY_SECONDS = 86_400

/** Of a board in a wave. */
const MOST_JOBS = 25
const nameOf = (domain: string) => domain.split('.')[0] as string
/** They are in the middle of a wave on whatever day this runs: their jobs of 15 days ago and of today are many. */
const WAVING = Array.from({ length: 2_000 }, (_, i) => `account-${i + 51}.example`)
  .filter((domain) => {
    const board = boardNamed(nameOf(domain))
    const jobs = (daysAgo: number) => jobsAt(board, DAILY_TEMPO, Date.now() / 1_000 - daysAgo * DAY_SECONDS).length
    return hiresInWaves(board) && Math.min(jobs(0), jobs(15)) === MOST_JOBS
  })
  .slice(0, 4)
const FIRST_DAY = -125
/** As long as the demo's jobs are open: none is missed. */
const STEP_DAYS = 5

let db: Database
let moveTo: (day: number) => Promise<void>
let server: DemoBoardServer
let day = FIRST_DAY
before(async () => {
  const moved = await openMovedDatabase(FIRST_DAY)
  db = moved.db
  moveTo = async (to) => {
    day = to
    await moved.moveTo(to)
  }
  server = await startDemoBoardServer(DAILY_TEMPO, () => Date.now() / 1_000 + day * DAY_SECONDS)
  cleanup(() => server.close())
})

const activeTypes = () =>
  many<{ type: string; companies: number; sources: string[] }>(
    db.pool('ingest'),
    `select type, count(distinct company_ordinal)::int as companies, array_agg(distinct source order by source) as sources
       from (select type, company_ordinal, source, status from signals
             union all select type, company_ordinal, source, status from reports) s
      where status = 'active' group by type order by type`,
  )

/** Reports that no receipt with answers names. */
async function unproven(): Promise<readonly string[]> {
  const rows = await many<{ report: string }>(
    db.pool('ingest'),
    `select r.source || ' ' || r.label as report
       from (select id, source, label from reports
             union select id, source, label from signals where source <> 'pro-signal') r
      where not exists (select from receipts p where r.id = any(p.reports) and jsonb_array_length(p.answers) > 0)`,
  )
  return rows.map(({ report }) => report)
}

test('50 watched domains have signals of five types, found without an operator, each with a receipt', async () => {
  const requests = [...DOMAINS, ...WAVING].map((domain) => ({ domain }))
  await db.transaction('settings', (tx) => addWatched(tx, requests, collectors))
  // A second time, as a service looks for filings every quarter of an hour: by then the websites' legal names are known.
  for (let run = 1; run <= 2; run++) await collectOnce(db, { server, collectors, once: { all: false } })
  const found = await activeTypes()
  for (const [type, { minCompanies, sources }] of Object.entries(TYPES)) {
    const row = found.find((each) => each.type === type)
    assert.ok((row?.companies ?? 0) >= minCompanies, `${type}: ${row?.companies} companies`)
    assert.deepEqual(row?.sources, sources, type)
  }
  assert.deepEqual(found.map(({ type }) => type).sort(), Object.keys(TYPES).sort())
  assert.deepEqual(await unproven(), [])
})

test('after 120 further days only those that hire in waves have hiring velocity', async () => {
  const pool = db.pool('ingest')
  const boards = BOARD_COLLECTORS.filter(({ name }) => ['greenhouse', 'lever', 'personio'].includes(name))
  // Six are visited on: the others would prove the same.
  const steady = DOMAINS.filter((domain) => !hiresInWaves(boardNamed(nameOf(domain)))).slice(0, 2)
  await pool.query(
    `update look_times set due_at = now() + interval '1 year' where look_id in (select id from looks where domain <> all($1::text[]))`,
    [[...WAVING, ...steady]],
  )
  while (day < 0) {
    await moveTo(day + STEP_DAYS)
    await collectOnce(db, { server, collectors: boards, once: { all: false } })
  }
  const surging = await many<{ domain: string; label: string }>(
    pool,
    `select distinct on (c.domain) c.domain, s.label from signals s join companies c on c.ordinal = s.company_ordinal
      where s.type = 'velocity' and s.status = 'active' order by 1`,
  )
  assert.deepEqual(
    surging.map(({ domain }) => domain),
    WAVING.toSorted(),
  )
  assert.match(surging[0]?.label ?? '', /^Opened \d+ (?:\w+ )*jobs in 30 days, \d\.?\d? times its own baseline/)
  assert.deepEqual(await unproven(), [])
})
