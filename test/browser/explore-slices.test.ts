// Company filters, remarks and slices of the explore page in a real browser.

import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import { contract } from '../../src/settings-contract/index.ts'
import { Stamper } from '../../src/write/log/index.ts'
import { writeRecords } from '../../src/write/write-path/index.ts'
import { noChromium, openChromium } from '../harness/chromium.ts'
import { openTestDatabase } from '../harness/database.ts'
import { exploreRecords } from '../harness/explore-records.ts'
import { untilValuesAreKnown } from '../harness/known-values.ts'
import { type SettingsService, startSettings, type TestTeam } from '../harness/settings.ts'
import { openSignedIn } from '../harness/signed-in-page.ts'

const LIMIT = { timeout: 300_000, skip: noChromium }
let settings: SettingsService
let browser: Browser
before(async () => {
  if (noChromium) return
  // Before the service starts: its first view of the values then has them.
  const db = await openTestDatabase()
  await writeRecords(db, new Stamper(db), exploreRecords())
  settings = await startSettings({ databaseUrl: db.url })
  browser = await openChromium()
})

async function open(team: TestTeam, path: string) {
  const visitor = await openSignedIn(browser, settings, { person: team.member, teamId: team.teamId, path })
  // The catalogue comes with the first view of the values that occur.
  await visitor.page
    .getByRole('combobox', { name: 'Countries', exact: true })
    .or(visitor.page.getByRole('list'))
    .first()
    .waitFor()
  return visitor
}

/** Suggestions come from them. */
async function untilIndustriesAreKnown({ teamId, owner }: TestTeam): Promise<void> {
  const owners = await settings.browserOf(owner, teamId)
  await untilValuesAreKnown(() => owners.call(contract.exploreFilters, {}))
}

async function companiesPaidBy({ teamId, owner }: TestTeam): Promise<number> {
  return (await (await settings.browserOf(owner, teamId)).call(contract.getPeopleUsage, {})).team.used
}

const search = (page: Page) => page.getByRole('button', { name: 'Search', exact: true })

test(
  'pasted domains, a region and a kind narrow a search; what matches nothing is said and can be replaced',
  LIMIT,
  async () => {
    const team = await settings.newTeam()
    await untilIndustriesAreKnown(team)
    const { page, consoleErrors } = await open(team, '/explore?query=tool(name: "open api")')
    await page.getByRole('button', { name: 'Filters' }).click()
    await page
      .getByLabel('Only these companies')
      .fill('https://www.northwind.example/jobs\nbuyer@harbourline.example; nobody.example')
    await page.getByText('3 of up to 50.').waitFor()
    await search(page).click()
    await page.getByText('No tool signal has the name "open api".').waitFor()
    await page.getByText('1 company is not in the data').waitFor()
    await page.getByRole('button', { name: 'Use OpenAI API' }).click()
    const query = page.getByRole('textbox', { name: 'Signal query' })
    assert.equal(await query.inputValue(), 'tool(name: "OpenAI API")')
    await page.getByRole('button', { name: 'Remove from the list' }).click()
    await page.getByRole('button', { name: 'Filters' }).click()
    assert.equal(
      await page.getByLabel('Only these companies').inputValue(),
      'https://www.northwind.example/jobs\nbuyer@harbourline.example',
    )
    assert.equal(await companiesPaidBy(team), 0, 'nothing was found, and a suggestion runs nothing')
    await page.getByRole('combobox', { name: 'Countries', exact: true }).fill('DACH')
    await page.getByRole('option', { name: 'DACH' }).click()
    await search(page).click()
    await page.getByRole('heading', { name: '1 company' }).waitFor()
    assert.equal(await page.getByText('Part of this search matches nothing').count(), 0)
    assert.match(page.url(), /countries=DACH/)
    await page.getByRole('button', { name: 'Filters' }).click()
    await page.getByRole('combobox', { name: 'Monitored for' }).click()
    await page.getByRole('option', { name: 'Hiring', exact: true }).click()
    await page.keyboard.press('Escape')
    await search(page).click()
    await page.getByText('No matching companies').waitFor()
    assert.match(page.url(), /watched=hiring/)
    assert.deepEqual(consoleErrors, [])
  },
)

test(
  'slices are browsed free of charge, filtered, and opened with the keyboard; their companies lead to dossiers',
  LIMIT,
  async () => {
    const team = await settings.newTeam()
    const { page, consoleErrors } = await open(team, '/explore')
    await page.getByRole('link', { name: 'Windows', exact: true }).click()
    await page.getByRole('link', { name: 'What each window means' }).click()
    await page.getByRole('heading', { name: 'Hiring for AI-led outbound' }).waitFor()
    await page.getByText('1 company', { exact: true }).first().waitFor()
    await page.getByText('No company is monitored for').first().waitFor()
    await page.getByLabel('Find a window').fill('no such words')
    await page.getByText('No matching window').waitFor()
    await page.getByLabel('Find a window').fill('outbound')
    await page.getByLabel('Find a window').press('Tab')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { level: 1, name: 'Hiring for AI-led outbound' }).waitFor()
    assert.equal(await companiesPaidBy(team), 0)
    await page.getByRole('button', { name: 'Show companies' }).click()
    await page.getByRole('table', { name: 'Companies' }).getByRole('link', { name: 'Northwind' }).waitFor()
    assert.equal(await companiesPaidBy(team), 1)
    await page.getByRole('button', { name: 'Filters' }).click()
    await page.getByLabel('Not these companies').fill('northwind.example')
    await page.getByRole('button', { name: 'Show companies' }).click()
    await page.getByText('No matching companies').waitFor()
    await page.goBack()
    await page.getByRole('link', { name: 'Northwind' }).click()
    await page.getByRole('heading', { level: 1, name: 'Northwind' }).waitFor()
    await page.getByText('northwind-logistics.example').waitFor()
    await page.getByText('northwind-group.example').waitFor()
    await page.goto('/windows/nothing-like-it')
    await page.getByText('This window doesn’t exist').waitFor()
    assert.deepEqual(consoleErrors, [])
  },
)
