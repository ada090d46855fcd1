// What a person sees when the service can't be reached, or when their session ends: nothing old looks live, and nothing
// that they typed is lost.

import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import { contract } from '../../src/settings-contract/index.ts'
import { OUTAGE_NOTICED_MS } from '../../web/src/api/heartbeat-times.ts'
import { askNow, type BrowserPage, openPage } from '../harness/browser-page.ts'
import { noChromium, openChromium } from '../harness/chromium.ts'
import { PASSWORD, type Person, type SettingsService, startSettings } from '../harness/settings.ts'
import { violations } from '../harness/violations.ts'

const LIMIT = { timeout: 300_000, skip: noChromium }
let settings: SettingsService
let browser: Browser
before(async () => {
  if (noChromium) return
  settings = await startSettings()
  browser = await openChromium()
})

async function openAs(person: Person, teamId: string, path: string, width?: number): Promise<BrowserPage> {
  const { cookie } = await settings.browserOf(person, teamId)
  const sessionToken = cookie?.split('=')[1]
  const visitor = await openPage(browser, { url: settings.url, sessionToken, ...(width && { width }) })
  await visitor.page.goto(path)
  await visitor.page.getByRole('heading', { level: 1 }).waitFor()
  return visitor
}

const down = (page: Page) => page.getByRole('status').getByText('Can’t reach the service.')
const waiting = (page: Page) => page.getByRole('status').getByText('The connection is slow.')
const isDimmed = (page: Page) => page.evaluate(`getComputedStyle(document.querySelector('main')).filter !== 'none'`)

test('an outage is noticed on an idle page within 15 seconds by design', () => {
  assert.ok(OUTAGE_NOTICED_MS <= 15_000)
})

const SAYS = { down: 'Can’t reach the service.', silent: 'The service doesn’t respond.' }

for (const [what, { says, fail }] of Object.entries({
  'refuses connections': {
    says: SAYS.down,
    fail: (page: Page) => page.route('**/settings-api/**', (route) => route.abort('connectionrefused')),
  },
  'hangs without an answer': {
    says: SAYS.silent,
    fail: (page: Page) => page.route('**/settings-api/**', () => {}),
  },
  'has lost its database': {
    says: SAYS.down,
    fail: (page: Page) =>
      page.route('**/settings-api/**', (route) =>
        route.fulfill({ status: 503, json: { error: { code: 'service_unavailable', message: 'Try again.' } } }),
      ),
  },
})) {
  test(`a service that ${what} is shown as such on an idle page, which then recovers by itself`, LIMIT, async () => {
    const { teamId, owner } = await settings.newTeam()
    const owners = await settings.browserOf(owner, teamId)
    const { page } = await openAs(owner, teamId, '/keys', 390)
    const note = page.getByRole('status').getByText(says)
    await page.getByText('No keys yet').waitFor()
    assert.equal(await note.count(), 0)
    await fail(page)
    await askNow(page)
    if (says === SAYS.silent) {
      await waiting(page).waitFor()
      assert.ok(!(await isDimmed(page)), 'it may only be slow')
    }
    // A service that hangs is reported after ten seconds.
    await note.waitFor({ timeout: 60_000 })
    assert.equal(await waiting(page).count(), 0)
    await page.getByText(/Last contact at \d\d:\d\d:\d\d, .* What you see may be out of date/).waitFor()
    assert.ok(await isDimmed(page))
    assert.deepEqual(await violations(page), [])
    assert.ok(Number(await page.evaluate('document.documentElement.scrollWidth')) <= 390)

    await owners.call(contract.createKey, { body: { name: 'Meanwhile', expiresAt: null } })
    await page.unrouteAll()
    await note.waitFor({ state: 'detached' })
    await page.getByRole('cell', { name: 'Meanwhile', exact: true }).waitFor()
    assert.ok(!(await isDimmed(page)))
  })
}

test('a page that was opened during an outage loads when the service is back', LIMIT, async () => {
  const { teamId, owner } = await settings.newTeam()
  const { cookie } = await settings.browserOf(owner, teamId)
  const { page } = await openPage(browser, { url: settings.url, sessionToken: cookie?.split('=')[1] })
  await page.route('**/settings-api/**', (route) => route.abort('connectionrefused'))
  await page.goto('/keys')
  await down(page).waitFor()
  await page.unrouteAll()
  await page.getByText('No keys yet').waitFor()
})

test('a list that can’t be refreshed is marked and dimmed, although the service answers', LIMIT, async () => {
  const { teamId, owner } = await settings.newTeam()
  const { page } = await openAs(owner, teamId, '/keys')
  await page.getByText('No keys yet').waitFor()
  const error = { code: 'internal', message: 'Unexpected.', requestId: 'r' }
  await page.route('**/settings-api/keys', (route) =>
    route.request().method() === 'GET' ? route.fulfill({ status: 500, json: { error } }) : route.fallback(),
  )
  await page.getByRole('button', { name: 'Create key' }).first().click()
  await page.getByLabel('Name').fill('CRM sync')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Done' }).click()
  await page.getByText('Part of this page couldn’t be refreshed.').waitFor()
  assert.ok(await isDimmed(page))
  await page.unrouteAll()
  await page.getByRole('button', { name: 'Try again' }).click()
  await page.getByText('Part of this page couldn’t be refreshed.').waitFor({ state: 'detached' })

  // Explore works without what stands around its search, and says that it is missing.
  await page.route('**/settings-api/explore/**', (route) => route.fulfill({ status: 500, json: { error } }))
  await page.goto('/explore?query=hiring')
  await page.getByRole('alert').getByText('Part of this page can’t be loaded').waitFor()
  await page.unrouteAll()
  await page.getByRole('button', { name: 'Try again' }).click()
  await page.getByRole('button', { name: 'Remove Hiring' }).waitFor()
  assert.equal(await page.getByRole('alert').count(), 0)
})

test(
  'what was typed in a form or a dialog is still there after the session ended and the person signed in',
  LIMIT,
  async () => {
    const { teamId, owner } = await settings.newTeam()
    const { page } = await openAs(owner, teamId, '/webhooks/new')
    const endSessions = () => settings.pool.query('delete from sessions where account_id = $1', [owner.accountId])
    const signInAgain = async () => {
      await page.getByText('Your session has ended.').waitFor()
      assert.equal(await page.getByLabel('Email').inputValue(), owner.email)
      await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
      await page.getByRole('button', { name: 'Sign in' }).click()
      await page.getByRole('navigation', { name: 'Main' }).waitFor()
    }
    await page.getByLabel('Endpoint URL').fill('https://hooks.acme.example/in')
    await page.getByRole('checkbox', { name: 'Hiring', exact: true }).check()
    await endSessions()
    await askNow(page)
    await page.getByText('Your session has ended.').waitFor()
    assert.ok(await page.getByLabel('Endpoint URL').isHidden(), 'others can’t read it meanwhile')
    await signInAgain()
    assert.equal(await page.getByLabel('Endpoint URL').inputValue(), 'https://hooks.acme.example/in')
    assert.ok(await page.getByRole('checkbox', { name: 'Hiring', exact: true }).isChecked())
    assert.equal(await page.title(), 'Add webhook · Pro Signal')

    await page.goto('/keys')
    await page.getByRole('button', { name: 'Create key' }).first().click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Name').fill('CRM sync')
    // This time it is the write that finds out.
    await page.route('**/settings-api/who-am-i', (route) => route.abort())
    await endSessions()
    await dialog.getByRole('button', { name: 'Create key' }).click()
    await page.getByText('Your session has ended.').waitFor()
    await page.unrouteAll()
    await dialog.waitFor({ state: 'hidden' })
    await signInAgain()
    assert.equal(await dialog.getByLabel('Name').inputValue(), 'CRM sync')
    await dialog.getByRole('button', { name: 'Create key' }).click()
    await dialog.getByText('Your key “CRM sync”').waitFor()
  },
)

test('another person who signs in after the session ended gets nothing of the page before', LIMIT, async () => {
  const { teamId, owner } = await settings.newTeam()
  const other = await settings.newTeam()
  const { page } = await openAs(owner, teamId, '/webhooks/new')
  await page.getByLabel('Endpoint URL').fill('https://hooks.acme.example/in')
  await settings.pool.query('delete from sessions where account_id = $1', [owner.accountId])
  await askNow(page)
  await page.getByText('Your session has ended.').waitFor()
  await page.getByLabel('Email').fill(other.owner.email)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByRole('button', { name: new RegExp(other.owner.email) }).waitFor()
  assert.equal(await page.getByLabel('Endpoint URL').inputValue(), '')
})
