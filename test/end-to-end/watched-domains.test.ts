// What an installation has an hour after `watch add` of 50 domains, with nothing but their public pages, and 120 days later.

import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { addWatched } from '../../src/collect/collecting/index.ts'
import { BOARD_COLLECTORS, COLLECTORS } from '../../src/collect/collectors/index.ts'
import { type Database, many } from '../../src/db/index.ts'
import { boardNamed, hiresInWaves } from '../../src/demo/board-server/demo-boards.ts'
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
/** Nobody answers for the names of this server in the DNS. */
const collectors = COLLECTORS.filter(({ name }) => name !== 'dns')

const DAY_SECONDS = 86_400
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
  const requests = DOMAINS.map((domain) => ({ domain }))
  await db.transaction('settings', (tx) => addWatched(tx, requests, collectors))
  await collectOnce(db, { server, collectors, once: { all: false } })
  const found = await activeTypes()
  for (const [type, { minCompanies, sources }] of Object.entries(TYPES)) {
    const row = found.find((each) => each.type === type)
    assert.ok((row?.companies ?? 0) >= minCompanies, `${type}: ${row?.companies} companies`)
    assert.deepEqual(row?.sources, sources, type)
  }
  assert.deepEqual(found.map(({ type }) => type).sort(), Object.keys(TYPES).sort())
  assert.deepEqual(await unproven(), [])
})

test('after 120 further days those that hire in waves have hiring velocity, and nobody else', async () => {
  const pool = db.pool('ingest')
  const boards = BOARD_COLLECTORS.filter(({ name }) => ['greenhouse', 'lever', 'personio'].includes(name))
  // Eight of the fifty are visited on: the others would prove the same.
  const inWaves = DOMAINS.filter((domain) => hiresInWaves(boardNamed(domain.split('.')[0] as string)))
  const steady = DOMAINS.filter((domain) => !inWaves.includes(domain)).slice(0, 2)
  const waving = inWaves.slice(0, 6)
  await pool.query(
    `update look_times set due_at = now() + interval '1 year' where look_id in (select id from looks where domain <> all($1::text[]))`,
    [[...waving, ...steady]],
  )
  while (day < 0) {
    await moveTo(day + STEP_DAYS)
    await collectOnce(db, { server, collectors: boards, once: { all: false } })
  }
  const surging = await many<{ domain: string; label: string }>(
    pool,
    `select c.domain, s.label from signals s join companies c on c.ordinal = s.company_ordinal
      where s.type = 'velocity' and s.status = 'active' order by 1`,
  )
  assert.ok(surging.length >= 3, JSON.stringify(surging))
  assert.ok(surging.every(({ domain }) => waving.includes(domain)))
  assert.match(surging[0]?.label ?? '', /^Opened \d+ jobs in 30 days, \d\.?\d? times its own baseline/)
  assert.deepEqual(await unproven(), [])
})
