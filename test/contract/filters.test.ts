// Domains, employer kinds, regions and warnings through the complete service, in search and in slices.

import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import type { FilterDefinition } from '../../src/api/catalogue/index.ts'
import { readTool } from '../../src/meaning/tools/index.ts'
import { Stamper } from '../../src/write/log/index.ts'
import { writeRecords } from '../../src/write/write-path/index.ts'
import { type Api, type ApiTeam, errorOf, NO_LIMITS, startApi, WORLD_SIZE } from '../harness/api.ts'
import { untilValuesAreKnown } from '../harness/known-values.ts'
import { company, DAY, signal } from '../harness/signals.ts'

let api: Api
let team: ApiTeam

const now = Math.floor(Date.now() / 1_000)
const write = (records: Parameters<typeof writeRecords>[2]) => writeRecords(api.db, new Stamper(api.db), records)

before(async () => {
  api = await startApi({
    records: [
      company('agency.example', { name: 'Agency', employerKind: 'agency', hqCountry: 'SE', industry: 'staffing' }),
      signal('agency.example', 'agency-job', {
        occurredAt: now - DAY,
        fields: { jobTitle: 'AI SDR', function: 'sales' },
      }),
    ],
  })
  await api.db
    .pool('ingest')
    .query(
      `insert into company_aliases (domain, company_ordinal) select 'old-name.example', ordinal from companies where domain = 'company-3.example'`,
    )
  team = await api.newTeam({ limits: NO_LIMITS })
  await untilValuesAreKnown(async () => (await (await team.get('/filters')).json()) as never, 'industries', 2)
})

interface Warning {
  field: string
  value: string
  message: string
  suggestions: string[]
}

interface Reply {
  total: number
  domains: string[]
  warnings: Warning[]
  unknownDomains?: string[]
}

async function search(body: Record<string, unknown>): Promise<Reply> {
  const response = await team.post({ signal_query: 'hiring', pageSize: 50, ...body })
  assert.equal(response.status, 200, await response.clone().text())
  const { companies, warnings = [], ...rest } = (await response.json()) as Reply & { companies: { domain: string }[] }
  return { ...rest, warnings, domains: companies.map(({ domain }) => domain).toSorted() }
}

async function slice(parameters: string, slug = 'ai-sdr-hiring'): Promise<Reply> {
  const response = await team.get(`/slices?slice=${slug}&pageSize=50&${parameters}`)
  assert.equal(response.status, 200, await response.clone().text())
  const {
    data,
    pagination,
    warnings = [],
    ...rest
  } = (await response.json()) as Reply & {
    data: { domain: string }[]
    pagination: { total: number }
  }
  return { ...rest, warnings, total: pagination.total, domains: data.map(({ domain }) => domain).toSorted() }
}

test('domains are domains, URLs and e-mail addresses, and other domains of a company lead to it', async () => {
  const asked = ['Company-1.example.', 'https://www.company-2.example/jobs?x=1', 'buyer@old-name.example']
  const { domains, total, unknownDomains } = await search({ domains: asked })
  assert.deepEqual(
    [domains, total, unknownDomains],
    [['company-1.example', 'company-2.example', 'company-3.example'], 3, []],
  )
  const inSlice = await slice(`domains=${encodeURIComponent(asked.join(','))}`)
  assert.deepEqual(inSlice.domains, domains)
})

test('the reply lists unknown domains as they were written, and the others count', async () => {
  const domains = ['company-1.example', 'Nobody.example', 'https://nowhere.example/x']
  const reply = await search({ domains, domainsNot: ['stranger.example'] })
  assert.deepEqual(reply.domains, ['company-1.example'])
  assert.deepEqual(reply.unknownDomains, ['Nobody.example', 'https://nowhere.example/x', 'stranger.example'])
  assert.deepEqual((await slice('domains=company-1.example,nobody.example')).unknownDomains, ['nobody.example'])
  assert.equal((await search({})).unknownDomains, undefined)
})

test('a domain filter that leaves nothing has a warning', async () => {
  const unknown = await search({ domains: ['nobody.example'] })
  assert.deepEqual([unknown.total, unknown.unknownDomains], [0, ['nobody.example']])
  assert.deepEqual(unknown.warnings, [
    { field: 'domains', value: 'nobody.example', message: 'No company has one of these domains.', suggestions: [] },
  ])
  const other = await search({ domains: ['company-1.example'], countries: ['US'] })
  assert.deepEqual([other.total, other.warnings.map(({ field }) => field)], [0, ['domains']])
})

test('domainsNot leaves companies out, and an empty list is no filter', async () => {
  const all = await search({ domains: [] })
  assert.equal(all.total, WORLD_SIZE)
  const { domains, total } = await search({ domainsNot: ['company-1.example', 'old-name.example'] })
  assert.equal(total, WORLD_SIZE - 2)
  assert.ok(!domains.includes('company-1.example') && !domains.includes('company-3.example'))
  const inSlice = await slice('scoreMin=0&domainsNot=company-1.example')
  assert.ok(inSlice.domains.length > 0 && !inSlice.domains.includes('company-1.example'))
})

test('anything but a domain, URL or email address is 422 with the correct format', async () => {
  for (const bad of ['acme', 'Acme Inc', '127.0.0.1', '@', 'x'.repeat(3_000)]) {
    const response = await team.post({ signal_query: 'hiring', domains: ['company-1.example', bad] })
    const { details = [] } = await errorOf(response)
    assert.equal(response.status, 422, bad)
    assert.match(`${details[0]?.field} ${details[0]?.message}`, /^domains domains.*(buyer@acme\.example|characters)/)
  }
  const many = await team.post({ signal_query: 'hiring', domainsNot: Array(51).fill('a.example') })
  assert.match((await errorOf(many)).details?.[0]?.message ?? '', /50/)
  assert.equal((await search({ domains: Array(50).fill('company-1.example') })).total, 1)
})

test('employerKind is a filter of search and slices', async () => {
  assert.deepEqual((await search({ employerKind: ['agency'] })).domains, ['agency.example'])
  assert.equal((await search({ employerKind: ['direct', 'unknown'] })).total, WORLD_SIZE)
  assert.deepEqual((await slice('employerKind=marketplace')).total, 0)
  const response = await team.post({ signal_query: 'hiring', employerKind: ['recruiter'] })
  assert.equal((await errorOf(response)).details?.[0]?.field, 'employerKind')
})

test('a region stands for its countries', async () => {
  const countriesOf = async (filters: object) => {
    const response = await team.post({ signal_query: 'hiring', pageSize: 50, ...filters })
    const { companies } = (await response.json()) as { companies: { hqCountry: string }[] }
    return [...new Set(companies.map(({ hqCountry }) => hqCountry))].toSorted()
  }
  assert.deepEqual(await countriesOf({ countries: ['EU'], employerKind: ['agency', 'unknown'] }), ['DE', 'FR', 'SE'])
  assert.deepEqual(await countriesOf({ countries: ['dach', 'US'] }), ['DE', 'US'])
  assert.deepEqual(await countriesOf({ countries: ['EMEA'], countriesNot: ['Nordics'] }), ['DE', 'FR', 'GB'])
  const wrong = await errorOf(await team.post({ signal_query: 'hiring', countries: ['Nordic'] }))
  assert.ok(wrong.details?.[0]?.suggestions?.includes('Nordics'))
})

test('never NA: it is Namibia, with a warning', async () => {
  const { total, warnings } = await search({ countries: ['NA'] })
  assert.equal(total, 0)
  assert.deepEqual(warnings, [
    { field: 'countries', value: 'NA', message: 'No company is in NA (Namibia).', suggestions: [] },
  ])
  assert.deepEqual((await search({ countries: ['EU'] })).warnings, [], 'not each country of a region must occur')
})

const WARNED: [body: Record<string, unknown>, value: string, message: RegExp, suggestions: string[]][] = [
  [{ industries: ['logistic software'] }, 'logistic_software', /No company is in the industry/, ['logistics_software']],
  [{ industries: ['logistics'] }, 'logistics', /No company/, ['logistics_software']],
  [{ signal_query: 'tool(name: hubspt)' }, 'hubspt', /No tool signal has the name "hubspt"/, ['HubSpot']],
  [{ signal_query: 'hiring NOT tool(name: "HubSpot Hub")' }, 'hubspot hub', /No tool signal/, ['HubSpot']],
  [{ signal_query: 'tool(category: crmm)' }, 'crmm', /the category "crmm"/, ['crm']],
  [{ signal_query: 'funding(round !: sed)' }, 'sed', /the round "sed"/, ['seed']],
  [{ signal_query: 'any(source: tset)' }, 'tset', /No signal has the source/, ['test']],
  [
    { signal_query: 'funding(investors: "Northwind Venture")' },
    'northwind venture',
    /investors/,
    ['Northwind Ventures'],
  ],
  [{ signal_query: 'tool(vendor: zzzz)' }, 'zzzz', /the vendor "zzzz"/, []],
  [{ signal_query: 'web' }, 'web', /There are no web signals/, []],
]

test('nothing silently empty: a value that occurs nowhere is reported, with values that do occur', async () => {
  for (const [body, value, message, suggestions] of WARNED) {
    const { warnings } = await search(body)
    assert.equal(warnings.length, 1, JSON.stringify([body, warnings]))
    const [warning] = warnings
    assert.deepEqual([warning?.value, warning?.suggestions], [value, suggestions], JSON.stringify(body))
    assert.match(warning?.message ?? '', message)
  }
  assert.deepEqual((await search({ signal_query: 'tool(name: hubspot, category: crm)' })).warnings, [])
  assert.deepEqual((await search({ signal_query: 'hiring(title: nobody)' })).warnings, [], 'a title is free text')
  const [inSlice] = (await slice('industries=logistic-software')).warnings
  assert.deepEqual([inSlice?.field, inSlice?.suggestions], ['industries', ['logistics_software']])
})

test('a misspelt tool of a slice is named, but not the category that the slice looks for', async () => {
  const ofTool = (tool: string) => slice('scoreMin=0', encodeURIComponent(`tool-displacement:${tool}`))
  for (const tool of ['hubspto', "hubspto$'"]) {
    const { total, warnings } = await ofTool(tool)
    assert.deepEqual([total, warnings.length], [0, 1], JSON.stringify(warnings))
    assert.deepEqual([warnings[0]?.field, warnings[0]?.suggestions], ['slice', ['HubSpot']])
    assert.match(warnings[0]?.message ?? '', /^No tool signal has the name "hubspto/)
  }
  assert.deepEqual((await ofTool('HubSpot')).warnings, [])
})

test('a value that was just written is not called unknown', async () => {
  const wanted = { signal_query: 'tool(name: "Brand New")', industries: ['space_mining'] }
  assert.equal((await search(wanted)).warnings.length, 2)
  await write([
    company('miner.example', { name: 'Miner', industry: 'space_mining' }),
    signal('miner.example', 'new-tool', { type: 'tool', occurredAt: now, fields: { tool: 'Brand New' } }),
  ])
  const { domains, warnings } = await search(wanted)
  assert.deepEqual([domains, warnings], [['miner.example'], []])
})

test('the catalogue lists the most frequent industries, tools, categories, rounds, countries and sources with counts', async () => {
  const { filters } = (await (await team.get('/filters')).json()) as { filters: FilterDefinition[] }
  const named = (id: string) => filters.find((filter) => filter.id === id) ?? assert.fail(id)
  const field = (type: string, name: string) =>
    named('signal_query')
      .clauses?.find((clause) => clause.type === type)
      ?.fields.find((each) => each.name === name)?.frequent
  assert.deepEqual(named('industries').frequent?.[0], { value: 'logistics_software', count: WORLD_SIZE })
  assert.deepEqual(
    named('countries').frequent?.find(({ value }) => value === 'DE'),
    { value: 'DE', count: 3 },
  )
  assert.deepEqual(field('tool', 'name')?.[0], { value: 'HubSpot', count: 4 })
  assert.deepEqual(field('tool', 'category')?.[0], { value: 'crm', count: 4 })
  assert.deepEqual(field('funding', 'round')?.[0], { value: 'seed', count: 6 })
  assert.equal(field('any', 'source')?.[0]?.value, 'test')
})

test('a tool is known by each of its names, and a vendor is not a tool’s name', async () => {
  const tools = ['Kubernetes', 'Google Cloud', 'Sales Cloud']
  await write([
    company('cloud.example', { name: 'Cloud' }),
    ...tools.map((tool) =>
      signal('cloud.example', tool, { type: 'tool', occurredAt: now, fields: { tool, ...readTool(tool) } }),
    ),
  ])
  for (const name of ['Hub Spot', 'k8s', 'kubernetes', 'GCP', '"Google Cloud"', 'SFDC', 'k8s|GCP']) {
    const { domains, warnings } = await search({ signal_query: `tool(name: ${name})` })
    assert.deepEqual([domains.length > 0, warnings], [true, []], name)
  }
  const { total, warnings } = await search({ signal_query: 'tool(name: Google)' })
  assert.deepEqual([total, warnings.map(({ value }) => value)], [0, ['google']])
})
