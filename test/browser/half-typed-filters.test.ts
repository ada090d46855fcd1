// Enter in a filter that is half typed: it takes what the list offers, or says what is missing. It never pays for a search
// without the filter.

import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import { contract } from '../../src/settings-contract/index.ts'
import { Stamper } from '../../src/write/log/index.ts'
import { writeRecords } from '../../src/write/write-path/index.ts'
import { noChromium, openChromium } from '../harness/chromium.ts'
import { exploreRecords } from '../harness/explore-records.ts'
import { type SettingsService, startSettings, type TestTeam } from '../harness/settings.ts'
import { openSignedIn } from '../harness/signed-in-page.ts'
import { violations } from '../harness/violations.ts'

const LIMIT = { timeout: 120_000, skip: noChromium }
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

async function requestsOf({ teamId, owner }: TestTeam): Promise<number | undefined> {
  const { buckets } = await (await settings.browserOf(owner, teamId)).call(contract.getUsage, {})
  return buckets.find(({ bucket }) => bucket === 'monthlyRequests')?.used
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

    await field(page, 'Countries').fill('Germ')
    await page.keyboard.press('Enter')
    await page.getByText('Germany', { exact: true }).first().waitFor()
    assert.equal(await field(page, 'Countries').inputValue(), '')

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

    await field(page, 'Industries').fill('software')
    await page.keyboard.press('Enter')
    assert.equal(await field(page, 'Industries').inputValue(), '')

    await field(page, 'List').fill('my-')
    await page.keyboard.press('Enter')
    assert.equal(await field(page, 'List').inputValue(), 'my-accounts')
    await field(page, 'List').fill('nope')
    await page.keyboard.press('Enter')
    await missing(page).waitFor()
    assert.deepEqual([searches, await requestsOf(team)], [0, 0])

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
  await field(page, 'Countries').fill('Xyzzy')
  await page.keyboard.press('Enter')
  await missing(page).waitFor()
  const { rows } = await settings.pool.query('select from webhooks where team_id = $1', [team.teamId])
  assert.equal(rows.length, 0)
})
