// Home pages that redirect to another domain for good.

import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { type BoardServer, startBoardServer } from '../../../test/harness/board-server.ts'
import { openTestDatabase } from '../../../test/harness/database.ts'
import { silentLog } from '../../../test/harness/log.ts'
import { type Database, many } from '../../db/index.ts'
import { loadConfig } from '../../platform/config.ts'
import { COLLECTORS } from '../collectors/index.ts'
import { openFetcher } from '../fetching/index.ts'
import { addWatched, CollectingNode, listMatches, rejectMatch } from './index.ts'

let db: Database
let server: BoardServer
const collectors = COLLECTORS.filter(({ name }) => name === 'home-page')

before(async () => {
  db = await openTestDatabase()
  server = await startBoardServer()
})

/** Visits the home pages of these domains, each of which redirects to the given URL. */
async function visitMoved(redirects: Readonly<Record<string, string>>): Promise<void> {
  const config = loadConfig({ COLLECT_CONTACT: 'owner@example.com', COLLECT_REROUTE: server.origin })
  for (const [domain, location] of Object.entries(redirects))
    server.page(`https://${domain}/`, { status: 301, headers: { location } })
  const requests = Object.keys(redirects).map((domain) => ({ domain }))
  await db.transaction('settings', (tx) => addWatched(tx, requests, collectors))
  const node = new CollectingNode(db, {
    collectors,
    openAsker: () => openFetcher(config, silentLog),
    log: silentLog,
    once: { all: true },
    pauses: { systemMs: 0, hostMs: 0 },
  })
  await node.run(new AbortController().signal)
}

test('a home page that moved to another domain waits, one that moved to a host of many companies proposes nothing', async () => {
  await visitMoved({
    'social.example': 'https://www.facebook.com/soc',
    'parked.example': 'https://www.hugedomains.com/domain_profile.cfm?d=parked',
    'code.example': 'https://github.com/code',
    'moved.example': 'https://elsewhere.example/',
  })
  const matches = await listMatches(db.pool('ingest'))
  assert.deepEqual(
    matches.map(({ domain, target }) => `${domain} ${target}`),
    ['moved.example elsewhere.example'],
  )
})

test('the same name under another ending is an alias; if it is another company’s, it waits until an operator decides', async () => {
  await visitMoved({ 'dup.io': 'https://other.example/' })
  await visitMoved({ 'dup.com': 'https://dup.io/', 'free.com': 'https://free.io/' })
  const aliases = await many<{ domain: string }>(db.pool('ingest'), `select domain from company_aliases`)
  assert.deepEqual(
    aliases.map(({ domain }) => domain),
    ['free.io'],
  )
  const waiting = async () => (await listMatches(db.pool('ingest'))).filter(({ domain }) => domain === 'dup.com')
  const [match] = await waiting()
  assert.equal(match?.target, 'dup.io')
  assert.match(match?.why ?? '', /redirects to dup\.io for good\. It was not added: .* a company of its own/)
  await rejectMatch(db, match?.id ?? 0)
  await visitMoved({ 'dup.com': 'https://dup.io/' })
  assert.deepEqual(await waiting(), [], 'what was rejected is not proposed again')
})
