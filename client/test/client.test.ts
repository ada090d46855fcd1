// The client against the service.

import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { type Api, idOf, NO_LIMITS, startApi, WORLD_SIZE } from '../../test/harness/api.ts'
import { createDatabase } from '../../test/harness/database.ts'
import { proxyDatabase } from '../../test/harness/database-proxy.ts'
import {
  AuthenticationError,
  InvalidQueryError,
  NotFoundError,
  ProSignal,
  RateLimitError,
  signal,
  words,
} from '../src/index.ts'

let api: Api
before(async () => {
  api = await startApi()
})

async function newClient(limits?: Parameters<Api['newTeam']>[0]) {
  const team = await api.newTeam(limits)
  return { client: new ProSignal({ apiKey: team.key, baseUrl: api.url }), ...team }
}

test('it calls every endpoint', async () => {
  const { client } = await newClient()
  assert.equal((await client.health()).status, 'ok')
  assert.ok((await client.filters()).filters.length > 5)
  const page = await client.companies.search({ signal_query: signal.hiring(), pageSize: 5 }).page()
  assert.deepEqual([page.total, page.companies.length, page.pageSize], [WORLD_SIZE, 5, 5])
  const dossier = await client.companies.get(idOf(1))
  assert.equal(dossier.data.identity.id, idOf(1))
  const [{ id: signalId } = { id: '' }] = dossier.data.signals
  assert.deepEqual(await client.companies.get(idOf(1), { signalId }), dossier)
  const rows = client.slices.companies({ slice: 'ai-sdr-hiring', countries: ['DE', 'FR'], scoreMin: 1 })
  assert.equal((await rows.page()).data.length, WORLD_SIZE / 2)
  const stats = await client.stats()
  assert.equal(stats.rateLimits.monthlyRequests.used, 5)
  assert.equal(client.rate?.remaining, stats.rateLimits.monthlyRequests.remaining)
})

test('iterating reads every row once, and costs what was announced', async () => {
  const { client, used } = await newClient({ limits: NO_LIMITS })
  const search = client.companies.search({ signal_query: 'hiring', pageSize: 5 })
  assert.deepEqual(search.maxCost, { requests: 100, records: 500, pageTurns: 99 })
  const names = new Set<string>()
  for await (const { name } of search) names.add(name)
  assert.equal(names.size, WORLD_SIZE)
  const { monthlyRequests, monthlyRecords, monthlyPageTurns } = await used()
  const pages = Math.ceil(WORLD_SIZE / 5)
  assert.deepEqual([monthlyRequests, monthlyRecords, monthlyPageTurns], [pages, WORLD_SIZE, pages - 1])
})

test('a limit pays only for the rows that are read', async () => {
  const { client, used } = await newClient({ limits: NO_LIMITS })
  const search = client.companies.search({ signal_query: 'hiring' }, { limit: 3 })
  assert.deepEqual(search.maxCost, { requests: 1, records: 3, pageTurns: 0 })
  assert.equal((await search.toArray()).length, 3)
  assert.equal((await used()).monthlyRecords, 3)
  assert.deepEqual(client.companies.search({ signal_query: 'hiring' }).maxCost, {
    requests: 10,
    records: 500,
    pageTurns: 9,
  })
})

test('a page that the service does not have is an error, not an empty result', async () => {
  const { client } = await newClient({ limits: NO_LIMITS })
  const wrong = [
    { pageSize: 1_000 },
    { pageSize: 501 },
    { pageSize: 0 },
    { pageSize: Number.NaN },
    { page: 11, pageSize: 50 },
  ]
  for (const page of wrong) {
    const all = [
      client.companies.search({ signal_query: 'hiring', ...page }),
      client.slices.companies({ slice: 'ai-sdr-hiring', countries: ['DE'], ...page }),
    ]
    for (const pages of all) {
      await assert.rejects(pages.toArray(), { status: 422 }, JSON.stringify(page))
      assert.ok(Object.values(pages.maxCost).every(Number.isFinite), JSON.stringify(pages.maxCost))
    }
  }
  assert.throws(() => client.companies.search({ signal_query: 'hiring' }, { limit: Number.NaN }), /limit/)
})

test('a search without a query is an error, and costs nothing', async () => {
  const { client, used } = await newClient()
  await assert.rejects(client.companies.search({} as never).page(), { status: 422 })
  assert.equal((await used()).monthlyRequests, 0)
})

test('errors are classes, with what is needed to act on them', async () => {
  const { client } = await newClient({ limits: { monthlyRequests: 1 } })
  const wrong = client.companies.search({ signal_query: 'hiring(titel ~ sdr)' }).page()
  await assert.rejects(wrong, (error) => {
    assert.ok(error instanceof InvalidQueryError)
    assert.match(error.requestId ?? '', /^req_/)
    return error.details[0]?.suggestions.includes('title') ?? false
  })
  await assert.rejects(client.companies.get(crypto.randomUUID()), NotFoundError)
  await client.filters()
  await assert.rejects(client.filters(), (error) => {
    assert.ok(error instanceof RateLimitError)
    return error.limitType === 'monthly_requests' && (error.retryAfter ?? 0) > 60
  })
  await assert.rejects(new ProSignal({ apiKey: 'psk_wrong', baseUrl: api.url }).stats(), AuthenticationError)
})

test('the client waits for the end of an outage', async () => {
  const proxy = await proxyDatabase(await createDatabase())
  const apiBehindProxy = await startApi({ env: { DATABASE_URL: proxy.url } })
  const { key } = await apiBehindProxy.newTeam()
  const client = new ProSignal({ apiKey: key, baseUrl: apiBehindProxy.url })
  await client.stats()
  await proxy.stop()
  const answer = client.stats().withResponse()
  const rejected = await fetch(`${apiBehindProxy.url}/api/v1/stats`, { headers: { authorization: `Bearer ${key}` } })
  assert.equal(rejected.status, 503)
  await proxy.restore()
  const { data, attempts } = await answer
  assert.ok(data.period.dayStart && attempts > 1)
})

test('a mistake in the options is reported before anything is sent', () => {
  assert.throws(() => new ProSignal({ apiKey: '', baseUrl: api.url }), /apiKey is missing/)
  assert.throws(() => new ProSignal({ apiKey: 'psk_x', baseUrl: 'signals.example' }), /baseUrl/)
  assert.ok(new ProSignal({ apiKey: 'psk_x', baseUrl: `${api.url}/api/v1/` }))
})

test('a query that was built finds what its text finds', async () => {
  const { client } = await newClient()
  const built = await client.companies.search({ signal_query: signal.hiring({ title: words('AI SDR') }) }).page()
  const written = await client.companies.search({ signal_query: 'hiring(title ~ AI SDR)' }).page()
  assert.ok(built.total > 0)
  assert.equal(built.total, written.total)
})
