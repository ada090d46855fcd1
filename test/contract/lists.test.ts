// Account lists as a filter, through the complete service: search, slices, the tools for assistants, and across teams.

import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { Stamper } from '../../src/write/log/index.ts'
import { writeRecords } from '../../src/write/write-path/index.ts'
import { type Api, type ApiTeam, errorOf as bodyOf, NO_LIMITS, startApi } from '../harness/api.ts'
import { cleanup } from '../harness/cleanup.ts'
import { newList } from '../harness/operator.ts'
import { DAY, signal } from '../harness/signals.ts'

let api: Api
let team: ApiTeam
let other: ApiTeam

before(async () => {
  api = await startApi()
  team = await api.newTeam({ limits: NO_LIMITS })
  other = await api.newTeam({ limits: NO_LIMITS })
  const pool = api.db.pool('settings')
  await newList(
    pool,
    team.teamId,
    'my-accounts',
    'company-1.example https://company-2.example seller@company-3.example late.example',
  )
  await newList(pool, team.teamId, 'Empty', '')
  await newList(pool, other.teamId, 'my-accounts', 'company-7.example')
  await newList(pool, other.teamId, 'my-secret-accounts', 'company-8.example')
})

async function errorOf(response: Response) {
  assert.equal(response.status, 422)
  const error = await bodyOf(response)
  assert.equal(error.code, 'validation_failed')
  return error
}

interface Found {
  readonly total: number
  readonly domains: readonly string[]
  readonly warnings: readonly { readonly field: string; readonly message: string }[]
}

async function search(caller: ApiTeam, body: object): Promise<Found> {
  const response = await caller.post({ signal_query: 'hiring', pageSize: 50, ...body })
  assert.equal(response.status, 200, await response.clone().text())
  const { total, companies, warnings = [] } = (await response.json()) as Found & { companies: { domain: string }[] }
  return { total, warnings, domains: companies.map(({ domain }) => domain).toSorted() }
}

const OURS = ['company-1.example', 'company-2.example', 'company-3.example']

test('list: "my-accounts" is a filter of search, like the same companies as domains', async () => {
  const { domains, total } = await search(team, { list: 'my-accounts' })
  assert.deepEqual([domains, total], [OURS, 3])
  assert.deepEqual((await search(team, { domains: OURS })).domains, domains)
  assert.deepEqual((await search(team, { list: ' MY-Accounts ' })).domains, OURS)
  assert.deepEqual((await search(team, { list: 'my-accounts', countries: ['FR'] })).domains, ['company-1.example'])
  const both = { list: 'my-accounts', domains: ['company-2.example', 'company-9.example'] }
  assert.deepEqual((await search(team, both)).domains, ['company-2.example'])
  const without = { list: 'my-accounts', domainsNot: ['company-2.example'] }
  assert.deepEqual((await search(team, without)).domains, ['company-1.example', 'company-3.example'])
})

test('it is a filter of slices, and counts as the one that a slice needs', async () => {
  const response = await team.get('/slices?slice=ai-sdr-hiring&pageSize=50&list=my-accounts')
  assert.equal(response.status, 200, await response.clone().text())
  const { data } = (await response.json()) as { data: { domain: string }[] }
  assert.deepEqual(data.map(({ domain }) => domain).toSorted(), OURS)
  const error = await errorOf(await team.get('/slices?slice=ai-sdr-hiring&list=nothing'))
  assert.equal(error.details?.[0]?.field, 'list')
})

test('it is a filter of the tools for assistants', async () => {
  const client = new Client({ name: 'test', version: '1.0.0' })
  cleanup(() => client.close())
  const requestInit = { headers: { authorization: `Bearer ${team.key}` } }
  await client.connect(new StreamableHTTPClientTransport(new URL(`${api.url}/mcp`), { requestInit }))
  const call = async (name: string, args: Record<string, unknown>) => {
    const { structuredContent } = await client.callTool({ name, arguments: args })
    const { companies } = structuredContent as { companies: { domain: string }[] }
    return companies.map(({ domain }) => domain).toSorted()
  }
  assert.deepEqual(await call('find_companies', { list: 'my-accounts' }), OURS)
  assert.deepEqual(await call('companies_in_window', { slice: 'ai-sdr-hiring', list: 'my-accounts' }), OURS)
})

test('an unknown list is 422 with suggestions from the team’s own lists only, and costs nothing', async () => {
  const before = await team.used()
  const error = await errorOf(await team.post({ signal_query: 'hiring', list: 'my-acounts' }))
  assert.deepEqual(error.details, [
    {
      field: 'list',
      message: 'list: the team has no list "my-acounts"; did you mean "my-accounts"?',
      suggestions: ['my-accounts'],
    },
  ])
  const own = await errorOf(await team.post({ signal_query: 'hiring', list: 'my-secret-accounts' }))
  assert.deepEqual(own.details?.[0]?.suggestions, [])
  assert.deepEqual(await team.used(), before)
  const misnamed = await errorOf(await team.post({ signal_query: 'hiring', lists: ['my-accounts'] }))
  assert.match(misnamed.message, /list/)
})

test('a list of the same name in another team is another list, also when the first one’s page is cached', async () => {
  for (let round = 0; round < 3; round++) {
    assert.deepEqual((await search(team, { list: 'my-accounts' })).domains, OURS)
    assert.deepEqual((await search(other, { list: 'my-accounts' })).domains, ['company-7.example'])
  }
  const id = 'select id::text from lists where team_id = $1 limit 1'
  const { rows } = await api.db.pool('read').query<{ id: string }>(id, [other.teamId])
  await errorOf(await team.post({ signal_query: 'hiring', list: rows[0]?.id }))
})

test('an empty list and one whose companies are not known match nothing, and the reply has the reason', async () => {
  const empty = await search(team, { list: 'Empty' })
  assert.deepEqual([empty.total, empty.warnings.map(({ message }) => message)], [0, ['The list is empty.']])
  const waiting = await newList(api.db.pool('settings'), team.teamId, 'Waiting', 'nobody.example')
  assert.ok(waiting)
  const unknown = await search(team, { list: 'Waiting' })
  assert.match(unknown.warnings[0]?.message ?? '', /^No company of the list is known yet/)
  const rest = await search(team, { list: 'my-accounts', signal_query: 'tool(name: hubspot)', employeesMin: 5_000 })
  assert.match(rest.warnings[0]?.message ?? '', /^None of the companies on the list matches/)
})

test('a company that appears later is found under the list, without a further step', async () => {
  const now = Math.floor(Date.now() / 1_000)
  await writeRecords(api.db, new Stamper(api.db), [signal('late.example', 'late-job', { occurredAt: now - DAY })])
  // The index follows the log within moments.
  for (let i = 0; i < 2_400; i++) {
    const { domains } = await search(team, { list: 'my-accounts' })
    if (domains.includes('late.example')) return
    await new Promise((resolve) => setTimeout(resolve, 25))
  }
  assert.fail('it never joined')
})

test('the catalogue declares the filter for both endpoints, with the team’s own lists as its values', async () => {
  interface Definition {
    readonly id: string
    readonly appliesTo: string[]
    readonly values?: string[]
  }
  const listOf = async (caller: ApiTeam) => {
    const { filters } = (await (await caller.get('/filters')).json()) as { filters: Definition[] }
    return filters.find(({ id }) => id === 'list')
  }
  assert.deepEqual((await listOf(team))?.appliesTo, ['companies', 'slices'])
  assert.deepEqual((await listOf(team))?.values, ['Empty', 'my-accounts', 'Waiting'])
  assert.deepEqual((await listOf(other))?.values, ['my-accounts', 'my-secret-accounts'])
})
