// Account lists in a real browser, from pasted text to a search among them; and CSV files, most of which need no browser.

import assert from 'node:assert/strict'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { before, test } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import { Stamper } from '../../src/features/log/index.ts'
import { writeRecords } from '../../src/features/write-path/index.ts'
import { contract } from '../../src/settings-contract/index.ts'
import { csvName, csvOf } from '../../web/src/parts/csv.ts'
import { noChromium, openChromium } from '../harness/chromium.ts'
import { exploreRecords } from '../harness/explore-records.ts'
import { temporaryFolder } from '../harness/folders.ts'
import { type SettingsService, startSettings } from '../harness/settings.ts'
import { openSignedIn } from '../harness/signed-in-page.ts'

const LIMIT = { timeout: 120_000, skip: noChromium }
let settings: SettingsService
let browser: Browser
before(async () => {
  if (noChromium) return
  settings = await startSettings()
  await writeRecords(settings.db, new Stamper(settings.db), exploreRecords())
  browser = await openChromium()
})

async function savedCsv(page: Page, button: string | RegExp): Promise<{ name: string; text: string }> {
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: button }).click(),
  ])
  return { name: download.suggestedFilename(), text: readFileSync(await download.path(), 'utf8') }
}

test(
  'a member pastes accounts, sees what was understood, searches among them and takes the rows along',
  LIMIT,
  async () => {
    const team = await settings.newTeam()
    const person = { person: team.member, teamId: team.teamId, path: '/lists' }
    const { page, consoleErrors } = await openSignedIn(browser, settings, person)
    await page.getByRole('heading', { name: 'No lists yet' }).waitFor()
    await page.getByRole('button', { name: 'Create list' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Name').fill('my-accounts')
    await dialog.getByLabel('Companies').fill('https://www.northwind.example/jobs\nnobody-yet.example\nAcme Inc')
    await dialog.getByText('2 companies to add').waitFor()
    await dialog.getByText('1 not known yet: they join by themselves when they appear').waitFor()
    await dialog.getByText('Line 3, “Acme Inc”: it has no domain, URL or e-mail address.').waitFor()
    await dialog.getByRole('button', { name: 'Create list' }).click()
    await page.getByRole('heading', { name: 'my-accounts', level: 1 }).waitFor()
    await page.getByText('2 companies, 1 of them not known yet.').waitFor()
    await page.getByText('Waiting: no company has this domain yet').waitFor()

    const file = join(temporaryFolder(), 'crm.csv')
    writeFileSync(
      file,
      '\uFEFFName;Website\r\nHarbourline;https://harbourline.example\r\nNorthwind;northwind.example\r\n',
    )
    await page.getByRole('button', { name: 'Add companies' }).click()
    await dialog.locator('input[type=file]').setInputFiles(file)
    await dialog.getByText('From crm.csv').waitFor()
    await dialog.getByText('1 company to add').waitFor()
    await dialog.getByText('1 already on the list').waitFor()
    await dialog.getByRole('button', { name: 'Add companies' }).click()
    await page.getByText('3 companies, 1 of them not known yet.').waitFor()

    const list = await savedCsv(page, 'Download CSV')
    assert.match(list.name, /^my-accounts-\d{4}-\d\d-\d\d\.csv$/)
    assert.match(list.text, /^\uFEFFaccount,state,company,/)
    assert.match(list.text, /\r\nnobody-yet\.example,waiting,,,,/)

    await page.getByRole('link', { name: 'Search in Explore' }).click()
    assert.equal(await page.getByRole('combobox', { name: 'List' }).inputValue(), 'my-accounts')
    await page.getByRole('button', { name: 'Search', exact: true }).click()
    await page.getByRole('heading', { name: '2 companies' }).waitFor()
    const owners = await settings.browserOf(team.owner, team.teamId)
    const recordsUsed = async () =>
      (await owners.call(contract.getUsage, {})).buckets.find(({ bucket }) => bucket === 'monthlyRecords')?.used
    const paid = await recordsUsed()
    assert.equal(paid, 2)
    const found = await savedCsv(page, 'Download 2 rows as CSV')
    assert.match(found.name, /^companies-\d{4}-\d\d-\d\d\.csv$/)
    assert.equal(found.text.trimEnd().split('\r\n').length, 3)
    assert.match(found.text, /northwind\.example/)
    assert.equal(await recordsUsed(), paid, 'the rows are paid for')

    await page.goto('/lists')
    await page.getByRole('button', { name: 'Actions for my-accounts' }).click()
    await page.getByRole('menuitem', { name: 'Rename…' }).click()
    await dialog.getByLabel('Name').fill('Key accounts')
    await dialog.getByRole('button', { name: 'Rename' }).click()
    await page.getByRole('link', { name: 'Key accounts' }).waitFor()
    await page.getByRole('button', { name: 'Actions for Key accounts' }).click()
    await page.getByRole('menuitem', { name: 'Delete…' }).click()
    await dialog.getByRole('button', { name: 'Delete list' }).click()
    await page.getByRole('heading', { name: 'No lists yet' }).waitFor()
    assert.deepEqual(consoleErrors, [])
  },
)

test('a CSV file runs no formula, keeps every character, and has a name with its day', () => {
  const hostile = ['=HYPERLINK("http://x")', '+1', '-1+1', '@SUM(A1)', '\t=1', '\r=1', ' =1', '|calc', '%0A=1']
  for (const text of hostile) {
    const [, cell = ''] = csvOf(['a'], [[text]]).split('\r\n', 2)
    assert.match(cell.replace(/^"/, ''), /^'/, JSON.stringify(text))
  }
  assert.equal(
    csvOf(
      ['name', 'n'],
      [
        ['Acme, "Inc"', -5],
        ['Zürich\nOst', 0.5],
        [null, undefined],
      ],
    ),
    '\uFEFFname,n\r\n"Acme, ""Inc""",-5\r\n"Zürich\nOst",0.5\r\n,\r\n',
  )
  assert.equal(csvName('My accounts / DACH', '2026-11-16'), 'My-accounts-DACH-2026-11-16.csv')
  assert.equal(csvName('../..', '2026-11-16'), 'companies-2026-11-16.csv')
})
