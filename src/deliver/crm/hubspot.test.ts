// A company enters and leaves a window, and HubSpot shows it: over the wire, to a server that speaks its documented
// format.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { PUBLIC_URL, saveSearch } from '../../../test/harness/alerts.ts'
import { beforeEachTest } from '../../../test/harness/cleanup.ts'
import { DAY, openCrmTests } from '../../../test/harness/crm.ts'
import { openTestDatabase } from '../../../test/harness/database.ts'
import { newTeam } from '../../../test/harness/firehose.ts'
import { HubSpotServer } from '../../../test/harness/hubspot-server.ts'
import { newList } from '../../../test/harness/operator.ts'
import { one } from '../../db/index.ts'
import { AppError } from '../../platform/app-error.ts'
import { companyId } from '../../write/write-path/index.ts'
import { askCrm, type ConnectRequest, readAccess } from './access.ts'
import { readCurrentMatches, writeCurrentMatches } from './connections.ts'
import { readConnection } from './views.ts'

const db = await openTestDatabase()
const crm = openCrmTests(db)
const { pool, client, clock, team, warnings, settle, worker, domain, hire, run, companies, view } = crm

let hubspot: HubSpotServer
beforeEachTest(async () => {
  hubspot = await new HubSpotServer().start()
  await crm.begin()
})

const request = (): ConnectRequest => ({ kind: 'hubspot', token: hubspot.token, instance: hubspot.url })
const connect = (changes: object = {}) => crm.connect(request(), changes)

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

  const rows = await companies()
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

test('a lost answer, a limit, an outage and a partial batch: each task and company exists once', async () => {
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

test('a company that returns while an answer was lost has its task in the window’s state: open, then completed', async () => {
  hubspot.addCompany(domain('acme'), { hubspot_owner_id: '7' })
  await connect()
  const statuses = () => hubspot.tasks.map((each) => each.hs_task_status)
  /** Carried out, but the worker doesn't come to record it. */
  const runWithoutAnswer = async (path: string) => {
    hubspot.fault = (asked) => (asked.includes(path) ? 'lost' : undefined)
    await run()
    hubspot.fault = () => undefined
  }
  const leave = () => {
    clock.at += 31 * DAY
  }
  await hire('acme')
  await run()
  leave()
  await runWithoutAnswer('tasks/batch/update')
  assert.deepEqual(statuses(), ['COMPLETED'])
  // It is known as open.
  await hire('acme')
  clock.at += 3_601
  await run()
  assert.deepEqual(statuses(), ['NOT_STARTED'])
  leave()
  await run()
  assert.deepEqual(statuses(), ['COMPLETED'])
  await hire('acme')
  await runWithoutAnswer('tasks/batch/upsert')
  assert.deepEqual(statuses(), ['NOT_STARTED'])
  // It is known as completed. It follows although no more tasks are created.
  await pool.query('update crm_connections set creates_tasks = false')
  leave()
  await run()
  assert.deepEqual(statuses(), ['COMPLETED'])
})

test('one company that HubSpot rejects does not block the others, and shows the reason', async () => {
  for (const name of ['good', 'bad', 'fine']) hubspot.addCompany(domain(name), { hubspot_owner_id: '7' })
  hubspot.refuses = ({ pro_signal_link: link }) => link?.endsWith(companyId(domain('bad'))) ?? false
  await connect()
  await hire('good', 'bad', 'fine')
  await run()
  const rows = await companies()
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

test('missing rights and properties are explained, without the token, and writing continues when they exist', async () => {
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
  const refused = await askCrm(readAccess({ ...request(), token: 'pat-na1-of-nobody' }, true), {
    client,
    allowLoopback: true,
  }).catch((error: unknown) => error)
  assert.ok(refused instanceof AppError && refused.code === 'crm_refused' && !refused.message.includes('of-nobody'))
  hubspot.scopes = ['crm.objects.companies.read']
  await assert.rejects(
    askCrm(readAccess(request(), true), { client, allowLoopback: true }),
    /lacks scopes: crm\.objects\.companies\.write, /,
  )
  // A deleted one is created again.
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

test('unknown companies are created if enabled, once, and current matches are sent on request', async () => {
  await hire('early')
  await settle()
  await connect({ createsCompanies: true })
  await run()
  assert.equal(hubspot.objects.companies.size, 0, 'what matched before is not written by itself')
  await db.transaction('settings', async (tx) => {
    const matches = await readCurrentMatches(tx, team.teamId, team.searchId)
    assert.deepEqual(
      matches.map(({ id }) => id),
      [companyId(domain('early'))],
    )
    await writeCurrentMatches(tx, 'operator', team.teamId, { searchId: team.searchId, matches, now: clock.at })
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
  assert.equal((await companies())[0]?.state, 'written')
  await assert.rejects(
    db.transaction('settings', (tx) => readCurrentMatches(tx, team.teamId, team.searchId)),
    /in the CRM’s windows already/,
  )
})

test('of the current matches, companies on a list of the team are sent first, and the others are not charged', async () => {
  await hire('listed', 'stranger', 'also')
  await settle()
  await connect()
  const send = () =>
    db.transaction('settings', async (tx) => {
      const matches = await readCurrentMatches(tx, team.teamId, team.searchId)
      await writeCurrentMatches(tx, 'operator', team.teamId, { searchId: team.searchId, matches, now: clock.at })
      return matches.map(({ id }) => id).sort()
    })
  const ids = (...names: string[]) => names.map((name) => companyId(domain(name))).sort()
  await newList(pool, team.teamId, 'Accounts', `${domain('listed')} ${domain('also')} waits.example`)
  assert.deepEqual(await send(), ids('listed', 'also'))
  assert.deepEqual(await send(), ids('stranger'), 'then the others')
})

test('a search that is no longer followed or was deleted ends its windows', async () => {
  const acme = hubspot.addCompany(domain('acme'), { hubspot_owner_id: '7' })
  await connect()
  await hire('acme')
  await run()
  assert.equal(hubspot.company(acme).pro_signal_window, 'AI SDRs')
  await pool.query('delete from saved_searches where id = $1', [team.searchId])
  clock.at += 61
  await run()
  assert.equal(hubspot.company(acme).pro_signal_window, '')
  assert.deepEqual(
    hubspot.tasks.map((each) => each.hs_task_status),
    ['COMPLETED'],
  )
})

test('a window of a query that is no longer valid has no reason, and the others are written', async () => {
  const acme = hubspot.addCompany(domain('acme'))
  const { id } = await saveSearch(db, team.teamId, { name: 'Old', query: 'hiring', to: 'today' })
  await settle()
  await connect({ searches: [team.searchId, id] })
  await hire('acme')
  await settle()
  await pool.query(`update saved_searches set query = 'hiring(of: yore)' where id = $1`, [id])
  await worker().settled()
  assert.deepEqual(new Set(hubspot.company(acme).pro_signal_window?.split('; ')), new Set(['AI SDRs', 'Old']))
})

test('a search of another team can’t be followed, nor its matches requested', async () => {
  await hire('acme')
  await settle()
  const [mine, theirs] = [team.teamId, team.searchId]
  team.teamId = await newTeam(db)
  await assert.rejects(connect(), /no such saved search/)
  await connect({ searches: [] })
  await assert.rejects(
    db.transaction('settings', (tx) => readCurrentMatches(tx, team.teamId, theirs)),
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
  await pool.query(`update crm_connections set instance = 'https://10.0.0.1' where team_id = $1`, [team.teamId])
  await run()
  assert.match((await view()).problem ?? '', /must point to a public address/)
  const { text } = await one<{ text: string }>(pool, `select crm_connections::text as text from crm_connections`)
  assert.ok(!text.includes(hubspot.token), 'the token is stored encrypted')
  assert.ok(!warnings.join().includes(hubspot.token))
})
