// The API reference at /docs. It is public, and in a real browser it works without any other host.

import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { before, test } from 'node:test'
import { buildScreen } from '../../bin/screen.ts'
import { packageRoot } from '../../src/platform/config/config.ts'
import { type Api, startApi } from '../harness/api.ts'
import { openPage } from '../harness/browser-page.ts'
import { noChromium, openChromium } from '../harness/chromium.ts'
import { violations } from '../harness/violations.ts'

let api: Api
before(async () => {
  await buildScreen()
  api = await startApi()
})

test('the page is public, with a content security policy that only allows this service', async () => {
  const page = await fetch(`${api.url}/docs`)
  assert.equal(page.status, 200)
  const policy = page.headers.get('content-security-policy') ?? ''
  assert.match(policy, /default-src 'none'/)
  assert.match(policy, /script-src 'self';/)
  assert.match(policy, /connect-src 'self';/)
  assert.doesNotMatch(await page.text(), /https?:\/\//)
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

test('what is collected and stored is a page', async () => {
  const page = await fetch(`${api.url}/docs/data-and-law`)
  assert.equal(page.status, 200)
  assert.match(page.headers.get('content-security-policy') ?? '', /default-src 'none'/)
  const html = await page.text()
  assert.match(html, /<title>Data and law<\/title>/)
  assert.match(html, /<h2 id="deleting">/)
  assert.doesNotMatch(html, /<p>[^<]*(\*\*|```|\| )/)
})

test('a browser gets the guide as a page of the screen', async () => {
  const page = await fetch(`${api.url}/docs/query-language`, { headers: { accept: 'text/html,*/*;q=0.8' } })
  assert.equal(page.headers.get('vary'), 'Accept')
  assert.match(await page.text(), /<div id="root">/)
})

test('a visitor sees every operation and sends a request with a key, and the page contacts no other host', {
  skip: noChromium,
}, async () => {
  const { key } = await api.newTeam()
  const { page, consoleErrors } = await openPage(await openChromium(), { url: api.url })
  const hosts = new Set<string>()
  page.on('request', (sent) => hosts.add(new URL(sent.url()).origin))
  await page.goto('/docs')
  const search = page.getByRole('region', { name: 'Search companies by their signals' })
  await search.getByText('Try it').click()
  await search.getByText('Paste an API key above first.').waitFor()
  await page.getByLabel('API key', { exact: true }).fill(key)
  const titles = ['Search inside a slice', 'Get the dossier of a company', 'Is the service up?']
  for (const name of titles) await page.getByRole('heading', { name }).waitFor()
  const reply = page.waitForResponse(`${api.url}/api/v1/companies`)
  await search.getByRole('button', { name: 'Send request' }).click()
  assert.equal((await reply).status(), 200)
  await search.getByText(/^Status 200 in/).waitFor()
  await search.getByRole('region', { name: 'Reply' }).getByText('"normalized"').waitFor()
  await search.getByText('Fields of the reply').click()
  await search.getByText('Fields of companies').click()
  await search.getByText('Errors', { exact: true }).click()
  assert.deepEqual(await violations(page), [])
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.locator('html[data-mantine-color-scheme=dark]').waitFor()
  assert.deepEqual(await violations(page, 'contrast'), [], 'in the dark')
  assert.deepEqual([...hosts], [api.url])
  assert.deepEqual(consoleErrors, [])
  const stored = await page.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage }))
  assert.ok(!stored.includes(key), 'the key is not stored in the browser')
  await page.getByRole('link', { name: 'Query guide' }).click()
  await page.getByRole('heading', { name: 'Ten examples' }).waitFor()
  assert.deepEqual(await violations(page, 'contrast'), [], 'the guide in the dark')
})
