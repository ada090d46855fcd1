// Enter in a filter that is half typed: it takes what the list offers, or says what is missing. It never pays for a search
// without the filter.

import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Browser, Page } from 'playwright-core'
import { contract } from '../../src/settings-contract/index.ts'
import { Stamper } from '../../src/write/log/index.ts'
import { writeRecords } from '../../src/write/write-path/index.ts'
import { noChromium, openChromium } from '../harness/chromium.ts'
import { exploreRecords } from '../harness/explore-records.ts'
import { type SettingsService, startSettings, type TestTeam } from '../harness/settings.ts'
import { openSignedIn } from '../harness/signed-in-page.ts'
import { violations } from '../harness/violations.ts'

const LIMIT = { timeout: 300_000, skip: noChromium }
let settings: SettingsService
let browser: Browser
before(async () => {
  if (noChromium) return
  settings = await startSettings()
  await writeRecords(settings.db, new Stamper(settings.db), exploreRecords())
  browser = await openChromium()
})

const open = async (team: TestTeam, path: string) =>
  (await openSignedIn(browser, settings, { person: team.owner, teamId: team.teamId, path })).page

const field = (page: Page, name: string) => page.getByRole('combobox', { name, exact: true })
const missing = (page: Page) => page.getByText('Choose an entry from the list, or clear the text.')

/** Enter, as soon as the list offers an entry. */
async function take(page: Page, name: string, text: string, entry: string, value: string): Promise<void> {
  await field(page, name).fill(text)
  await page.getByRole('option', { name: entry }).first().waitFor()
  await enter(page, name, value)
}

async function enter(page: Page, name: string, value: string): Promise<void> {
  await page.keyboard.press('Enter')
  for (const until = Date.now() + 30_000; (await field(page, name).inputValue()) !== value; ) {
    assert.ok(Date.now() < until, `${name} has ${await field(page, name).inputValue()}`)
    await sleep(20)
  }
}

async function companiesPaidBy({ teamId, owner }: TestTeam): Promise<number> {
  return (await (await settings.browserOf(owner, teamId)).call(contract.getPeopleUsage, {})).team.used
}

test(
  'Enter takes the first entry that was found, and a search is paid for when Enter has nothing to take',
  LIMIT,
  async () => {
    const team = await settings.newTeam()
    const owners = await settings.browserOf(team.owner, team.teamId)
    await owners.call(contract.createList, { body: { name: 'my-accounts', accounts: 'northwind.example' } })
    let searches = 0
    const page = await open(team, '/explore')
    page.on('request', (request) => {
      if (request.method() === 'POST' && request.url().endsWith('/explore/companies')) searches++
    })
    await page.getByRole('textbox', { name: 'Signal query' }).fill('hiring')
    await page.getByRole('button', { name: 'Filters', exact: true }).click()

    await take(page, 'Countries', 'Germ', 'Germany', '')
    await page.getByText('Germany', { exact: true }).first().waitFor()

    await field(page, 'Countries').fill('Xyzzy')
    await page.keyboard.press('Enter')
    await missing(page).waitFor()
    await page.keyboard.press('Escape')
    await page.keyboard.press('Enter')
    await missing(page).waitFor()
    assert.deepEqual(await violations(page), [])
    await field(page, 'Countries').fill('Franc')
    await missing(page).waitFor({ state: 'detached' })
    await page.keyboard.press('Escape')
    await page.keyboard.press('Enter')
    await missing(page).waitFor()
    await field(page, 'Countries').fill('')

    // Any text can be an industry.
    await field(page, 'Industries').fill('software')
    await enter(page, 'Industries', '')

    await take(page, 'List', 'my-', 'my-accounts', 'my-accounts')
    await field(page, 'List').fill('nope')
    await page.keyboard.press('Enter')
    await missing(page).waitFor()
    assert.deepEqual([searches, await companiesPaidBy(team)], [0, 0])

    await page.getByLabel('Min employees').fill('1')
    await page.keyboard.press('Enter')
    await page.waitForURL(/countries=DE/)
    assert.match(page.url(), /list=my-accounts/)
  },
)

test('a half-typed filter of a webhook doesn’t save the webhook', LIMIT, async () => {
  const team = await settings.newTeam()
  const page = await open(team, '/webhooks/new')
  await page.getByLabel('Endpoint URL').fill('https://hooks.acme.example/in')
  await page.getByRole('checkbox', { name: 'Hiring', exact: true }).check()
  await page.getByText('Send only some of these signals').click()
  await field(page, 'Countries').fill('Xyzzy')
  await page.keyboard.press('Enter')
  await missing(page).waitFor()
  const { rows } = await settings.pool.query('select from webhooks where team_id = $1', [team.teamId])
  assert.equal(rows.length, 0)
})
