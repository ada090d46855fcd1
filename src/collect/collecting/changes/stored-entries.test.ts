import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openTestDatabase } from '../../../../test/harness/database.ts'
import { silentLog } from '../../../../test/harness/log.ts'
import { many } from '../../../db/index.ts'
import { loadConfig } from '../../../platform/config/config.ts'
import { lastSeenSql } from '../../../write/sources/index.ts'
import type { CollectedSignal, Collector } from '../../collectors/index.ts'
import { openFetcher } from '../../fetching/index.ts'
import { addWatched, CollectingNode, removeWatched } from '../index.ts'

const domain = 'again.example'
const db = await openTestDatabase()
const config = loadConfig({ COLLECT_CONTACT: 'owner@example.com' })

const job = (key: string): CollectedSignal => ({
  ...{ type: 'hiring', key, confidence: 0.9, occurredAt: 1_790_000_000 },
  fields: { jobTitle: `Account Executive ${key}` },
})
const page: CollectedSignal = { type: 'web', key: 'llms', confidence: 0.9, fields: { kind: 'llms_txt' } }
const tool: CollectedSignal = {
  ...{ type: 'tool', key: 'hubspot', confidence: 0.9, absenceEnds: false },
  fields: { tool: 'HubSpot' },
}

let signals: readonly CollectedSignal[] = []
const collector: Collector = {
  ...{ name: 'a-page', title: 'A page', every: 'day', types: ['hiring', 'web', 'tool'] },
  visit: async () => ({ signals, complete: true }),
}

const watch = () => db.transaction('settings', (tx) => addWatched(tx, [{ domain }], [collector]))

async function see(...seen: CollectedSignal[]) {
  signals = seen
  const tally = { created: 0, closed: 0 }
  const node = new CollectingNode(db, {
    collectors: [collector],
    openAsker: () => openFetcher(config, silentLog),
    log: silentLog,
    once: { all: true, domain },
    pauses: { systemMs: 0, hostMs: 0 },
    onVisit: ({ settled }) => {
      tally.created += settled.created
      tally.closed += settled.closed
    },
  })
  await node.run(new AbortController().signal)
  return tally
}

const stored = () =>
  many<{ name: string; status: string; at: Date; seen: Date }>(
    db.pool('ingest'),
    `select concat_ws(' ', split_part(s.key, '/', 2), s.fields ->> 'change') as name, s.status, s.occurred_at as at, ${lastSeenSql('s')} as seen
       from signals s order by 1`,
  )

test('a company that is watched again continues from what is stored: missing signals end, and news stays news', async () => {
  await watch()
  await see(job('1'), job('2'))
  await see(job('1'), job('2'), page, tool)
  const before = await stored()
  assert.deepEqual(
    before.map(({ name }) => name),
    ['1', '2', 'hubspot adopted', 'llms launched'],
  )
  await removeWatched(db, domain)
  // As if the last visit had been yesterday.
  await db.pool('ingest').query(`update signals set last_seen_at = last_seen_at - interval '1 day'`)
  const lastSeen = new Map((await stored()).map(({ name, seen }) => [name, seen]))
  await watch()
  assert.deepEqual(await see(job('2'), page), { created: 0, closed: 0 })
  const after = await stored()
  assert.deepEqual(
    after.map(({ name, status, at }) => [name, status, at]),
    before.map(({ name, status, at }) => [name, status, at]),
  )
  const moved = after.filter(({ name, seen }) => seen > (lastSeen.get(name) as Date)).map(({ name }) => name)
  assert.deepEqual(moved, ['2', 'llms launched'], 'what it no longer contains was not seen')
  assert.deepEqual(await see(job('2'), page), { created: 0, closed: 1 })
  assert.deepEqual(
    (await stored()).map(({ name, status }) => `${name} ${status}`),
    ['1 closed', '2 active', 'hubspot adopted active', 'llms launched active'],
  )
})
