// What keys may do: groups of endpoints and networks. A rejected request has the reason and costs nothing, and the
// change of a key reaches every node.

import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { KEY_SCOPES, type KeyScope } from '../../src/closed-sets/keys.ts'
import { type Api, type ApiTeam, errorOf, idOf, startApi } from '../harness/api.ts'
import { description } from '../harness/contract.ts'
import { createKey, restrictKey, rotateKey } from '../harness/operator.ts'
import { startTestService } from '../harness/service.ts'

let api: Api
let team: ApiTeam
before(async () => {
  api = await startApi({ env: { TRUST_PROXY: '1' } })
  team = await api.newTeam({ limits: { perMinute: 500 } })
})

const pool = () => api.db.pool('settings')

/** Which keys may call a route. Every key may call one without groups. */
const ROUTES: Readonly<Record<string, readonly KeyScope[] | undefined>> = {
  'GET /api/v1/health': undefined,
  'GET /api/v1/stats': undefined,
  'GET /api/v1/filters': ['search', 'slices'],
  'POST /api/v1/companies': ['search'],
  'GET /api/v1/slices': ['slices'],
  'GET /api/v1/companies/{id}': ['dossiers'],
  'POST /mcp': ['mcp'],
}

function call(name: string, key: string, { url = api.url, from = '192.0.2.1' } = {}): Promise<Response> {
  const [method = '', path = ''] = name.split(' ')
  const bodies: Record<string, object> = {
    '/api/v1/companies': { signal_query: 'hiring', pageSize: 1 },
    '/mcp': { jsonrpc: '2.0', id: 1, method: 'tools/list' },
  }
  const body = method === 'POST' ? bodies[path] : undefined
  const query = path.endsWith('/slices') ? '?slice=ai-sdr-hiring&scoreMin=0&pageSize=1' : ''
  return fetch(url + path.replace('{id}', idOf(1)) + query, {
    method,
    headers: {
      authorization: `Bearer ${key}`,
      'x-forwarded-for': from,
      ...(body && { 'content-type': 'application/json', accept: 'application/json, text/event-stream' }),
    },
    ...(body && { body: JSON.stringify(body) }),
  })
}

/** Waits until every node has noticed a change of a key, which takes a second at most. */
async function until(check: () => Promise<boolean>): Promise<void> {
  for (let tries = 0; tries < 200; tries++) {
    if (await check()) return
    await sleep(25)
  }
  assert.fail('the change never arrived')
}

test('the table has every route of the API', () => {
  const described = Object.entries(description.paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
  )
  assert.deepEqual(
    described.filter((name) => !(name in ROUTES)),
    [],
  )
})

test('a key of each group may call its endpoints and no others; a rejected request is not charged', async () => {
  for (const scope of KEY_SCOPES) {
    const { key } = await createKey(pool(), team.teamId, { name: scope, scopes: [scope] })
    for (const [name, needed] of Object.entries(ROUTES)) {
      const before = await team.used()
      const response = await call(name, key)
      if (!needed || needed.includes(scope)) {
        assert.equal(response.status, 200, `${scope}: ${name}`)
        continue
      }
      const { code, message } = await errorOf(response)
      assert.deepEqual([response.status, code], [403, 'scope_not_allowed'], `${scope}: ${name}`)
      assert.match(message, new RegExp(`only be used for ${scope}:`))
      assert.deepEqual(await team.used(), before)
    }
    assert.equal((await call('GET /api/v1/nothing', key)).status, 404)
  }
})

test('a key is accepted only from its networks, on every path; a rejected request is not charged', async () => {
  const networks = ['203.0.113.0/24', '2001:db8::/48']
  const { key } = await createKey(pool(), team.teamId, { name: 'Office', networks })
  const before = await team.used()
  for (const name of [...Object.keys(ROUTES), 'GET /api/v1/nothing']) {
    for (const from of ['198.51.100.9', '2001:db8:1::1']) {
      const response = await call(name, key, { from })
      const { code, message } = await errorOf(response)
      assert.deepEqual([response.status, code], [403, 'network_not_allowed'], name)
      assert.match(message, new RegExp(from))
    }
  }
  assert.deepEqual(await team.used(), before)
  const { rows } = await pool().query('select last_used_at from api_keys where name = $1', ['Office'])
  assert.deepEqual(rows, [{ last_used_at: null }])
  for (const from of ['203.0.113.200', '2001:db8:0:5::1']) {
    assert.equal((await call('GET /api/v1/stats', key, { from })).status, 200)
  }
})

test('a change reaches every node within a second, and a rotated key has the limits of the one before', async () => {
  const env = { TRUST_PROXY: '1', DATABASE_URL: api.databaseUrl }
  const other = await startTestService({ env, roles: ['api'] })
  const { key, id } = await createKey(pool(), team.teamId, { name: 'Changing' })
  const urls = [api.url, other.url]
  const statusOf = async (secret: string, name: string, from?: string) =>
    Promise.all(urls.map(async (url) => (await call(name, secret, { url, ...(from && { from }) })).status))
  assert.deepEqual(await statusOf(key, 'GET /api/v1/filters'), [200, 200])
  await restrictKey(pool(), team.teamId, id, { scopes: ['dossiers'], networks: ['192.0.2.0/24'] })
  const since = performance.now()
  await until(async () => (await statusOf(key, 'GET /api/v1/filters')).every((status) => status === 403))
  assert.ok(performance.now() - since < 5_000)
  assert.deepEqual(await statusOf(key, 'GET /api/v1/companies/{id}'), [200, 200])
  assert.deepEqual(await statusOf(key, 'GET /api/v1/companies/{id}', '192.0.3.1'), [403, 403])

  const next = await rotateKey(pool(), team.teamId, id, 'now')
  assert.deepEqual([next.scopes, next.networks], [['dossiers'], ['192.0.2.0/24']])
  assert.deepEqual(await statusOf(next.key, 'GET /api/v1/filters'), [403, 403])
  await restrictKey(pool(), team.teamId, next.id, {})
  await until(async () => (await statusOf(next.key, 'GET /api/v1/filters')).every((status) => status === 200))
  await assert.rejects(restrictKey(pool(), team.teamId, id, {}), /The key is expired/)
})

test('all groups mean no limit, so that a key may also call later additions', async () => {
  const { scopes, networks } = await createKey(pool(), team.teamId, { name: 'All', scopes: KEY_SCOPES, networks: [] })
  assert.deepEqual([scopes, networks], [null, null])
})

test('the database knows the same groups', async () => {
  const { id } = await createKey(pool(), team.teamId, { name: 'Groups' })
  const set = (scopes: readonly string[]) => pool().query('update api_keys set scopes = $2 where id = $1', [id, scopes])
  await set(KEY_SCOPES)
  await assert.rejects(set(['everything']), /check constraint/)
  await assert.rejects(set([]), /check constraint/)
})
