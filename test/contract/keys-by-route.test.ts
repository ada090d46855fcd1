// Every route × every state of a key.

import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { makeKey } from '../../src/account/keys/format.ts'
import { type Api, errorOf, idOf, startApi } from '../harness/api.ts'
import { description } from '../harness/contract.ts'
import { createKey, revokeKey } from '../harness/operator.ts'

const ROUTES = {
  'GET /api/v1/health': { metered: false },
  'GET /api/v1/stats': { metered: false },
  'GET /api/v1/filters': { metered: true },
  'POST /api/v1/companies': { metered: true, body: { signal_query: 'hiring', pageSize: 1 } },
  'GET /api/v1/companies/{id}': { metered: true },
  'GET /api/v1/slices': { metered: true, query: '?slice=ai-sdr-hiring&scoreMin=0&pageSize=1' },
  'GET /api/v1/nothing': { metered: false, otherwise: '404 not_found' },
  'DELETE /api/v1/stats': { metered: false, otherwise: '405 method_not_allowed' },
  'HEAD /api/v1/filters': { metered: false, otherwise: '405 ' },
} as const

type Route = { metered: boolean; body?: object; query?: string; otherwise?: string }

let api: Api
let keys: Record<string, string | undefined>

before(async () => {
  api = await startApi()
  const settings = api.db.pool('settings')
  const good = await api.newTeam({ limits: { perMinute: 100 } })
  const revoked = await createKey(settings, good.teamId, { name: 'Revoked' })
  await revokeKey(settings, good.teamId, revoked.id)
  const expired = await createKey(settings, good.teamId, { name: 'Expired', expiresAt: new Date(Date.now() + 60_000) })
  await settings.query(
    `update api_keys set expires_at = now() - interval '1 second', created_at = now() - interval '2 seconds' where id = $1`,
    [expired.id],
  )
  const atCap = await api.newTeam({ limits: { dailyRequests: 1 } })
  assert.equal((await atCap.get('/filters')).status, 200)
  const last = good.key.at(-1) === 'a' ? 'b' : 'a'
  keys = {
    none: undefined,
    malformed: 'psk_short',
    'wrong checksum': good.key.slice(0, -1) + last,
    unknown: 'psk_0123456789ABCDEFGHIJabcdefghij39UEnA',
    revoked: revoked.key,
    expired: expired.key,
    'free plan': (await api.newTeam({ plan: 'free' })).key,
    'at cap': atCap.key,
    good: good.key,
  }
})

function expected(state: string, { metered, otherwise = '200 ' }: Route): string {
  if (state === 'none') return '401 missing_api_key'
  if (state === 'free plan') return '403 api_access_required'
  if (state === 'at cap') return metered ? '429 rate_limit_exceeded' : otherwise
  return state === 'good' ? otherwise : '401 invalid_api_key'
}

test('the table has every route of openapi.json', () => {
  const described = Object.entries(description.paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
  )
  assert.deepEqual(
    described.filter((name) => !(name in ROUTES)),
    [],
  )
})

for (const [name, route] of Object.entries(ROUTES) as [string, Route][]) {
  test(`${name} gives each key the expected answer`, async () => {
    const [method = '', path = ''] = name.split(' ')
    for (const [state, key] of Object.entries(keys)) {
      const response = await fetch(api.url + path.replace('{id}', idOf(1)) + (route.query ?? ''), {
        method,
        ...(route.body && { body: JSON.stringify(route.body) }),
        headers: {
          ...(key !== undefined && { authorization: `Bearer ${key}` }),
          ...(route.body && { 'content-type': 'application/json' }),
        },
      })
      const code = response.status >= 400 && method !== 'HEAD' ? (await errorOf(response)).code : ''
      const answer = expected(state, route)
      assert.equal(`${response.status} ${code}`, method === 'HEAD' ? `${answer.split(' ')[0]} ` : answer, state)
    }
  })
}

test('a network that sends many unknown keys gets 401 with Retry-After', async () => {
  const { url } = await startApi()
  const replies = []
  for (let i = 0; i < 200 && replies.length < 60; i++) {
    const reply = await fetch(`${url}/api/v1/health`, { headers: { authorization: `Bearer ${makeKey()}` } })
    // The database of a busy machine may not answer in time.
    if (reply.status !== 503) replies.push(reply)
  }
  assert.equal(replies.length, 60)
  assert.deepEqual(new Set(replies.map(({ status }) => status)), new Set([401]))
  assert.equal(replies[0]?.headers.get('retry-after'), null)
  assert.equal(replies.at(-1)?.headers.get('retry-after'), '60')
})
