// A team with a saved search and a CRM on loopback, at a clock of its own: companies are hired for, the watcher records, and a worker
// writes.

import assert from 'node:assert/strict'
import type { Database } from '../../src/db/index.ts'
import { askCrm, type ConnectRequest, readAccess } from '../../src/deliver/crm/access.ts'
import { JsonClient } from '../../src/deliver/crm/clients/json-client.ts'
import { changeConnection, saveConnection } from '../../src/deliver/crm/connections.ts'
import { readCompanyPage, readConnection } from '../../src/deliver/crm/views.ts'
import { CrmWorker } from '../../src/deliver/crm/worker.ts'
import { writeRecords } from '../../src/write/write-path/index.ts'
import { openAlerts, PUBLIC_URL, saveSearch } from './alerts.ts'
import { cleanup } from './cleanup.ts'
import { box, newTeam } from './firehose.ts'
import { JUNE, signal } from './signals.ts'

export const DAY = 86_400

export function openCrmTests(db: Database, { timeoutMs = 1_000 } = {}) {
  const clock = { at: JUNE }
  const { stamper, settle } = openAlerts(db, { clock })
  const pool = db.pool('settings')
  const client = new JsonClient({ allowLoopback: true, timeoutMs })
  cleanup(() => client.close())
  const warnings: string[] = []
  let round = 0
  const team = { teamId: '', searchId: '' }

  /** Every test has companies and a time of its own. */
  async function begin(): Promise<void> {
    await pool.query('delete from crm_connections')
    await pool.query('delete from saved_searches')
    team.teamId = await newTeam(db)
    round++
    clock.at = JUNE + 700 * round * DAY
    const query = 'hiring(title ~ "AI SDR", within: 30d)'
    team.searchId = (await saveSearch(db, team.teamId, { name: 'AI SDRs', query, to: 'today' })).id
    await settle()
  }

  const worker = () =>
    new CrmWorker({
      ...{ db, client, allowLoopback: true, box: () => box },
      log: { warn: (text: string) => warnings.push(text) } as never,
      whyNow: async (_id, signals) =>
        signals.length > 0
          ? { label: 'AI outbound', sentences: ['It hires <AI> SDRs.', 'Two.'], approach: 'VP Sales' }
          : undefined,
      publicUrl: () => PUBLIC_URL,
      now: () => clock.at,
      minIntervalMs: 0,
    })

  async function connect(request: ConnectRequest, changes: object = {}): Promise<void> {
    const access = readAccess(request, true)
    const checked = await askCrm(access, { client, allowLoopback: true })
    await db.transaction('settings', async (tx) => {
      await saveConnection(tx, 'operator', team.teamId, { ...access, ...checked }, box)
      const { fields } = (await readConnection(tx, team.teamId)) ?? { fields: {} }
      const settings = { fields, createsCompanies: false, createsTasks: true, searches: [team.searchId], ...changes }
      await changeConnection(tx, 'operator', team.teamId, settings, clock.at)
    })
  }

  const domain = (name: string) => `${name}-${round}.example`
  const hire = (...names: string[]) =>
    writeRecords(
      db,
      stamper,
      names.map((name) =>
        signal(domain(name), `${round} ${name} ${clock.at}`, {
          company: { domain: domain(name), name: name.toUpperCase() },
          url: `https://jobs.example/${name}`,
          occurredAt: clock.at - DAY,
          label: 'Hiring: AI SDR',
          fields: { jobTitle: 'AI SDR' },
        }),
      ),
    )

  /** The watcher records, and a worker writes. */
  async function run(): Promise<void> {
    await settle()
    const one = worker()
    await one.settled()
    await one.stop()
  }
  const companies = async () =>
    (await readCompanyPage(pool, team.teamId, { state: undefined, limit: 50, offset: 0 })).companies
  const view = async () => (await readConnection(pool, team.teamId)) ?? assert.fail('no connection')
  return { pool, client, clock, team, warnings, begin, settle, worker, connect, domain, hire, run, companies, view }
}
