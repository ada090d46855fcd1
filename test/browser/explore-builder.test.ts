// The query builder in a real browser: chips and text are the same query, counts are free, no key in the builder runs a
// search, and a search that finds nothing says what to loosen.

import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import { contract } from '../../src/settings-contract/index.ts'
import { Stamper } from '../../src/write/log/index.ts'
import { writeRecords } from '../../src/write/write-path/index.ts'
import { untilTrue } from '../harness/browser-page.ts'
import { noChromium, openChromium } from '../harness/chromium.ts'
import { exploreRecords } from '../harness/explore-records.ts'
import { untilValuesAreKnown } from '../harness/known-values.ts'
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

async function untilIndustriesAreKnown({ teamId, owner }: TestTeam): Promise<void> {
  const owners = await settings.browserOf(owner, teamId)
  await untilValuesAreKnown(() => owners.call(contract.exploreFilters, {}))
}

const open = ({ teamId, member }: TestTeam, path: string) =>
  openSignedIn(browser, settings, { person: member, teamId, path }, { width: 1_440, height: 900 })
const text = (page: Page) => page.getByRole('textbox', { name: 'Signal query' })
const builder = (page: Page) => page.getByRole('group', { name: 'Search by signals' })
const chip = (page: Page, name: RegExp) => builder(page).getByRole('button', { name })
const value = (page: Page, field: string) => page.getByRole('combobox', { name: `Value of ${field}` })
const hasText = (page: Page, query: string) =>
  untilTrue(page, `document.querySelector('textarea').value === ${JSON.stringify(query)}`)

async function used({ teamId, owner }: TestTeam): Promise<number> {
  return (await (await settings.browserOf(owner, teamId)).call(contract.getPeopleUsage, {})).team.used
}

test(
  'a search is built with the keyboard, counted for free, and its first result is in the first 400 pixels',
  LIMIT,
  async () => {
    const team = await settings.newTeam()
    await untilIndustriesAreKnown(team)
    const { page, consoleErrors } = await open(team, '/explore')
    await chip(page, /^Hiring$/).focus()
    await page.keyboard.press('Enter')
    await value(page, 'Job title').and(page.locator(':focus')).waitFor()
    await page.keyboard.type('AI SDR')
    await page.keyboard.press('Enter')
    await hasText(page, 'hiring(title ~ AI SDR)')
    await page.getByLabel('When').selectOption('30')
    await chip(page, /^Hiring job title contains AI SDR last 30 days 1 company with this signal$/).waitFor()
    await page.keyboard.press('Escape')
    await chip(page, /^Hiring job title/)
      .and(page.locator(':focus'))
      .waitFor()

    // A tool that is in the data, with one click, and excluded.
    await builder(page).getByRole('button', { name: '+ Add a signal' }).click()
    await builder(page).getByRole('button', { name: 'Tool adoption' }).press('Enter')
    await page.getByRole('option', { name: 'Grafana' }).click()
    await page.getByLabel('Exclude companies with this').check()
    await hasText(page, 'hiring(title ~ AI SDR, within: 30d) AND NOT tool(name: Grafana)')
    await chip(page, /^Tool adoption tool is Grafana 7 companies with this signal$/).waitFor()
    await page.getByRole('button', { name: 'Done' }).click()
    await page.getByText('1 company matches').waitFor()
    assert.equal(await used(team), 0, 'building and counting are free')

    await page.getByRole('button', { name: 'Search', exact: true }).click()
    const row = page.getByRole('row', { name: /Northwind/ })
    await row.waitFor()
    const { y = 900 } = (await row.boundingBox()) ?? {}
    assert.ok(y + Number(await page.evaluate('scrollY')) <= 400, `the first result is at ${y}`)
    assert.equal(await used(team), 1)
    assert.deepEqual(consoleErrors, [])
  },
)

test(
  'text becomes chips as it is typed, changed chips become text, and what chips can’t show stays text',
  LIMIT,
  async () => {
    const team = await settings.newTeam()
    await untilIndustriesAreKnown(team)
    const { page, consoleErrors } = await open(team, '/explore')
    await text(page).fill('fintech companies hiring an account executive')
    await chip(page, /^Hiring text contains account executive 1 company/).waitFor()
    await page.getByText('Fintech from your sentence').waitFor()
    await chip(page, /^Hiring text/).click()
    await page.getByRole('button', { name: 'Then another signal' }).click()
    await builder(page).getByRole('button', { name: 'Funding', exact: true }).click()
    await hasText(page, 'hiring(text ~ account executive) THEN funding WITHIN 90d')
    // What the sentence stated about companies is a filter now.
    await page.getByRole('button', { name: 'Remove the filter Fintech' }).waitFor()
    await page.getByRole('option', { name: 'seed', exact: true }).click()
    await page.getByLabel('After the signal before').selectOption('')
    await hasText(page, 'hiring(text ~ account executive) THEN funding(round: seed)')
    // An impossible value is said beside it, and the text stays as it was.
    await page.getByRole('button', { name: '+ Add a condition' }).click()
    await page.getByLabel('Field').last().selectOption('since')
    await page.getByLabel('Value of Since').fill('soon')
    await page.keyboard.press('Enter')
    await page.getByRole('alert').getByText('"soon" is not a time.').waitFor()
    await hasText(page, 'hiring(text ~ account executive) THEN funding(round: seed)')
    await page.getByRole('button', { name: 'Done' }).click()
    await page.getByRole('button', { name: /^Remove Hiring, / }).click()
    await hasText(page, 'funding(round: seed)')

    await text(page).fill('hiring AND web OR tool')
    await page.getByText('This query is too complex for chips.').waitFor()
    assert.equal(await builder(page).getByRole('button').count(), 0)
    await text(page).fill('hiring(')
    await builder(page).getByText('No chips yet:').waitFor()
    await text(page).fill('hiring OR web')
    await chip(page, /^Website AI 0 companies/).waitFor()
    assert.equal(await used(team), 0)
    assert.deepEqual(consoleErrors, [])
  },
)

test(
  'a search that finds nothing is free, names its weakest clause, and is loosened with one click',
  LIMIT,
  async () => {
    const team = await settings.newTeam()
    const { page, consoleErrors } = await open(team, '/explore?query=hiring+AND+funding(within:+2d)&countries=DE')
    await page.getByRole('button', { name: 'Search', exact: true }).click()
    await page.getByText('No company matches Funding, last 2 days.').waitFor()
    assert.deepEqual(await violations(page), [])
    await page.getByRole('button', { name: 'Last 90 days: 1 company' }).click()
    await hasText(page, 'hiring AND funding(within: 90d)')
    assert.equal(await used(team), 0, 'changing the search costs nothing')
    await page.getByRole('button', { name: 'Search', exact: true }).and(page.locator(':focus')).press('Enter')
    await page.getByRole('row', { name: /Northwind/ }).waitFor()
    assert.equal(await used(team), 1)
    const paid = page.url()
    // A filter can be the reason, and paid results are still there.
    await page.goto('/explore?query=hiring&countries=JP')
    await page.getByRole('button', { name: 'Search', exact: true }).click()
    await page.getByRole('button', { name: 'Without countries: 3 companies' }).click()
    await page.getByText('3 companies match').waitFor()
    await page.goto(paid)
    await page.getByRole('row', { name: /Northwind/ }).waitFor()
    assert.equal(await used(team), 1)
    assert.deepEqual(consoleErrors, [])
  },
)

test('the builder, wide and narrow, light and dark: no violation, nothing too wide', LIMIT, async () => {
  const team = await settings.newTeam()
  const query =
    'hiring(title ~ a very long title of a job that nobody has, within: 30d) THEN (funding OR web) WITHIN 90d NOT tool'
  const { page } = await open(team, `/explore?query=${encodeURIComponent(query)}&countries=DE&employeesMin=50`)
  await chip(page, /^Funding/).click()
  await page.keyboard.press('Escape')
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    await page.locator(`html[data-mantine-color-scheme=${colorScheme}]`).waitFor()
    for (const width of [390, 1_440]) {
      await page.setViewportSize({ width, height: 900 })
      assert.ok(Number(await page.evaluate('document.documentElement.scrollWidth')) <= width, `too wide at ${width}`)
      assert.deepEqual(await violations(page), [], `${colorScheme} at ${width}`)
    }
  }
})
