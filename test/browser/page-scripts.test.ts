// The scripts of the screen: how large they are, and what a person sees while the script of a page is on its way or
// can't be loaded.

import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { before, test } from 'node:test'
import { gzipSync } from 'node:zlib'
import type { Browser, Page } from 'playwright-core'
import { packageRoot } from '../../src/platform/config/config.ts'
import { noChromium, openChromium } from '../harness/chromium.ts'
import { type SettingsService, startSettings } from '../harness/settings.ts'
import { openSignedIn } from '../harness/signed-in-page.ts'
import { violations } from '../harness/violations.ts'

const LIMIT = { timeout: 300_000, skip: noChromium }
const MAX_FIRST_BYTES = 120_000
const MAX_SHELL_BYTES = 65_000
const MAX_PAGE_BYTES = 24_000
const MAX_ALL_BYTES = 340_000
const USAGE_SCRIPT = '**/assets/usage-*.js'

let settings: SettingsService
let browser: Browser
before(async () => {
  if (noChromium) return
  settings = await startSettings()
  browser = await openChromium()
})

async function openKeys() {
  const { teamId, owner } = await settings.newTeam()
  return openSignedIn(browser, settings, { person: owner, teamId, path: '/keys' })
}

const usageLink = (page: Page) => page.getByRole('link', { name: 'Usage', exact: true })
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })

test('the first script, the shell, each page’s script and all of them keep their limits', LIMIT, () => {
  const assets = join(packageRoot, 'web/dist/assets')
  const scripts = readdirSync(assets).filter((name) => name.endsWith('.js'))
  const bytesOf = new Map(
    scripts.map((name) => [name, gzipSync(readFileSync(join(assets, name)), { level: 9 }).length]),
  )
  const page = readFileSync(join(packageRoot, 'web/dist/index.html'), 'utf8')
  const first = scripts.filter((name) => page.includes(name))
  const sizes = (names: readonly string[]) => names.reduce((sum, name) => sum + (bytesOf.get(name) ?? 0), 0)
  assert.ok(first.length > 0)
  assert.ok(sizes(first) <= MAX_FIRST_BYTES, `first: ${sizes(first)} bytes`)
  assert.ok(sizes(scripts) <= MAX_ALL_BYTES, `all: ${sizes(scripts)} bytes`)
  const others = scripts.filter((name) => !first.includes(name))
  assert.ok(others.length >= 10, 'the pages have scripts of their own')
  for (const name of others) {
    const max = name.startsWith('shell-') ? MAX_SHELL_BYTES : MAX_PAGE_BYTES
    assert.ok((bytesOf.get(name) ?? 0) <= max, `${name}: ${bytesOf.get(name)} bytes`)
  }
})

test('the first page appears when its script arrives later than the session', LIMIT, async () => {
  const { page } = await openKeys()
  const held = Promise.withResolvers<void>()
  await page.route(USAGE_SCRIPT, (route) => held.promise.then(() => route.continue()))
  // Its response, not its end: a browser may call a request cancelled whose body was read through a stream.
  const answered = page.waitForResponse('**/who-am-i')
  await page.goto('/usage', { waitUntil: 'commit' })
  await answered
  await page.getByRole('main', { name: 'Loading' }).waitFor()
  held.resolve()
  await heading(page, 'Usage').waitFor()
})

test('a page stays until the script of the next one has arrived, which then has title and focus', LIMIT, async () => {
  const { page, consoleErrors } = await openKeys()
  const held = Promise.withResolvers<void>()
  await page.route(USAGE_SCRIPT, (route) => held.promise.then(() => route.continue()))
  const asked = page.waitForRequest(USAGE_SCRIPT)
  await usageLink(page).click()
  await asked
  await page.waitForURL('**/usage')
  assert.ok(await heading(page, 'API keys').isVisible())
  assert.match(await page.title(), /^API/)
  held.resolve()
  await heading(page, 'Usage').waitFor()
  await page.locator('h1:focus', { hasText: 'Usage' }).waitFor()
  assert.match(await page.title(), /^Usage/)
  assert.deepEqual(consoleErrors, [])
})

test('the script of a page is loaded while the pointer is on a link to it', LIMIT, async () => {
  const { page } = await openKeys()
  const asked = page.waitForRequest(USAGE_SCRIPT)
  await usageLink(page).hover()
  await asked
  assert.ok(await heading(page, 'API keys').isVisible())
})

test('when the service was updated and a script is gone, the new version is loaded', LIMIT, async () => {
  const { page } = await openKeys()
  let isOld = true
  page.on('request', (request) => {
    if (request.isNavigationRequest()) isOld = false
  })
  await page.route(USAGE_SCRIPT, (route) => (isOld ? route.fulfill({ status: 404 }) : route.continue()))
  await usageLink(page).click()
  await heading(page, 'Usage').waitFor()
  assert.ok(!isOld, 'the page was reloaded')
})

test(
  'a script that is still missing after a reload, or that no connection brings, is an error to retry',
  LIMIT,
  async () => {
    const { page } = await openKeys()
    let loads = 0
    page.on('request', (request) => {
      if (request.isNavigationRequest()) loads++
    })
    await page.route(USAGE_SCRIPT, (route) => route.fulfill({ status: 404 }))
    await usageLink(page).click()
    await page.getByRole('alert').getByText('Can’t load this page').waitFor()
    assert.equal(loads, 1, 'one reload, and no loop of them')
    assert.deepEqual(await violations(page), [])
    await page.unrouteAll()
    await page.getByRole('button', { name: 'Try again' }).click()
    await heading(page, 'Usage').waitFor()
  },
)
