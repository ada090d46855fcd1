// Who a company is, as the API's callers see it: merged companies, aliases, parents, agencies, shown stages.

import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { Stamper } from '../../src/write/log/index.ts'
import { companyId, mergeCompanies, splitCompany, writeRecords } from '../../src/write/write-path/index.ts'
import { type Api, idOf, startApi, WORLD_SIZE } from '../harness/api.ts'
import { company, DAY, signal } from '../harness/signals.ts'

let api: Api
before(async () => {
  api = await startApi()
})

const now = Math.floor(Date.now() / 1_000)
const write = (...lines: Parameters<typeof writeRecords>[2]) => writeRecords(api.db, new Stamper(api.db), lines)

interface Dossier {
  readonly data: {
    readonly identity: Record<string, unknown>
    readonly signals: readonly { readonly label: string }[]
    readonly slices: readonly { readonly slug: string }[]
  }
}
type Get = (path: string) => Promise<Response>
const dossierOf = async (get: Get, id: string) => {
  const reply = await get(`/companies/${id}`)
  assert.equal(reply.status, 200)
  return ((await reply.json()) as Dossier).data
}

test('the old id of a merged company leads to the survivor, and both count as one company a day', async () => {
  const { get, post, used } = await api.newTeam({ limits: { dailyCompanyDetail: 1 } })
  const [old, survivor] = [idOf(0), idOf(1)]
  const total = async (signal_query: string) =>
    ((await (await post({ signal_query })).json()) as { total: number }).total
  assert.equal((await dossierOf(get, old)).identity.domain, 'company-0.example')
  const before = [await total('hiring'), await total('NOT tool(name: nothing)')]
  assert.deepEqual(before, [WORLD_SIZE, WORLD_SIZE])

  await mergeCompanies(api.db, new Stamper(api.db), { from: 'company-0.example', into: 'company-1.example' })
  const { identity, signals } = await dossierOf(get, survivor)
  assert.deepEqual(
    [identity.id, identity.domain, identity.aliases],
    [survivor, 'company-1.example', ['company-0.example']],
  )
  const byOldId = await dossierOf(get, old)
  assert.deepEqual([byOldId.identity, byOldId.signals], [identity, signals])
  assert.equal((await used()).dailyCompanyDetail, 1)
  assert.equal((await get(`/companies/${idOf(2)}`)).status, 429, 'another company is one too many')
  assert.deepEqual(
    [await total('hiring'), await total('NOT tool(name: nothing)')],
    before.map((number) => number - 1),
  )

  await splitCompany(api.db, new Stamper(api.db), { domain: 'company-0.example' })
  assert.equal((await dossierOf(get, old)).identity.id, old)
  assert.deepEqual([await total('hiring'), await total('NOT tool(name: nothing)')], before)
})

test('a dossier shows aliases, the parent and the employer kind', async () => {
  const { get } = await api.newTeam()
  await write({ ...company('subsidiary.example', { parent: 'group.example' }), aliases: ['subsidiary.test'] })
  const { identity } = await dossierOf(get, companyId('subsidiary.example'))
  assert.deepEqual(
    [identity.aliases, identity.parent, identity.employerKind],
    [['subsidiary.test'], 'group.example', 'unknown'],
  )
  assert.equal((await get(`/companies/${companyId('group.example')}`)).status, 404, 'a parent creates no company')
})

test('jobs of agencies and marketplaces count in no slice', async () => {
  const { get, post } = await api.newTeam()
  const hires = (domain: string, name: string) =>
    signal(domain, domain, {
      company: { domain, name },
      label: 'Hiring: AI SDR',
      occurredAt: now - DAY,
      fields: { jobTitle: 'AI SDR', function: 'sales', ai: true },
    })
  await write(hires('hire.example', 'Hire Staffing'), hires('direct.example', 'Direct'))
  const search = async (filters: object) => {
    const reply = await post({ signal_query: 'hiring(title ~ "AI SDR")', pageSize: 50, ...filters })
    const { companies, leftOut } = (await reply.json()) as {
      companies: { domain: string; employerKind: string }[]
      leftOut?: number
    }
    const kinds = Object.fromEntries(companies.map(({ domain, employerKind }) => [domain, employerKind]))
    return [kinds['hire.example'], kinds['direct.example'], leftOut]
  }
  assert.deepEqual(await search({}), [undefined, 'unknown', 1], 'a search means employers, and says what it left out')
  assert.deepEqual(await search({ employerKind: ['agency'] }), ['agency', undefined, undefined])
  assert.deepEqual(await search({ domains: ['hire.example', 'direct.example'] }), ['agency', 'unknown', undefined])
  assert.deepEqual(await search({ domainsNot: ['direct.example'] }), [undefined, undefined, 1])
  const page = (await (await get('/slices?slice=ai-sdr-hiring&scoreMin=0')).json()) as {
    data: { domain: string }[]
  }
  const domains = page.data.map(({ domain }) => domain)
  assert.deepEqual([domains.includes('hire.example'), domains.includes('direct.example')], [false, true])
  const slugs = async (domain: string) => (await dossierOf(get, companyId(domain))).slices.map(({ slug }) => slug)
  assert.deepEqual(await slugs('hire.example'), [])
  assert.ok((await slugs('direct.example')).includes('ai-sdr-hiring'))
  const heat = async () =>
    (
      (await (await post({ signal_query: 'hiring(title ~ "AI SDR")', domains: ['hire.example'] })).json()) as {
        companies: { domain: string; heat: number }[]
      }
    ).companies.find(({ domain }) => domain === 'hire.example')?.heat
  assert.equal(await heat(), 0, 'its job counts in no heat')
  await write(company('hire.example', { name: 'Hire Staffing', employerKind: 'direct' }))
  assert.notEqual(await heat(), 0)
  assert.ok((await slugs('hire.example')).includes('ai-sdr-hiring'), 'what a record states wins')
})

test('the stage shown is the higher of records and equity rounds, in the dossier and in the filter', async () => {
  const { get, post } = await api.newTeam()
  const round = (key: string, name: string, parts = {}) =>
    signal('stage.example', key, { type: 'funding', occurredAt: now - DAY, fields: { round: name }, ...parts })
  const stage = async () => (await dossierOf(get, companyId('stage.example'))).identity.fundingStage
  await write(company('stage.example', { fundingStage: 'seed' }), round('a', 'series_b'), round('b', 'venture_debt'))
  assert.equal(await stage(), 'series_b')
  const body = { signal_query: 'funding', fundingStages: ['series_b'], pageSize: 50 }
  const { companies } = (await (await post(body)).json()) as { companies: { domain: string }[] }
  assert.ok(companies.some(({ domain }) => domain === 'stage.example'))
  await write(round('a', 'series_b', { status: 'retracted' }))
  assert.equal(await stage(), 'seed', 'the round never was')
  await write(company('stage.example', { fundingStage: 'acquired' }), round('c', 'series_c'))
  assert.equal(await stage(), 'acquired')
  await write(company('stage.example', { fundingStage: 'series_c' }))
  assert.equal(await stage(), 'acquired', 'public and acquired never fall')
})
