// The API reference at /docs. It is public, and in a real browser it works without any other host.

import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { before, test } from 'node:test'
import { gunzipSync } from 'node:zlib'
import { request } from 'undici'
import { packageRoot } from '../../src/platform/config/config.ts'
import { type Api, startApi } from '../harness/api.ts'
import { noChromium, openChromium } from '../harness/chromium.ts'
import { cleanup } from '../harness/cleanup.ts'

let api: Api
before(async () => {
  api = await startApi()
})

test('the page and its bundle are public, with a content security policy that only allows this service', async () => {
  const page = await fetch(`${api.url}/docs`)
  assert.equal(page.status, 200)
  const policy = page.headers.get('content-security-policy') ?? ''
  assert.match(policy, /default-src 'none'/)
  assert.match(policy, /script-src 'self';/)
  assert.match(policy, /connect-src 'self';/)
  const html = await page.text()
  assert.doesNotMatch(html, /https?:\/\//)
  assert.match(html, /src="\/docs\/reference\.js"/)
  assert.equal(new URL((await fetch(`${api.url}/docs/`)).url).pathname, '/docs')
})

test('the guide to signal queries is a page, and Markdown for programs', async () => {
  const page = await fetch(`${api.url}/docs/query-language`)
  assert.equal(page.status, 200)
  assert.match(page.headers.get('content-type') ?? '', /^text\/html/)
  assert.match(page.headers.get('content-security-policy') ?? '', /default-src 'none'/)
  const html = await page.text()
  assert.match(html, /<h1 id="the-signal-query-language">The signal query language<\/h1>/)
  assert.match(html, /<pre><code>hiring\(function: sales\|marketing, seniority: director, country: DE\)<\/code><\/pre>/)
  assert.match(html, /<td><code>hiring\(country: DE\)<\/code>: the country of the job<\/td>/)
  assert.doesNotMatch(html, /<p>[^<]*(\*\*|```|\| )/)
  assert.doesNotMatch(html, /&lt;!--/, 'the marks of generated parts are left out')
  for (const [, anchor] of html.matchAll(/href="#([^"]+)"/g)) assert.ok(html.includes(`id="${anchor}"`), anchor)
  const markdown = await fetch(`${api.url}/docs/query-language.md`)
  assert.match(markdown.headers.get('content-type') ?? '', /^text\/markdown/)
  const file = readFileSync(join(packageRoot, 'docs/query-language.md'), 'utf8')
  assert.equal(await markdown.text(), file.replace('[docs/meaning.md](meaning.md#tools)', 'docs/meaning.md'))
  assert.match(await (await fetch(`${api.url}/openapi.json`)).text(), /\(\/docs\/query-language\)/)
})

test('the bundle is gzipped on request, and cached: the second request is a 304', async () => {
  const plain = await request(`${api.url}/docs/reference.js`)
  assert.match(String(plain.headers['content-type']), /^text\/javascript/)
  const text = await plain.body.text()
  assert.doesNotMatch(text.slice(-200), /sourceMappingURL/)
  const zipped = await request(`${api.url}/docs/reference.js`, { headers: { 'accept-encoding': 'gzip' } })
  assert.equal(zipped.headers['content-encoding'], 'gzip')
  assert.equal(gunzipSync(Buffer.from(await zipped.body.arrayBuffer())).toString(), text)
  const again = await request(`${api.url}/docs/reference.js`, {
    headers: { 'if-none-match': String(plain.headers.etag) },
  })
  assert.equal(again.statusCode, 304)
  await again.body.dump()
})

test('in a browser, it shows every operation, sends a test request and contacts no other host', {
  skip: noChromium,
}, async () => {
  const { key } = await api.newTeam()
  const page = await (await openChromium()).newPage({ viewport: { width: 1400, height: 1000 } })
  cleanup(() => page.close())
  const hosts = new Set<string>()
  const errors: string[] = []
  page.on('request', (sent) => hosts.add(new URL(sent.url()).origin))
  page.on('pageerror', (error) => errors.push(error.message))
  page.on('console', (line) => line.type() === 'error' && errors.push(line.text()))
  await page.goto(`${api.url}/docs`)
  await page.getByPlaceholder('Token').first().fill(key)
  const titles = ['Search companies by their signals', 'Search inside a slice', 'Get the dossier of a company']
  for (const title of titles) await page.getByText(title).first().waitFor()
  await page
    .getByRole('button', { name: /Test Request.*post/ })
    .first()
    .click()
  const reply = page.waitForResponse(`${api.url}/api/v1/companies`)
  await page.getByRole('button', { name: /^Send/ }).first().click()
  assert.equal((await reply).status(), 200)
  await page.getByText('"normalized"').first().waitFor()
  assert.deepEqual([...hosts], [api.url])
  assert.deepEqual(errors, [])
  const stored = await page.evaluate(() => JSON.stringify({ ...localStorage }))
  assert.ok(!stored.includes(key), 'the key is not stored in the browser')
})
