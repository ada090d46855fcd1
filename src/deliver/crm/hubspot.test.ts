// A company enters and leaves a window, and HubSpot says so: over the wire, to a server that speaks its documented format.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openAlerts, PUBLIC_URL, saveSearch } from '../../../test/harness/alerts.ts'
import { beforeEachTest, cleanup } from '../../../test/harness/cleanup.ts'
import { openTestDatabase } from '../../../test/harness/database.ts'
import { box, newTeam } from '../../../test/harness/firehose.ts'
import { HubSpotServer } from '../../../test/harness/hubspot-server.ts'
import { JUNE, signal } from '../../../test/harness/signals.ts'
import { one } from '../../db/index.ts'
import { AppError } from '../../platform/app-error.ts'
import { companyId, writeRecords } from '../../write/write-path/index.ts'
import { JsonClient } from './clients/json-client.ts'
import {
  askCrm,
  type ConnectRequest,
  changeConnection,
  readAccess,
  readCurrentMatches,
  saveConnection,
  writeCurrentMatches,
} from './connections.ts'
import { readCompanyPage, readConnection } from './views.ts'
import { CrmWorker } from './worker.ts'

const DAY = 86_400
const db = await openTestDatabase()
const clock = { at: JUNE }
const { stamper, settle } = openAlerts(db, { clock })
const pool = db.pool('settings')
const client = new JsonClient({ allowLoopback: true, timeoutMs: 1_000 })
cleanup(() => client.close())

let hubspot: HubSpotServer
let teamId = ''
let searchId = ''
let unique = 0
beforeEachTest(async () => {
  await pool.query('delete from crm_connections')
  await pool.query('delete from saved_searches')
  hubspot = await new HubSpotServer().start()
  teamId = await newTeam(db)
  unique++
  clock.at = JUNE + 700 * unique * DAY
  searchId = (
    await saveSearch(db, teamId, { name: 'AI SDRs', query: 'hiring(title ~ "AI SDR", within: 30d)', to: 'today' })
  ).id
  await settle()
})

const worker = () =>
  new CrmWorker({
    db,
    log: { warn: (text: string) => warnings.push(text) } as never,
    client,
    box: () => box,
    whyNow: async (_id, signals) =>
      signals.length > 0
        ? { label: 'AI outbound', sentences: ['It hires <AI> SDRs.', 'Two.'], approach: 'VP Sales' }
        : undefined,
    publicUrl: () => PUBLIC_URL,
    now: () => clock.at,
    minIntervalMs: 0,
  })
const warnings: string[] = []

const request = (): ConnectRequest => ({ kind: 'hubspot', token: hubspot.token, instance: hubspot.url })
async function connect(changes: object = {}): Promise<void> {
  const access = readAccess(request(), true)
  const account = await askCrm(access, { client })
  await db.transaction('settings', async (tx) => {
    await saveConnection(tx, 'operator', teamId, { ...access, account }, box)
    const { fields } = (await readConnection(tx, teamId)) ?? { fields: {} }
    const settings = { fields, createsCompanies: false, createsTasks: true, searches: [searchId], ...changes }
    await changeConnection(tx, 'operator', teamId, settings, clock.at)
  })
}

const domain = (name: string) => `${name}-${unique}.example`
const hire = (...names: string[]) =>
  writeRecords(
    db,
    stamper,
    names.map((name) =>
      signal(domain(name), `${unique} ${name} ${clock.at}`, {
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
const pageOf = async () => (await readCompanyPage(pool, teamId, { state: undefined, limit: 50, offset: 0 })).companies
const view = async () => (await readConnection(pool, teamId)) ?? assert.fail('no connection')

test('a company that enters a window has its properties and a task for the owner; both follow when the window ends', async () => {
  const acme = hubspot.addCompany(domain('acme'), { hubspot_owner_id: '77' })
  const twin = hubspot.addCompany(domain('acme'))
  const other = hubspot.addCompany(domain('other'), { hubspot_owner_id: '78' })
  await connect()
  await hire('acme', 'stranger')
  await run()
  const day = (seconds: number) => new Date(seconds * 1_000).toISOString().slice(0, 10)
  const { pro_signal_heat: heat, ...said } = hubspot.company(acme)
  assert.deepEqual(said, {
    domain: domain('acme'),
    name: domain('acme'),
    hubspot_owner_id: '77',
    pro_signal_window: 'AI SDRs',
    pro_signal_reason: 'AI outbound. It hires <AI> SDRs.',
    pro_signal_opened: day(clock.at),
    pro_signal_closes: day(clock.at + 29 * DAY),
    pro_signal_link: `${PUBLIC_URL}/explore/companies/${companyId(domain('acme'))}`,
  })
  assert.ok(Number(heat) > 0)
  assert.deepEqual(
    Object.keys(hubspot.company(twin)),
    ['domain', 'name'],
    'of two with one domain, the one with an owner',
  )
  assert.deepEqual(Object.keys(hubspot.company(other)), ['domain', 'name', 'hubspot_owner_id'])
  assert.equal(hubspot.objects.companies.size, 3, 'nothing is created for an unknown company')
  const [task] = hubspot.tasks
  assert.equal(hubspot.tasks.length, 1)
  assert.equal(task?.hs_task_subject, 'ACME: AI SDRs')
  assert.equal(task?.hs_task_status, 'NOT_STARTED')
  assert.equal(task?.hubspot_owner_id, '77')
  assert.match(
    task?.hs_task_body ?? '',
    /^AI outbound\. It hires &lt;AI&gt; SDRs\. Two\.<br>Whom to approach: VP Sales<br>https:/,
  )
  assert.deepEqual(
    [...hubspot.associations].map((pair) => pair.split(' ')[1]),
    [acme],
  )

  const rows = await pageOf()
  assert.deepEqual(rows.map((row) => [row.name, row.state, row.windows]).sort(), [
    ['ACME', 'written', ['AI SDRs']],
    ['STRANGER', 'unknown', ['AI SDRs']],
  ])
  assert.match(
    rows.find(({ name }) => name === 'STRANGER')?.problem ?? '',
    /^The CRM has no company with the domain stranger-/,
  )

  const requests = hubspot.requests.length
  await run()
  assert.equal(hubspot.requests.length, requests, 'nothing is asked when nothing is due')

  clock.at += 40 * DAY
  await run()
  assert.equal(hubspot.company(acme).pro_signal_window, '')
  assert.equal(hubspot.company(acme).pro_signal_reason, '')
  assert.deepEqual(
    hubspot.tasks.map((each) => each.hs_task_status),
    ['COMPLETED'],
  )
  assert.equal(hubspot.objects.companies.size, 3)
})

test('an answer that is lost, a limit, an outage and a partial batch: each task and company is there once', async () => {
  const names = ['a', 'b', 'c', 'd', 'e']
  for (const name of names) hubspot.addCompany(domain(name), { hubspot_owner_id: '7' })
  await connect()
  await hire(...names)
  const faults = ['lost', 'partial', 'silent', 'limit', 'unavailable', 'expired', 'lost'] as const
  for (const path of ['batch/update', 'tasks/batch/upsert', 'associate']) {
    for (const fault of faults) {
      let isDone = false
      hubspot.fault = (asked) => {
        if (isDone || !asked.includes(path)) return undefined
        isDone = true
        return fault
      }
      await run()
      clock.at += 3_601
    }
  }
  hubspot.fault = () => undefined
  await run()
  assert.equal(hubspot.tasks.length, names.length)
  assert.equal(hubspot.associations.size, names.length)
  assert.deepEqual(
    new Set([...hubspot.objects.companies.values()].map(({ properties }) => properties.pro_signal_window)),
    new Set(['AI SDRs']),
  )
  assert.equal((await view()).problem, null)
  assert.equal((await view()).companies.written, names.length)
})

test('one company that HubSpot refuses does not hold up the others, and says why', async () => {
  for (const name of ['good', 'bad', 'fine']) hubspot.addCompany(domain(name), { hubspot_owner_id: '7' })
  hubspot.refuses = ({ pro_signal_link: link }) => link?.endsWith(companyId(domain('bad'))) ?? false
  await connect()
  await hire('good', 'bad', 'fine')
  await run()
  const rows = await pageOf()
  assert.deepEqual(rows.map(({ name, state }) => `${name} ${state}`).sort(), [
    'BAD refused',
    'FINE written',
    'GOOD written',
  ])
  assert.match(
    rows.find(({ name }) => name === 'BAD')?.problem ?? '',
    /^HubSpot refused it: Property values were not valid/,
  )
})

test('what is missing is told in words, without the token, and writing goes on when it is there', async () => {
  hubspot.addCompany(domain('acme'), { hubspot_owner_id: '7' })
  await connect()
  await hire('acme')
  const tell = async (change: () => void, problem: RegExp) => {
    change()
    clock.at += 2 * 3_600
    await run()
    const { problem: told } = await view()
    assert.match(told ?? '', problem)
    assert.ok(!told?.includes(hubspot.token))
  }
  const { token } = hubspot
  await tell(() => {
    hubspot.token = 'pat-eu1-another-token'
  }, /doesn’t accept the token \(401\)/)
  hubspot.token = token
  await tell(() => {
    hubspot.scopes = hubspot.scopes.filter((scope) => scope !== 'crm.schemas.companies.write')
  }, /lacks a scope \(403\): crm\.schemas\.companies\.write is needed/)
  await tell(() => {
    hubspot.scopes = [...hubspot.scopes, 'crm.schemas.companies.write']
    hubspot.fault = () => 'daily'
  }, /daily limit/)
  hubspot.fault = () => undefined
  clock.at += 3_601
  await run()
  assert.equal((await view()).problem, null)
  assert.equal(hubspot.tasks.length, 1)
  const refused = await askCrm(readAccess({ ...request(), token: 'pat-na1-of-nobody' }, true), { client }).catch(
    (error: unknown) => error,
  )
  assert.ok(refused instanceof AppError && refused.code === 'crm_refused' && !refused.message.includes('of-nobody'))
  hubspot.scopes = ['crm.objects.companies.read']
  await assert.rejects(
    askCrm(readAccess(request(), true), { client }),
    /lacks scopes: crm\.objects\.companies\.write, /,
  )
  // One that somebody deleted is created again.
  hubspot.scopes = [
    ...hubspot.scopes,
    'crm.objects.companies.write',
    'crm.schemas.companies.write',
    'crm.objects.contacts.write',
  ]
  hubspot.properties.companies.delete('pro_signal_window')
  for (const { properties } of hubspot.objects.companies.values()) delete properties.pro_signal_window
  clock.at += DAY
  await run()
  clock.at += 3_601
  await run()
  assert.equal([...hubspot.objects.companies.values()][0]?.properties.pro_signal_window, 'AI SDRs')
})

test('unknown companies are created if asked, once, and what matches already goes there on request', async () => {
  await hire('early')
  await settle()
  await connect({ createsCompanies: true })
  await run()
  assert.equal(hubspot.objects.companies.size, 0, 'what matched before is not written by itself')
  await db.transaction('settings', async (tx) => {
    const matches = await readCurrentMatches(tx, teamId, searchId)
    assert.deepEqual(
      matches.map(({ id }) => id),
      [companyId(domain('early'))],
    )
    await writeCurrentMatches(tx, 'operator', teamId, { searchId, matches, now: clock.at })
  })
  hubspot.fault = (path) => (path.includes('companies/batch/upsert') ? 'lost' : undefined)
  await run()
  hubspot.fault = () => undefined
  clock.at += 3_601
  await run()
  assert.deepEqual(
    [...hubspot.objects.companies.values()].map(({ properties }) => properties.domain),
    [domain('early')],
  )
  assert.equal((await pageOf())[0]?.state, 'written')
  await assert.rejects(
    db.transaction('settings', (tx) => readCurrentMatches(tx, teamId, searchId)),
    /in the CRM’s windows already/,
  )
})

test('a search that is no longer followed or was deleted ends its windows', async () => {
  const acme = hubspot.addCompany(domain('acme'), { hubspot_owner_id: '7' })
  await connect()
  await hire('acme')
  await run()
  assert.equal(hubspot.company(acme).pro_signal_window, 'AI SDRs')
  await pool.query('delete from saved_searches where id = $1', [searchId])
  clock.at += 61
  await run()
  assert.equal(hubspot.company(acme).pro_signal_window, '')
  assert.deepEqual(
    hubspot.tasks.map((each) => each.hs_task_status),
    ['COMPLETED'],
  )
})

test('a window of a query that is no longer understood has no reason, and the others are written', async () => {
  const acme = hubspot.addCompany(domain('acme'))
  const { id } = await saveSearch(db, teamId, { name: 'Old', query: 'hiring', to: 'today' })
  await settle()
  await connect({ searches: [searchId, id] })
  await hire('acme')
  await settle()
  await pool.query(`update saved_searches set query = 'hiring(of: yore)' where id = $1`, [id])
  await worker().settled()
  assert.deepEqual(new Set(hubspot.company(acme).pro_signal_window?.split('; ')), new Set(['AI SDRs', 'Old']))
})

test('a search of another team can’t be followed, nor what it finds be asked for', async () => {
  await hire('acme')
  await settle()
  const [mine, theirs] = [teamId, searchId]
  teamId = await newTeam(db)
  await assert.rejects(connect(), /no such saved search/)
  await connect({ searches: [] })
  await assert.rejects(
    db.transaction('settings', (tx) => readCurrentMatches(tx, teamId, theirs)),
    /in the CRM’s windows/,
  )
  assert.equal(await readConnection(pool, mine), undefined)
})

test('a connection leads to HubSpot, or for developers to their own machine', async () => {
  const forbidden = [
    'http://169.254.169.254',
    'https://10.0.0.1',
    'https://example.com',
    'http://localhost.evil.example',
  ]
  for (const instance of forbidden)
    for (const allowLoopback of [false, true])
      assert.throws(
        () => readAccess({ ...request(), instance }, allowLoopback),
        AppError,
        `${instance} ${allowLoopback}`,
      )
  assert.throws(() => readAccess(request(), false), /must point to a public|must start with https/)
  assert.throws(() => readAccess({ ...request(), token: 'two words' }, true), /This is no token/)
  // A row that was changed by hand meets the guard again at every request.
  await connect()
  await hire('acme')
  await pool.query(`update crm_connections set instance = 'https://10.0.0.1' where team_id = $1`, [teamId])
  await run()
  assert.match((await view()).problem ?? '', /must point to a public address/)
  const { text } = await one<{ text: string }>(pool, `select crm_connections::text as text from crm_connections`)
  assert.ok(!text.includes(hubspot.token), 'the token is stored encrypted')
  assert.ok(!warnings.join().includes(hubspot.token))
})
