// A slow line is no outage: the page says that it is waiting, and everything works.

import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { before, test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import type { Browser, Locator, Page } from 'playwright-core'
import { SLOW_CALL_MS, SLOW_MS } from '../../web/src/api/heartbeat-times.ts'
import { startSilenceTimeout } from '../../web/src/api/silence-timeout.ts'
import { askNow, openPage } from '../harness/browser-page.ts'
import { noChromium, openChromium } from '../harness/chromium.ts'
import { cleanup } from '../harness/cleanup.ts'
import { type SettingsService, startSettings } from '../harness/settings.ts'
import { violations } from '../harness/violations.ts'

const LIMIT = { timeout: 300_000, skip: noChromium }
let settings: SettingsService
let browser: Browser
before(async () => {
  if (noChromium) return
  settings = await startSettings()
  browser = await openChromium()
})

interface Line {
  /** What a request of the settings API waits for before its reply is passed on. */
  wait: (path: string) => Promise<unknown>
}

/** A line to the service, as slow as the test wants. */
async function startLine(): Promise<{ line: Line; url: string }> {
  const line: Line = { wait: async () => {} }
  const server = createServer((incoming, response) => {
    const { method, url: path = '/', headers } = incoming
    const forwarded = request(settings.url + path, { method, headers }, async (reply) => {
      if (path.startsWith('/settings-api/')) await line.wait(path)
      response.writeHead(reply.statusCode ?? 502, reply.headers)
      reply.pipe(response)
    })
    forwarded.on('error', () => response.destroy())
    incoming.pipe(forwarded)
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  cleanup(() => {
    server.closeAllConnections()
    server.close()
  })
  return { line, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }
}

async function openBySlowLine(path: string, options: { withClock?: boolean } = {}) {
  const { line, url } = await startLine()
  const { teamId, owner } = await settings.newTeam()
  const { cookie } = await settings.browserOf(owner, teamId)
  const { page } = await openPage(browser, { url, sessionToken: cookie?.split('=')[1] })
  if (options.withClock) await page.clock.install()
  await page.goto(path)
  await page.getByRole('heading', { level: 1 }).waitFor()
  return { line, page }
}

const status = (page: Page, text: string) => page.getByRole('status').getByText(text)

/** Lets time pass slowly, so that the service answers the pings that are sent meanwhile. */
async function tickUntilVisible(page: Page, element: Locator): Promise<void> {
  for (let tick = 0; tick < 500 && !(await element.isVisible()); tick++) await page.clock.runFor(20)
  assert.ok(await element.isVisible())
}

const isDimmed = (page: Page) => page.evaluate(`document.documentElement.hasAttribute('data-stale')`)

test(
  'on a slow line the page says that it is waiting, never that it can’t reach the service, and works',
  LIMIT,
  async () => {
    const { line, page } = await openBySlowLine('/keys')
    await page.getByText('No keys yet').waitFor()
    /** Every text of the note from now on. */
    await page.evaluate(`
    window.told = new Set()
    new MutationObserver(() => window.told.add(document.querySelector('[role=status]').textContent)).observe(
      document.querySelector('[role=status]'), { childList: true, subtree: true, characterData: true })`)
    // The first reply comes when the note has been looked at, however long that takes here.
    const seen = Promise.withResolvers<void>()
    line.wait = () => Promise.all([seen.promise, delay(SLOW_MS + 1_500)])
    await askNow(page)
    await status(page, 'The connection is slow.').waitFor()
    await page.getByText('Still waiting for a response…').waitFor()
    assert.equal(await isDimmed(page), false)
    assert.deepEqual(await violations(page), [])
    seen.resolve()
    await page.getByRole('button', { name: 'Create key' }).first().click()
    await page.getByLabel('Name').fill('CRM sync')
    await page.keyboard.press('Enter')
    await page.getByText('Your key “CRM sync”').waitFor()
    await page.getByRole('button', { name: 'Done' }).click()
    await page.getByRole('cell', { name: 'CRM sync', exact: true }).waitFor()
    assert.deepEqual(await page.evaluate('[...window.told].filter(Boolean)'), ['The connection is slow.'])
  },
)

test('a call that gets no response for long is waited for, then reported as such', LIMIT, async () => {
  const { line, page } = await openBySlowLine('/keys', { withClock: true })
  await page.getByText('No keys yet').waitFor()
  line.wait = (path) => (path.includes('/usage') ? new Promise(() => {}) : Promise.resolve())
  const asked = page.waitForRequest(/settings-api\/usage/)
  await page.getByRole('link', { name: 'Usage' }).click()
  await asked
  // In the page's future, even when this process is delayed before it sets the page's clock.
  await page.clock.pauseAt(Number(await page.evaluate('Date.now()')) + SLOW_CALL_MS - 1_000)
  await page.clock.fastForward(SLOW_CALL_MS)
  await tickUntilVisible(page, status(page, 'The connection is slow.'))
  await page.clock.fastForward(30_000 - SLOW_CALL_MS)
  await tickUntilVisible(page, page.getByText('No response for 30 seconds. The connection or the service is slow'))
  assert.equal(await page.getByText('Can’t reach the service').count(), 0)
  assert.equal(await page.getByRole('button', { name: 'Try again' }).count(), 1)
})

test('a reply that keeps arriving is never given up, however long it takes', (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] })
  const timeout = startSilenceTimeout(30_000)
  for (let part = 0; part < 10; part++) {
    t.mock.timers.tick(29_000)
    timeout.heard()
  }
  assert.equal(timeout.signal.aborted, false)
  t.mock.timers.tick(30_000)
  assert.equal(timeout.signal.aborted, true)
})
