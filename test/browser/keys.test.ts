// Sign-in, and a key from creation to revocation, in a real browser against the real API.

import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Browser } from 'playwright-core'
import { contract } from '../../src/settings-contract/index.ts'
import { askNow, type BrowserPage, openPage } from '../harness/browser-page.ts'
import { noChromium, openChromium } from '../harness/chromium.ts'
import { setLimitOverride } from '../harness/operator.ts'
import { PASSWORD, type SettingsService, startSettings } from '../harness/settings.ts'

const LIMIT = { timeout: 300_000, skip: noChromium }
let settings: SettingsService
let browser: Browser
before(async () => {
  if (noChromium) return
  settings = await startSettings()
  browser = await openChromium()
})

async function signIn(email: string, path = '/keys'): Promise<BrowserPage> {
  const visitor = await openPage(browser, { url: settings.url })
  const { page } = visitor
  await page.goto(path)
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByRole('navigation', { name: 'Main' }).waitFor()
  return visitor
}

const stats = async (key: string) =>
  (await fetch(`${settings.url}/api/v1/stats`, { headers: { authorization: `Bearer ${key}` } })).status

async function waitForStatus(status: number, key: string): Promise<void> {
  for (let tries = 0; (await stats(key)) !== status; tries++) {
    assert.ok(tries < 1_000, `the key never got ${status}`)
    await sleep(20)
  }
}

test('a key can be limited when it is created, and later', LIMIT, async () => {
  const { owner } = await settings.newTeam()
  const { page, consoleErrors } = await signIn(owner.email)
  await page.getByRole('button', { name: 'Create key' }).first().click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name').fill('Dossiers')
  await dialog.getByLabel('Limit what the key may do').check()
  for (const other of ['Search: companies', 'Slices and filters', 'Dossiers of', 'Assistants']) {
    await dialog.getByLabel(other).uncheck()
  }
  await dialog.getByRole('button', { name: 'Create key' }).click()
  await dialog.getByText('Choose at least one.').waitFor()
  await dialog.getByLabel('Dossiers of').check()
  await dialog.getByLabel('Networks').fill('127.0.0.1/8')
  await dialog.getByRole('button', { name: 'Create key' }).click()
  await dialog.getByText('write 127.0.0.0/8').waitFor()
  await dialog.getByLabel('Networks').fill('127.0.0.0/8')
  await dialog.getByRole('button', { name: 'Create key' }).click()
  const key = (await dialog.getByRole('group', { name: 'Key', exact: true }).locator('code').textContent()) ?? ''
  const filters = async () =>
    (await fetch(`${settings.url}/api/v1/filters`, { headers: { authorization: `Bearer ${key}` } })).status
  assert.deepEqual([await stats(key), await filters()], [200, 403])
  await dialog.getByRole('button', { name: 'Done' }).click()
  const row = page.getByRole('row', { name: /Dossiers/ })
  await row.getByText('Only dossiers').waitFor()
  await row.getByText('From 127.0.0.0/8').waitFor()

  await row.getByRole('button', { name: 'Actions for Dossiers' }).click()
  await page.getByRole('menuitem', { name: 'Limit…' }).click()
  await dialog.getByLabel('Networks').fill('192.0.2.0/24')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await row.getByText('From 192.0.2.0/24').waitFor()
  await waitForStatus(403, key)
  assert.deepEqual(
    consoleErrors.filter((each) => !each.includes('422')),
    [],
  )
})

test('a key can be created, shown once, used, rotated with a grace period, and revoked', LIMIT, async () => {
  const { owner } = await settings.newTeam()
  const { page, consoleErrors } = await signIn(owner.email)
  await page.getByRole('heading', { name: 'API keys' }).waitFor()
  assert.equal(await page.title(), 'API keys · Pro Signal')
  await page.getByText('No keys yet').waitFor()

  await page.getByRole('button', { name: 'Create key' }).first().click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Create key' }).click()
  await dialog.getByText('Give the key a name.').waitFor()
  await dialog.getByLabel('Name').fill('CRM sync')
  await dialog.getByRole('button', { name: 'Create key' }).click()
  const first = await shownKey()
  assert.match(first, /^psk_\w{36}$/)
  assert.equal(await stats(first), 200)
  const command = (await dialog.getByRole('group', { name: 'The call in curl' }).locator('code').textContent()) ?? ''
  assert.ok(command.includes(`Bearer ${first}`) && command.includes(`${settings.url}/api/v1/stats`))
  await dialog.getByRole('button', { name: 'Copy key' }).click()
  await page.getByText('Key copied').waitFor()
  assert.equal(await page.evaluate('navigator.clipboard.readText()'), first)
  await page.keyboard.press('Escape')
  await dialog.getByRole('button', { name: 'Done' }).click()
  await dialog.waitFor({ state: 'detached' })
  assert.ok(!(await page.content()).includes(first), 'the secret is shown only once')
  const row = page.getByRole('row', { name: /CRM sync/ })
  await row.getByText(`${first.slice(0, 8)}…${first.slice(-4)}`).waitFor()
  await row.getByText('just now').first().hover()
  await page
    .getByRole('tooltip')
    .getByText(/Europe\/Berlin.*UTC/)
    .waitFor()

  await runAction('CRM sync', 'Rotate…')
  await dialog.getByLabel('Works for 1 more hour').check()
  await dialog.getByRole('button', { name: 'Rotate key' }).click()
  const second = await shownKey()
  assert.notEqual(second, first)
  assert.deepEqual([await stats(first), await stats(second)], [200, 200])
  await dialog.getByRole('button', { name: 'Done' }).click()
  await page.getByText('Replaced').waitFor()

  await runAction('CRM sync', 'Revoke…')
  await page.getByRole('heading', { name: 'Revoke “CRM sync”?' }).waitFor()
  await dialog.getByText(`${second.slice(0, 8)}…${second.slice(-4)}`).waitFor()
  await dialog.getByRole('button', { name: 'Revoke “CRM sync”' }).click()
  await page.getByText('“CRM sync” is revoked').waitFor()
  await waitForStatus(401, second)
  assert.equal(await stats(first), 200, 'the old key works until its grace period ends')
  await page.getByRole('button', { name: 'Show 1 key that no longer works' }).click()
  await page.getByRole('row', { name: /Revoked/ }).waitFor()
  assert.deepEqual(consoleErrors, [])

  async function shownKey(): Promise<string> {
    return (await dialog.getByRole('group', { name: 'Key', exact: true }).locator('code').textContent()) ?? ''
  }
  /** In the newest row with that name. */
  async function runAction(name: string, label: string): Promise<void> {
    await page
      .getByRole('button', { name: `Actions for ${name}` })
      .first()
      .click()
    await page.getByRole('menuitem', { name: label }).click()
  }
})

test('the keyboard alone is enough to sign in and to create and revoke a key', LIMIT, async () => {
  const { owner } = await settings.newTeam()
  const { page, consoleErrors } = await openPage(browser, { url: settings.url })
  await page.goto('/keys')
  // The first field already has the focus.
  await page.getByLabel('Email').waitFor()
  await page.keyboard.type(owner.email)
  await page.keyboard.press('Tab')
  await page.keyboard.type(PASSWORD)
  await page.keyboard.press('Enter')
  await page.getByText('No keys yet').waitFor()
  await tabTo('Skip to content')
  await page.keyboard.press('Enter')
  await tabTo('Create key')
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog')
  // A dialog focuses its field a moment after it opens.
  await dialog.locator('input:focus').waitFor()
  await page.keyboard.type('By hand')
  await page.keyboard.press('Enter')
  await dialog.getByRole('button', { name: 'Done' }).waitFor()
  const secret = (await dialog.getByRole('group', { name: 'Key', exact: true }).locator('code').textContent()) ?? ''
  assert.equal(await stats(secret), 200)
  await tabTo('Done')
  await page.keyboard.press('Enter')
  await dialog.waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Actions for By hand' }).waitFor()
  await tabTo('Actions for By hand')
  await page.keyboard.press('Enter')
  // The menu focuses its first item a moment after it opens. A person would look before pressing the next key.
  await focusOn('Rotate…')
  await page.keyboard.press('ArrowDown')
  await focusOn('Limit…')
  await page.keyboard.press('ArrowDown')
  await focusOn('Revoke…')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Revoke “By hand”?' }).waitFor()
  await tabTo('Revoke “By hand”')
  await page.keyboard.press('Enter')
  await page.getByText('“By hand” is revoked').waitFor()
  await waitForStatus(401, secret)
  assert.deepEqual(consoleErrors, [])

  async function focusOn(item: string): Promise<void> {
    await page.locator('[role=menuitem]:focus', { hasText: item }).waitFor()
  }

  async function tabTo(name: string): Promise<void> {
    for (let steps = 0; steps < 40; steps++) {
      const focused = await page.evaluate(
        `(document.activeElement.getAttribute('aria-label') ?? document.activeElement.textContent).trim()`,
      )
      if (focused === name) return
      await page.keyboard.press('Tab')
    }
    assert.fail(`the keyboard can't reach ${name}`)
  }
})

test('a wrong password shows an error, and a deep link still opens its page after the sign-in', LIMIT, async () => {
  const { owner } = await settings.newTeam()
  const { page } = await openPage(browser, { url: settings.url })
  await page.goto('/team/audit?about=keys')
  await page.getByLabel('Email').fill(owner.email)
  await page.getByLabel('Password', { exact: true }).fill('not it')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByRole('alert').waitFor()
  assert.match((await page.getByRole('alert').textContent()) ?? '', /password/i)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByLabel('About').waitFor()
  assert.equal(await page.getByLabel('About').inputValue(), 'keys')
  assert.equal(await page.title(), 'Audit log · Pro Signal')
})

test('an ended session shows the sign-in form at the same address and continues there', LIMIT, async () => {
  const { owner } = await settings.newTeam()
  const { page } = await signIn(owner.email)
  await page.getByRole('link', { name: 'Usage' }).click()
  await page.getByRole('meter', { name: 'Requests per day' }).waitFor()
  await settings.pool.query('delete from sessions where account_id = $1', [owner.accountId])
  await askNow(page)
  await page.getByText('Your session has ended.').waitFor()
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByRole('meter', { name: 'Requests per day' }).waitFor()
})

test('a limit that API calls have used up shows as full, with its reset time', LIMIT, async () => {
  const { teamId, owner } = await settings.newTeam()
  await setLimitOverride(settings.pool, teamId, 'dailyRequests', 2)
  const owners = await settings.browserOf(owner, teamId)
  const { secret } = await owners.call(contract.createKey, { body: { name: 'Job', expiresAt: null } })
  const filters = async () =>
    (await fetch(`${settings.url}/api/v1/filters`, { headers: { authorization: `Bearer ${secret}` } })).status
  assert.deepEqual([await filters(), await filters(), await filters()], [200, 200, 429])
  const { page, consoleErrors } = await signIn(owner.email, '/usage')
  const meter = page.getByRole('meter', { name: 'Requests per day' })
  await meter.waitFor()
  assert.equal(await meter.getAttribute('aria-valuetext'), '2 of 2 used')
  await page.getByText('Limit reached. Requests return 429.').waitFor()
  await page.getByRole('row', { name: /GET \/api\/v1\/filters 2 0/ }).waitFor()
  await page
    .getByRole('row', { name: /Job psk_\S+ 2 0 1/ })
    .getByRole('link', { name: 'Job' })
    .click()
  await page.getByRole('combobox', { name: 'Key', exact: true }).waitFor()
  await page.locator('[aria-busy="true"]').first().waitFor({ state: 'detached' })
  assert.equal(await page.getByRole('row').count(), 1 + 3)
  await page.getByRole('combobox', { name: 'Status' }).selectOption('429')
  await page
    .getByRole('row', { name: /GET \/api\/v1\/filters 429 rate_limit_exceeded Free/ })
    .getByRole('button')
    .click()
  const drawer = page.getByRole('dialog')
  await drawer.getByText('rate_limit_exceeded').waitFor()
  const requestId = (await drawer.getByText(/^req_/).textContent()) ?? ''
  await page.keyboard.press('Escape')
  await drawer.waitFor({ state: 'detached' })
  await page.locator('tr button:focus').waitFor()
  await page.getByRole('combobox', { name: 'Status' }).selectOption('2xx')
  await page.getByLabel('Request ID').fill(requestId)
  await page.keyboard.press('Enter')
  await page.getByText('No request matches').waitFor()
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await page
    .getByRole('row', { name: /200 1 request/ })
    .first()
    .waitFor()
  await settings.pool.query(
    `update api_keys set created_at = now() - interval '100 days', last_used_at = now() - interval '91 days'
      where team_id = $1`,
    [teamId],
  )
  await page.goto('/keys')
  await page.getByText('1 key was not used for 90 days.').waitFor()
  const row = page.getByRole('row', { name: /Job Unused for 90 days psk_\S+ Active/ })
  assert.match((await row.getByRole('link', { name: '2', exact: true }).getAttribute('href')) ?? '', /requests\?key=/)
  assert.deepEqual(consoleErrors, [])
})

test('a team without API access sees that its plan lacks it, and what Pro includes', LIMIT, async () => {
  const { owner } = await settings.newTeam('free')
  const { page, consoleErrors } = await signIn(owner.email)
  await page.getByText('Your plan doesn’t include API access').waitFor()
  assert.equal(await page.getByRole('button', { name: 'Create key' }).count(), 0)
  await page.goto('/alerts')
  await page.getByText('You can save searches once the team has API access.').waitFor()
  await page.goto('/lists')
  await page.getByText('You can create lists once the team has API access.').waitFor()
  assert.deepEqual(consoleErrors, [])
})
