// Runs the example against the service: it does what the guide recommends.

import assert from 'node:assert/strict'
import { execFile, execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { before, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { packageRoot } from '../../src/platform/config.ts'
import { type Api, idOf, NO_LIMITS, startApi, WORLD_SIZE } from '../../test/harness/api.ts'
import { createDatabase } from '../../test/harness/database.ts'
import { proxyDatabase } from '../../test/harness/database-proxy.ts'
import { ApiError, ProSignal } from './client.js'

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

test('main.js runs unchanged', async () => {
  const { key } = await api.newTeam()
  const program = fileURLToPath(new URL('main.js', import.meta.url))
  const env = { PATH: process.env.PATH ?? '', PRO_SIGNAL_URL: api.url, PRO_SIGNAL_KEY: key }
  const { stdout } = await promisify(execFile)(process.execPath, [program], { env })
  assert.match(stdout, /^perMinute: 20 of 20 left$/m)
  assert.match(stdout, new RegExp(`^${WORLD_SIZE} companies hire for AI; the hottest 5:$`, 'm'))
  assert.match(stdout, /"score":\d/)
})

test('the example runs on the oldest Node that the README promises', async () => {
  const { engines } = JSON.parse(readFileSync(join(packageRoot, 'package.json'), 'utf8')) as {
    engines: { node: string }
  }
  const readme = readFileSync(new URL('README.md', import.meta.url), 'utf8')
  assert.equal(engines.node, '>=20')
  assert.match(readme, /needs Node 20 or later/)
  // Node 20 runs neither TypeScript nor syntax that is newer than it.
  for (const file of ['client.js', 'main.js']) {
    const source = readFileSync(new URL(file, import.meta.url), 'utf8')
    assert.doesNotMatch(source, /\b(Map\.groupBy|Object\.groupBy|Promise\.withResolvers|toWellFormed|using )\b/, file)
    assert.doesNotMatch(source, /from '[^']*\.ts'/, file)
  }
  const node20 = oldNode()
  if (!node20) return
  const { key } = await api.newTeam()
  const env = { PATH: process.env.PATH ?? '', PRO_SIGNAL_URL: api.url, PRO_SIGNAL_KEY: key }
  const { stdout } = await promisify(execFile)(node20, [fileURLToPath(new URL('main.js', import.meta.url))], { env })
  assert.match(stdout, /"score":\d/)
})

/** A Node 20 on this machine, if there is one. */
function oldNode(): string | undefined {
  const folders = (process.env.PATH ?? '').split(':').filter((folder) => !folder.includes('node_modules'))
  return folders
    .map((folder) => join(folder, 'node'))
    .filter((file) => existsSync(file))
    .find((file) => execFileSync(file, ['--version']).toString().startsWith('v20.'))
}

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
