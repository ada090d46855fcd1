// The API and the explore page are mounted on the same parts: each uses what the other has cached or learned.

import assert from 'node:assert/strict'
import type { AddressInfo } from 'node:net'
import { before, test } from 'node:test'
import { Browser } from '../../test/harness/browser.ts'
import { cleanup } from '../../test/harness/cleanup.ts'
import { openTestDatabase } from '../../test/harness/database.ts'
import { silentLog } from '../../test/harness/log.ts'
import { createKey } from '../../test/harness/operator.ts'
import { company, DAY, signal } from '../../test/harness/signals.ts'
import { openSession } from '../account/accounts/index.ts'
import { createTeam } from '../account/teams/index.ts'
import type { Database } from '../db/index.ts'
import { createServer } from '../http/serving.ts'
import { loadConfig } from '../platform/config/config.ts'
import { postgresEngine, type SearchEngine } from '../search/index.ts'
import { contract } from '../settings-contract/index.ts'
import { Stamper } from '../write/log/index.ts'
import { companyId, writeRecords } from '../write/write-path/index.ts'
import { mountApi } from './mount-api.ts'
import { mountSettings } from './mount-settings.ts'
import { searchParts } from './search-parts.ts'

let db: Database
let url: string
/** How often each statement was sent, and how many searches ran. */
const counts: Record<string, number> = { searches: 0 }
const countOf = (name: string) => counts[name] ?? 0

before(async () => {
  db = await openTestDatabase()
  await writeRecords(db, new Stamper(db), [
    company('one.example'),
    signal('one.example', 'job', { occurredAt: Math.floor(Date.now() / 1_000) - DAY }),
  ])
  for (const pool of [db.pool('read'), db.pool('charge')]) {
    const query = pool.query.bind(pool) as (...args: unknown[]) => unknown
    pool.query = ((...args: unknown[]) => {
      const { name = 'other' } = args[0] as { name?: string }
      counts[name] = countOf(name) + 1
      return query(...args)
    }) as never
  }
  const postgres = postgresEngine(db.pool('search'))
  const engine: SearchEngine = {
    ...postgres,
    position: 1,
    page: (search) => {
      counts.searches = countOf('searches') + 1
      return postgres.page(search)
    },
  }
  const config = loadConfig({ PORT: '0' })
  const app = createServer(config, silentLog)
  const parts = searchParts(app, db, engine)
  await parts.searchCaches.values.newest()
  const closeSteps: (() => Promise<void>)[] = []
  await mountSettings(app, db, parts, config, () => 'http://localhost', undefined, closeSteps)
  await mountApi(app, db, parts, config, closeSteps)
  await app.listen({ port: 0, host: '127.0.0.1' })
  cleanup(async () => {
    await app.close()
    for (const step of closeSteps) await step()
  })
  url = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`
})

async function newTeam(email: string) {
  const { id: teamId } = await createTeam(db, { name: 'Team', plan: 'pro' }, { email, password: 'a password' })
  const { key } = await createKey(db.pool('settings'), teamId, { name: 'Key' })
  const { rows } = await db.pool('settings').query<{ id: string }>('select id from accounts where email = $1', [email])
  const holder = { accountId: rows[0]?.id ?? '', teamId, signedInBy: 'password', verifiedHash: null } as const
  const session = await db.transaction('settings', (tx) =>
    openSession(tx, holder, { address: '127.0.0.1', userAgent: 'test' }),
  )
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
  return {
    teamId,
    browser: new Browser(url, session?.token),
    search: (body: object) => fetch(`${url}/api/v1/companies`, { method: 'POST', headers, body: JSON.stringify(body) }),
    open: (id: string) => fetch(`${url}/api/v1/companies/${id}`, { headers: { authorization: headers.authorization } }),
  }
}

test('a page and a dossier that the API has cached are not recomputed for the explore page', async () => {
  const { browser, search, open } = await newTeam('cached@example.com')
  const body = { signal_query: 'hiring' }
  const page = await (await search(body)).json()
  assert.deepEqual(await browser.call(contract.exploreCompanies, { body }), page)
  assert.equal(countOf('searches'), 1)
  const id = companyId('one.example')
  const dossier = await (await open(id)).json()
  assert.deepEqual(await browser.call(contract.exploreCompany, { params: { id }, query: {} }), dossier)
  assert.equal(countOf('read_dossier'), 1)
})
