// Runs the example against the service: it does what the guide recommends.

import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { before, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { type Api, idOf, NO_LIMITS, startApi, WORLD_SIZE } from '../../test/harness/api.ts'
import { createDatabase } from '../../test/harness/database.ts'
import { proxyDatabase } from '../../test/harness/database-proxy.ts'
import { ApiError, ProSignal } from './client.ts'

let api: Api
before(async () => {
  api = await startApi()
})

test('it calls every endpoint', async () => {
  const { key } = await api.newTeam()
  const client = new ProSignal({ url: api.url, key })
  assert.equal((await client.health()).status, 'ok')
  assert.ok((await client.filters()).filters.length > 5)
  assert.equal((await client.search({ signal_query: 'hiring' })).total, WORLD_SIZE)
  assert.ok((await client.dossier(idOf(1))).data.identity)
  const { data } = await client.slice('ai-sdr-hiring', { countries: ['DE', 'FR'], scoreMin: 1 })
  assert.equal(data.length, WORLD_SIZE / 2)
  assert.equal((await client.stats()).rateLimits.monthlyRequests?.used, 4)
})

test('it reads all pages of a search and stops at the end', async () => {
  const { key, used } = await api.newTeam({ limits: NO_LIMITS })
  const client = new ProSignal({ url: api.url, key })
  const names = new Set<string>()
  for await (const { name } of client.companies({ signal_query: 'hiring', pageSize: 5 })) names.add(name)
  assert.equal(names.size, WORLD_SIZE)
  assert.equal((await used()).monthlyRequests, 3)
})

test('an error says what is wrong, and the client does not wait for a limit that resets too late', async () => {
  const { key } = await api.newTeam({ limits: { monthlyRequests: 1 } })
  const client = new ProSignal({ url: api.url, key })
  await assert.rejects(client.search({ signal_query: '(' }), (error) => {
    assert.ok(error instanceof ApiError)
    return error.status === 422 && error.code === 'invalid_query' && error.requestId.startsWith('req_')
  })
  await client.filters()
  await assert.rejects(client.filters(), { status: 429, code: 'rate_limit_exceeded' })
  await assert.rejects(new ProSignal({ url: api.url, key: 'psk_wrong' }).stats(), { status: 401 })
})

test('main.ts runs unchanged', async () => {
  const { key } = await api.newTeam()
  const program = fileURLToPath(new URL('main.ts', import.meta.url))
  const env = { PATH: process.env.PATH ?? '', PRO_SIGNAL_URL: api.url, PRO_SIGNAL_KEY: key }
  const { stdout } = await promisify(execFile)(process.execPath, [program], { env })
  assert.match(stdout, /^perMinute: 20 of 20 left$/m)
  assert.match(stdout, new RegExp(`^${WORLD_SIZE} companies hire for AI; the hottest 5:$`, 'm'))
  assert.match(stdout, /"score":\d/)
})

test('the client waits for the end of an outage', async () => {
  const proxy = await proxyDatabase(await createDatabase())
  const apiBehindProxy = await startApi({ env: { DATABASE_URL: proxy.url } })
  const { key } = await apiBehindProxy.newTeam()
  const client = new ProSignal({ url: apiBehindProxy.url, key })
  await client.stats()
  await proxy.stop()
  const answer = client.stats()
  const rejected = await fetch(`${apiBehindProxy.url}/api/v1/stats`, { headers: { authorization: `Bearer ${key}` } })
  assert.equal(rejected.status, 503)
  await proxy.restore()
  assert.ok((await answer).period.dayStart)
})
