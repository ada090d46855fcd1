// What an installation has an hour after `watch add` of 50 domains, with nothing but their public pages.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addWatched } from '../../src/collect/collecting/index.ts'
import { COLLECTORS } from '../../src/collect/collectors/index.ts'
import { many } from '../../src/db/index.ts'
import { DAILY_TEMPO, startDemoBoardServer } from '../../src/demo/index.ts'
import { cleanup } from '../harness/cleanup.ts'
import { collectOnce } from '../harness/collect-once.ts'
import { openTestDatabase } from '../harness/database.ts'

const DOMAINS = Array.from({ length: 50 }, (_, i) => `account-${i + 1}.example`)
/** Velocity follows when the jobs have been known for 120 days. */
const TYPES: Readonly<Record<string, { readonly minCompanies: number; readonly sources: readonly string[] }>> = {
  funding: { minCompanies: 15, sources: ['announcements', 'sec-form-d'] },
  funding_ai: { minCompanies: 10, sources: ['pro-signal'] },
  hiring: { minCompanies: 50, sources: ['greenhouse', 'lever', 'personio'] },
  tool: { minCompanies: 20, sources: ['greenhouse', 'lever', 'personio', 'subprocessors'] },
  web: { minCompanies: 5, sources: ['llms-txt'] },
}
/** Nobody answers for the names of this server in the DNS. */
const collectors = COLLECTORS.filter(({ name }) => name !== 'dns')

test('50 watched domains have signals of five types, found without an operator, each with a receipt', async () => {
  const db = await openTestDatabase()
  const server = await startDemoBoardServer(DAILY_TEMPO, () => Date.now() / 1_000)
  cleanup(() => server.close())
  const requests = DOMAINS.map((domain) => ({ domain }))
  await db.transaction('settings', (tx) => addWatched(tx, requests, collectors))
  await collectOnce(db, { server, collectors, once: { all: false } })
  const found = await many<{ type: string; companies: number; sources: string[] }>(
    db.pool('ingest'),
    `select type, count(distinct company_ordinal)::int as companies, array_agg(distinct source order by source) as sources
       from (select type, company_ordinal, source, status from signals
             union all select type, company_ordinal, source, status from reports) s
      where status = 'active' group by type order by type`,
  )
  for (const [type, { minCompanies, sources }] of Object.entries(TYPES)) {
    const row = found.find((each) => each.type === type)
    assert.ok((row?.companies ?? 0) >= minCompanies, `${type}: ${row?.companies} companies`)
    assert.deepEqual(row?.sources, sources, type)
  }
  assert.deepEqual(found.map(({ type }) => type).sort(), Object.keys(TYPES).sort())
  const [{ unproven } = { unproven: [] }] = await many<{ unproven: string[] }>(
    db.pool('ingest'),
    `select coalesce(array_agg(r.source || ' ' || r.label), '{}') as unproven
       from (select id, source, label from reports
             union select id, source, label from signals where source <> 'pro-signal') r
      where not exists (select from receipts p where r.id = any(p.reports) and jsonb_array_length(p.answers) > 0)`,
  )
  assert.deepEqual(unproven, [])
})
