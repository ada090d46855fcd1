// The palette (Ctrl K), the other keys that work on every page, and the list of them.

import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import { contract } from '../../src/settings-contract/index.ts'
import { Stamper } from '../../src/write/log/index.ts'
import { writeRecords } from '../../src/write/write-path/index.ts'
import { noChromium, openChromium } from '../harness/chromium.ts'
import { newList } from '../harness/operator.ts'
import { type SettingsService, startSettings } from '../harness/settings.ts'
import { company } from '../harness/signals.ts'
import { openSignedIn } from '../harness/signed-in-page.ts'
import { violations } from '../harness/violations.ts'

const LIMIT = { timeout: 300_000, skip: noChromium }
let settings: SettingsService
let browser: Browser
before(async () => {
  if (noChromium) return
  settings = await startSettings()
  const companies = [
    company('northwind.example', { name: 'Northwind' }),
    company('norden.example', { name: 'Norden 株式会社' }),
  ]
  const stamper = new Stamper(settings.db)
  await writeRecords(settings.db, stamper, companies)
  await stamper.stamp()
  browser = await openChromium()
})

const field = (page: Page) => page.getByRole('combobox', { name: /^Page, company/ })
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })
const activeOption = (page: Page) =>
  page.evaluate(`document.getElementById(document.activeElement.getAttribute('aria-activedescendant'))?.textContent`)

async function openPalette(page: Page): Promise<void> {
  await page.keyboard.press('Control+k')
  await field(page).waitFor()
}

/** Opens the palette, types, and takes the entry with this name, which Enter must be on. */
async function jump(page: Page, text: string, entry: string): Promise<void> {
  await openPalette(page)
  await page.keyboard.type(text)
  await page.getByRole('option', { name: entry, selected: true }).waitFor()
  await page.keyboard.press('Enter')
  await field(page).waitFor({ state: 'detached' })
}

test('Ctrl K goes to pages, lists and saved searches, and runs actions', LIMIT, async () => {
  const { teamId, owner } = await settings.newTeam()
  const listId = await newList(settings.pool, teamId, 'key accounts', 'northwind.example')
  const { page, consoleErrors } = await openSignedIn(browser, settings, { person: owner, teamId, path: '/today' })
  await jump(page, 'usa', 'Usage')
  await heading(page, 'Usage').waitFor()
  await page.locator('h1:focus', { hasText: 'Usage' }).waitFor()

  await openPalette(page)
  assert.equal(await activeOption(page), 'Today')
  await page.keyboard.press('ArrowUp')
  assert.equal(await activeOption(page), 'Keyboard shortcuts')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  assert.equal(await activeOption(page), 'Explore')
  assert.deepEqual(await violations(page), [])
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.locator('html[data-mantine-color-scheme=dark]').waitFor()
  assert.deepEqual(await violations(page, 'contrast'), [], 'in the dark')
  await page.emulateMedia({ colorScheme: 'light' })
  await page.keyboard.press('Escape')

  await jump(page, 'key acc', 'key accounts')
  await page.waitForURL(`**/lists/${typeof listId === 'string' ? listId : '*'}`)
  await heading(page, 'key accounts').waitFor()
  await jump(page, 'add accounts', 'Add accounts to key accounts')
  await page.getByRole('dialog').getByRole('button', { name: /^Add/ }).waitFor()
  await page.keyboard.press('Escape')
  await jump(page, 'create key', 'Create API key')
  await page.getByRole('dialog').getByLabel('Name').waitFor()
  assert.equal(new URL(page.url()).search, '', 'a reload doesn’t repeat the action')
  await page.keyboard.press('Escape')
  await jump(page, 'dark', 'Use dark colors')
  await page.locator('html[data-mantine-color-scheme=dark]').waitFor()
  await jump(page, 'light', 'Use light colors')
  await jump(page, 'log out', 'Sign out')
  await page.getByRole('button', { name: 'Sign in' }).waitFor()
  assert.deepEqual(consoleErrors, [])
})

test('companies are found by name, and the number of free ones left today is shown', LIMIT, async () => {
  const { teamId, member } = await settings.newTeam()
  await newList(settings.pool, teamId, 'accounts', 'northwind.example')
  const { page, consoleErrors } = await openSignedIn(browser, settings, { person: member, teamId, path: '/alerts' })
  await openPalette(page)
  await page.keyboard.type('nor')
  const companies = page.getByRole('group', { name: 'Companies' }).getByRole('option')
  await companies.filter({ hasText: 'Norden' }).waitFor()
  assert.equal(await companies.count(), 2)
  await companies.first().getByText('Northwind', { exact: true }).waitFor()
  await companies.first().getByText('Your companies').waitFor()
  assert.equal(await companies.last().getByText('Your companies').count(), 0)
  await page.keyboard.press('Enter')
  await page.getByText('Open the dossier of Northwind?').waitFor()
  const { team } = await (await settings.browserOf(member, teamId)).call(contract.getPeopleUsage, {})
  assert.equal(team.used, 0)

  await settings.pool.query(`update today_companies set day = day - 1 where team_id = $1`, [teamId])
  await settings.pool.query(
    `insert into today_companies (team_id, day, place, company)
     select $1, (now() at time zone 'utc')::date, n, 1000000 + n from generate_series(1, 200) n`,
    [teamId],
  )
  await openPalette(page)
  await page.keyboard.type('nord')
  await page.getByText('Your team has seen the 200 companies that are free today.').waitFor()
  assert.equal(await companies.count(), 0)
  assert.deepEqual(consoleErrors, [])
})

test(
  '“/” goes to the search of the page, “?” lists the keys, and neither fires in a field or above a dialog',
  LIMIT,
  async () => {
    const { teamId, owner } = await settings.newTeam()
    const { page, consoleErrors } = await openSignedIn(browser, settings, { person: owner, teamId, path: '/explore' })
    const query = page.getByLabel('Signal query')
    await heading(page, 'Explore').waitFor()
    await page.keyboard.press('/')
    await page.keyboard.type('/?')
    assert.equal(await query.inputValue(), '/?')
    assert.equal(await page.getByRole('dialog').count(), 0)
    await page.keyboard.press('Control+k')
    await field(page).waitFor()
    await page.keyboard.press('Escape')
    await field(page).waitFor({ state: 'detached' })
    await page.locator('textarea:focus').waitFor()

    await page.getByRole('link', { name: 'API keys' }).focus()
    await page.keyboard.press('?')
    const dialog = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
    await dialog.getByText('Snooze for a week').waitFor()
    assert.deepEqual(await violations(page), [])
    await page.keyboard.press('Control+k')
    await page.keyboard.press('/')
    assert.equal(await field(page).count(), 0)
    await page.keyboard.press('Escape')
    await page.locator('a:focus', { hasText: 'API keys' }).waitFor()

    await page.keyboard.press('Enter')
    await heading(page, 'API keys').waitFor()
    // This page has nothing to search, so the key leads to everything.
    await page.keyboard.press('/')
    await field(page).waitFor()
    assert.deepEqual(consoleErrors, [])
  },
)
