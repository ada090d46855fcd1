// Request forgery: requests that other pages, forms and scripts send to the settings API in a person's name. Also
// malformed requests.

import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { contract, urlOf } from '../../src/settings-contract/index.ts'
import { Browser, errorOf } from '../harness/browser.ts'
import { PASSWORD, rowsOfTeam, type SettingsService, startSettings, type TestTeam } from '../harness/settings.ts'

let settings: SettingsService
let team: TestTeam
let browser: Browser

before(async () => {
  settings = await startSettings()
  team = await settings.newTeam()
  browser = await settings.browserOf(team.owner, team.teamId)
})

const KEYS = urlOf(contract.createKey)
const json = { 'content-type': 'application/json' }
const body = JSON.stringify({ name: 'Forged', expiresAt: null })

/** Sends it with the owner's cookie, and asserts that nothing was changed. */
async function forged(headers: Record<string, string>, init: RequestInit = {}): Promise<Response> {
  const before = await rowsOfTeam(settings.db, team.teamId)
  const response = await browser.fetch(KEYS, { method: 'POST', body, ...init, headers })
  assert.deepEqual(await rowsOfTeam(settings.db, team.teamId), before)
  return response
}

test('a foreign origin is rejected, however similar it is', async () => {
  const { host, port } = new URL(settings.url)
  for (const origin of [
    'https://evil.example',
    'null',
    'nonsense',
    '',
    `http://localhost:${port}`,
    `http://127.0.0.1:${Number(port) + 1}`,
    `http://127.0.0.1.evil.localhost:${port}`,
    `http://${host}.localhost`,
  ]) {
    await errorOf(await forged({ ...json, origin }), 403, 'foreign_origin')
  }
  await errorOf(await forged({ ...json, origin: 'http://evil.example' }), 403, 'insecure_origin')
})

test('a page of another site is rejected by Sec-Fetch-Site, even with our own origin', async () => {
  for (const site of ['cross-site', 'same-site', 'none', 'nonsense']) {
    await errorOf(await forged({ ...json, origin: settings.url, 'sec-fetch-site': site }), 403, 'foreign_origin')
  }
})

test('a write without Origin and Sec-Fetch-Site is rejected', async () => {
  await errorOf(await forged(json), 403, 'foreign_origin')
})

test('a read from another site is rejected too, but one from the address bar is not', async () => {
  const read = (site: string) => browser.fetch('/settings-api/keys', { headers: { 'sec-fetch-site': site } })
  await errorOf(await read('cross-site'), 403, 'foreign_origin')
  await errorOf(await read('same-site'), 403, 'foreign_origin')
  assert.equal((await read('none')).status, 200)
})

test('a forged form post is rejected by its origin, and by its content type', async () => {
  const form = new URLSearchParams({ name: 'Forged', expiresAt: '' }).toString()
  const types = [
    ['application/x-www-form-urlencoded', form],
    ['multipart/form-data; boundary=x', '--x\r\nContent-Disposition: form-data; name="name"\r\n\r\nForged\r\n--x--'],
    ['text/plain', body],
  ]
  for (const [type = '', text = ''] of types) {
    const headers = { 'content-type': type }
    await errorOf(await forged({ ...headers, origin: 'https://evil.example' }, { body: text }), 403, 'foreign_origin')
    const own = { ...headers, origin: settings.url, 'sec-fetch-site': 'same-origin' }
    await errorOf(await forged(own, { body: text }), 415, 'unsupported_media_type')
  }
})

test('a forged sign-in is rejected as well', async () => {
  const login = { email: team.owner.email, password: PASSWORD }
  const visitor = new Browser(settings.url)
  const headers = { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }
  await visitor.refused(contract.signIn, { body: login }, 403, 'foreign_origin', { headers })
  assert.equal(visitor.cookie, undefined)
})

test('CORS never allows another origin', async () => {
  const preflight = await browser.fetch(KEYS, {
    method: 'OPTIONS',
    headers: { origin: 'https://evil.example', 'access-control-request-method': 'POST' },
  })
  assert.ok(preflight.status >= 400)
  assert.equal(preflight.headers.get('access-control-allow-origin'), null)
})

test('forged, stale and foreign tokens give no session', async () => {
  for (const cookie of [
    'pro-signal-session=',
    'pro-signal-session=x',
    `pro-signal-session=${'x'.repeat(43)}`,
    `pro-signal-session=${'x'.repeat(4_000)}`,
    `pro-signal-session=%00' or 1=1`,
    `other=${browser.cookie?.split('=')[1]}`,
    `__Host-other=${browser.cookie?.split('=')[1]}`,
  ]) {
    const visitor = new Browser(settings.url)
    visitor.cookie = cookie
    await visitor.refused(contract.getSession, {}, 401, 'not_signed_in')
  }
})

test('an API key is not a session, and a session is not an API key', async () => {
  const { secret } = await browser.call(contract.createKey, { body: { name: 'Key', expiresAt: null } })
  const byKey = await fetch(`${settings.url}/settings-api/keys`, { headers: { authorization: `Bearer ${secret}` } })
  await errorOf(byKey, 401, 'not_signed_in')
  const bySession = await browser.fetch('/api/v1/stats')
  assert.equal(bySession.status, 401)
})

test('unknown paths are 404, wrong methods 405 with Allow, bad bodies are explained; nothing may be cached', async () => {
  const own = { origin: settings.url, 'sec-fetch-site': 'same-origin' }
  for (const path of [
    '/settings-api',
    '/settings-api/',
    '/settings-api/nothing',
    '/settings-api/keys/',
    '/settings-api/%zz',
  ]) {
    await errorOf(await browser.fetch(path, { headers: { accept: 'text/html' } }), 404, 'not_found')
  }
  const wrong = await browser.fetch(KEYS, { method: 'PUT', headers: own })
  assert.equal(wrong.headers.get('allow'), 'GET, OPTIONS, POST')
  await errorOf(wrong, 405, 'method_not_allowed')
  const post = (text: string) => browser.fetch(KEYS, { method: 'POST', body: text, headers: { ...own, ...json } })
  await errorOf(await post('{'), 400, 'invalid_json')
  await errorOf(await post('{"__proto__": {}, "name": "x", "expiresAt": null}'), 422, 'validation_failed')
  const tooLarge = await errorOf(await post(' '.repeat(70_000)), 413, 'payload_too_large')
  assert.equal(tooLarge.message, 'The body is larger than 64 KiB.')
  const upload = { method: 'POST', body: ' '.repeat(4_000_001), headers: { ...own, ...json } }
  const tooManyLines = await errorOf(
    await browser.fetch('/settings-api/lists/preview', upload),
    413,
    'payload_too_large',
  )
  assert.equal(tooManyLines.message, 'The body is larger than 4,000,000 bytes.')
  for (const text of [
    '[]',
    'null',
    '{}',
    '{"name": 7, "expiresAt": null}',
    '{"name": "x", "expiresAt": null, "admin": true}',
  ]) {
    await errorOf(await post(text), 422, 'validation_failed')
  }
  await errorOf(await browser.fetch('/settings-api/keys?team=other'), 422, 'validation_failed')
  const fine = await browser.fetch('/settings-api/keys')
  assert.equal(fine.status, 200)
  assert.equal(fine.headers.get('cache-control'), 'no-store')
})
