// Account lists in a real browser, from pasted text to a search among them; and CSV files, most of which need no browser.

import assert from 'node:assert/strict'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { before, test } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import { contract } from '../../src/settings-contract/index.ts'
import { Stamper } from '../../src/write/log/index.ts'
import { writeRecords } from '../../src/write/write-path/index.ts'
import { planPages } from '../../web/src/pages/explore/costs/plan-pages.ts'
import { csvName, csvOf } from '../../web/src/parts/tables/csv.ts'
import { noChromium, openChromium } from '../harness/chromium.ts'
import { collectFromDemo } from '../harness/collect-from-demo.ts'
import { exploreRecords } from '../harness/explore-records.ts'
import { temporaryFolder } from '../harness/folders.ts'
import { setLimitOverride } from '../harness/operator.ts'
import { type SettingsService, startSettings } from '../harness/settings.ts'
import { signal } from '../harness/signals.ts'
import { openSignedIn } from '../harness/signed-in-page.ts'
import { violations } from '../harness/violations.ts'

const LIMIT = { timeout: 300_000, skip: noChromium }
let settings: SettingsService
let browser: Browser
before(async () => {
  if (noChromium) return
  settings = await startSettings({ env: { COLLECT_CONTACT: 'owner@example.com', TEAM_IMPORTS: 'on' } })
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
    await dialog.getByText('1 not in our data yet: added when they appear').waitFor()
    await dialog.getByText('Line 3, “Acme Inc”: it has no domain, URL or email address.').waitFor()
    await dialog.getByRole('button', { name: 'Create list' }).click()
    await page.getByRole('heading', { name: 'my-accounts', level: 1 }).waitFor()
    await page.getByText('2 companies, 1 of them not in our data yet.').waitFor()
    await page.getByText('Not in our data yet', { exact: true }).waitFor()

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
    await page.getByText('3 companies, 1 of them not in our data yet.').waitFor()

    // Its window is beside the company, as it is on Today.
    const northwind = page.getByRole('row').filter({ hasText: 'northwind.example' })
    await northwind.getByRole('link', { name: /^(?!Northwind)/ }).waitFor()
    await northwind.getByText(/\d+ days left/).waitFor()

    const list = await savedCsv(page, 'Download CSV (3 rows)')
    assert.match(list.name, /^my-accounts-\d{4}-\d\d-\d\d\.csv$/)
    assert.match(list.text, /^\uFEFF"account","state","company",/)
    assert.match(list.text, /\r\n"nobody-yet\.example","waiting",,,,/)

    await page.getByRole('link', { name: 'Search in Explore' }).click()
    await page.getByRole('list', { name: 'Company filters' }).getByText('list my-accounts').waitFor()
    await page.getByRole('button', { name: 'Search', exact: true }).click()
    await page.getByRole('heading', { name: '2 companies' }).waitFor()
    const owners = await settings.browserOf(team.owner, team.teamId)
    const companiesUsed = async () => (await owners.call(contract.getPeopleUsage, {})).team.used
    const paid = await companiesUsed()
    assert.equal(paid, 2)
    const found = await savedCsv(page, 'Download CSV (2 rows)')
    assert.match(found.name, /^companies-\d{4}-\d\d-\d\d\.csv$/)
    assert.equal(found.text.trimEnd().split('\r\n').length, 3)
    assert.match(found.text, /northwind\.example/)
    assert.equal(await companiesUsed(), paid, 'the rows are paid for')

    await page.goto('/lists')
    await page.getByRole('button', { name: 'Actions for my-accounts' }).click()
    await page.getByRole('menuitem', { name: 'Rename…' }).click()
    await dialog.getByLabel('Name').fill('Key accounts')
    await dialog.getByRole('button', { name: 'Rename' }).click()
    await page.getByRole('link', { name: 'Key accounts' }).waitFor()
    await page.getByRole('button', { name: 'Actions for Key accounts' }).click()
    // Before it is known what uses the list, it can't be deleted; an error there can be tried again.
    const first = Promise.withResolvers<void>()
    await page.route('**/settings-api/lists/*', (route) => first.promise.then(() => route.fulfill({ status: 500 })), {
      times: 1,
    })
    await page.getByRole('menuitem', { name: 'Delete…' }).click()
    assert.equal(await dialog.getByRole('button', { name: 'Delete list' }).isDisabled(), true)
    first.resolve()
    await dialog.getByText('Can’t load the list').waitFor()
    assert.equal(await dialog.getByRole('button', { name: 'Delete list' }).isDisabled(), true)
    await dialog.getByRole('button', { name: 'Try again' }).click()
    await dialog.getByRole('button', { name: 'Delete list' }).click()
    await page.getByRole('heading', { name: 'No lists yet' }).waitFor()
    assert.deepEqual(
      consoleErrors.filter((text) => !text.includes('the server responded with a status of 500')),
      [],
    )
  },
)

test('an owner has a list monitored, sees it arrive and decides about a board; a member looks on', LIMIT, async () => {
  const team = await settings.newTeam()
  const owners = await settings.browserOf(team.owner, team.teamId)
  const accounts = 'account-1.example account-51.example'
  const { list } = await owners.call(contract.createList, { body: { name: 'Watched', accounts } })
  const path = `/lists/${list.id}`
  const { page, consoleErrors } = await openSignedIn(browser, settings, {
    person: team.owner,
    teamId: team.teamId,
    path,
  })
  const { page: members } = await openSignedIn(browser, settings, { person: team.member, teamId: team.teamId, path })
  await members.getByText('Ask an owner of your team to monitor them.').waitFor()
  assert.equal(await members.getByRole('button', { name: 'Monitor these companies' }).count(), 0)
  await page.getByText('0 of 500 companies of your team are monitored. This list has 2 companies').waitFor()
  assert.deepEqual(await violations(page), [])
  await collectFromDemo(settings.db)
  await page.getByRole('button', { name: 'Monitor these companies' }).click()

  // Everything arrives without a reload.
  await page.getByText('2 of 500 companies', { exact: true }).waitFor()
  const row = (domain: string) => page.getByRole('row').filter({ hasText: domain })
  await row('account-1.example').getByText('Job board found').waitFor()
  await row('account-1.example')
    .getByText(/\d+ open jobs/)
    .waitFor()
  await row('account-1.example').getByTitle('Hiring').waitFor()
  await row('account-51.example').getByText('Needs your decision').waitFor()
  await page.getByText('2 of 2 checked').waitFor()
  const boards = page.getByRole('region', { name: 'Boards that need a decision' })
  await boards.getByText('Lever job board: open-roles-51').waitFor()
  assert.deepEqual(await violations(page), [])

  await members.goto(`${path}/monitoring`)
  const seen = members.getByRole('region', { name: 'Boards that need a decision' })
  await seen.getByText('An owner of your team decides.').waitFor()
  assert.equal(await seen.getByRole('button').count(), 0)
  assert.equal(await members.getByRole('button', { name: 'Stop monitoring' }).count(), 0)

  await boards.getByRole('button', { name: 'Accept: Lever job board open-roles-51 for Account 51' }).click()
  await boards.waitFor({ state: 'detached' })
  await row('account-51.example').getByText('Job board found').waitFor()
  await page.getByRole('button', { name: 'Stop monitoring' }).click()
  await page.getByRole('button', { name: 'Monitor these companies' }).waitFor()
  assert.deepEqual(consoleErrors, [])
})

test(
  'an owner imports an export, having seen what becomes of it; a wrong kind of file can’t be imported',
  LIMIT,
  async () => {
    const team = await settings.newTeam()
    const { page, consoleErrors } = await openSignedIn(browser, settings, {
      person: team.owner,
      teamId: team.teamId,
      path: '/lists',
    })
    await page.getByRole('link', { name: 'Import a file' }).click()
    await page.getByRole('heading', { name: 'Import a file', level: 1 }).waitFor()
    const path = join(temporaryFolder(), 'companies.csv')
    const rows = [
      'Organization Name;Home;Last Funding Date',
      'Caf\xe9;cafe-import.example;05.03.2023',
      'Initech;see below;',
    ]
    writeFileSync(path, rows.join('\n'), 'latin1')
    const file = page.locator('input[type=file]')
    await file.setInputFiles(path)
    await page.getByText('The file is not UTF-8').waitFor()
    await page.getByRole('alert').getByText('the header has no column "Website"').waitFor()
    const start = page.getByRole('button', { name: 'Import', exact: true })
    assert.equal(await start.count(), 0)
    await page.getByLabel('What “Home” becomes').selectOption('website')
    await page.getByText('2 of the first 3 companies and signals would be rejected').waitFor()
    await page.getByLabel('Dates are written as').selectOption('DD.MM.YYYY')
    await page.getByText('domain: cafe-import.example · name: Café').waitFor()
    await page.getByText(`source: Crunchbase (${team.name})`).waitFor()
    await page.getByText('1 line: "…" is no domain').waitFor()
    await page.getByLabel('Name of the mapping').fill('Our rounds')
    await page.getByRole('button', { name: 'Save this mapping' }).click()
    await page.getByText('Saved as Our rounds').waitFor()
    assert.deepEqual(await violations(page), [])
    await start.click()
    await page.getByText('1 new company, 1 new signal, 1 line rejected').waitFor()
    await page.getByText('Imported', { exact: true }).waitFor()
    await page.getByRole('button', { name: 'Why 1 line was rejected' }).click()
    await page.getByText('1 line: "…" is no domain').waitFor()
    const report = await savedCsv(page, 'Download rejected lines (CSV)')
    assert.match(report.text, /"Initech;see below;"/)
    const { rows: signals } = await settings.pool.query(
      `select source, occurred_at::date::text as day from signals where source like 'Crunchbase%'`,
    )
    assert.deepEqual(signals, [{ source: `Crunchbase (${team.name})`, day: '2023-03-05' }])

    await file.setInputFiles(path)
    await page.getByText('Our rounds (saved)').waitFor({ state: 'attached' })
    await page.getByRole('button', { name: 'Delete the saved mapping' }).waitFor()
    await page.getByLabel('Kind of file').selectOption('theirstack-jobs')
    await page.getByRole('alert').getByText('which theirstack-jobs needs').waitFor()
    assert.equal(await start.count(), 0)
    assert.deepEqual(await violations(page), [])
    assert.deepEqual(consoleErrors, [])
  },
)

test('entries are found by what is pasted, and a filter that fails shows no rows', LIMIT, async () => {
  const team = await settings.newTeam()
  const owners = await settings.browserOf(team.owner, team.teamId)
  const accounts = Array.from({ length: 101 }, (_, n) => `acct-${n}.example`).join('\n')
  const { list } = await owners.call(contract.createList, { body: { name: 'Paged', accounts } })
  const path = `/lists/${list.id}?page=3`
  const { page } = await openSignedIn(browser, settings, { person: team.owner, teamId: team.teamId, path })
  await page.getByText('Page 3 of 3').waitFor()
  const cells = page.getByRole('cell', { name: /^acct-/ })
  const last = await cells.first().innerText()
  await page.getByRole('button', { name: `Actions for ${last}` }).click()
  await page.getByRole('menuitem', { name: 'Remove' }).click()
  await page.getByText('Page 2 of 2').waitFor()
  await cells.nth(49).waitFor()
  assert.equal(await cells.count(), 50)

  const find = page.getByRole('textbox', { name: 'Find a domain' })
  await find.fill(' https://acct-17.example/ ')
  await page.getByRole('button', { name: 'Download CSV (1 row)' }).waitFor()
  await page.getByRole('cell', { name: 'acct-17.example', exact: true }).waitFor()
  await find.fill('x'.repeat(300))
  await page.getByText('Can’t load the list').waitFor()
  assert.equal(await page.getByRole('cell').count(), 0)
  await find.fill('acct-18')
  await page.getByRole('cell', { name: 'acct-18.example', exact: true }).waitFor()
  assert.equal(await page.getByText('Can’t load the list').count(), 0)
})

test(
  'more rows cost what they cost when shown; if a limit ends it, the file has what was paid for',
  LIMIT,
  async () => {
    const names = Array.from({ length: 30 }, (_, n) => `bakery${n}.example`)
    const records = names.map((domain) => signal(domain, domain, { fields: { jobTitle: 'Baker' } }))
    await writeRecords(settings.db, new Stamper(settings.db), records)
    const start = async (companies: number) => {
      const team = await settings.newTeam()
      await setLimitOverride(settings.pool, team.teamId, 'dailyMemberCompanies', companies)
      const path = '/explore?query=hiring(title+~+baker)'
      const { page } = await openSignedIn(browser, settings, { person: team.owner, teamId: team.teamId, path })
      await page.getByRole('button', { name: 'Search', exact: true }).click()
      await page.getByRole('heading', { name: '30 companies' }).waitFor()
      await page.getByRole('button', { name: 'More rows…' }).click()
      const owners = await settings.browserOf(team.owner, team.teamId)
      const used = async () => (await owners.call(contract.getPeopleUsage, {})).you.used
      return { page, used, dialog: page.getByRole('dialog') }
    }
    const rich = await start(200)
    await rich.dialog.getByText('Costs up to 20 companies. Those your team has seen today are free.').waitFor()
    assert.deepEqual(await violations(rich.page), [])
    assert.equal(await rich.used(), 10, 'nothing is charged before it is confirmed')
    const all = await savedCsv(rich.page, 'Fetch and download 30 rows')
    assert.match(all.name, /^companies-\d/)
    const domains = all.text
      .trimEnd()
      .split('\r\n')
      .slice(1)
      .map((line) => line.split(',')[1]?.replaceAll('"', '') ?? '')
    assert.deepEqual(domains.sort(), names.sort())
    assert.equal(await rich.used(), 30)
    await rich.page.getByRole('button', { name: 'More rows…' }).click()
    await rich.dialog.getByText('These rows are already paid for.').waitFor()

    const poor = await start(25)
    await poor.dialog.getByText('Only 15 companies left today.').waitFor()
    const part = await savedCsv(poor.page, 'Fetch and download 30 rows')
    assert.match(part.name, /^companies-first-20-of-30-/)
    assert.equal(part.text.trimEnd().split('\r\n').length, 21)
    await poor.dialog.getByText('The file has the first 20 of 30 rows, which are paid for.').waitFor()
    await poor.dialog.getByText('This page has more new companies than the 5 that you have left today.').waitFor()
    assert.equal(await poor.used(), 20)
  },
)

test('pages are planned so that no row is paid for twice, in few requests', () => {
  for (const [page, pageSize, wanted, total] of [
    [1, 10, 500, 2_000],
    [3, 25, 500, 2_000],
    [1, 7, 500, 2_000],
    [1, 50, 500, 500],
    [2, 10, 37, 37],
  ] as const) {
    const rows = Math.min(pageSize, total - (page - 1) * pageSize)
    const plan = planPages([{ page, pageSize, rows }], wanted, total)
    const covered = plan.pages.flatMap((each) =>
      Array.from({ length: each.pageSize }, (_, n) => (each.page - 1) * each.pageSize + n),
    )
    assert.deepEqual(
      covered.slice(0, wanted),
      Array.from({ length: wanted }, (_, n) => n),
    )
    assert.ok(plan.pages.every((each) => each.page * each.pageSize <= 500 && each.pageSize <= 50))
    assert.equal(plan.cost.companies, wanted - rows)
    assert.ok(plan.cost.requests <= 15, `${plan.cost.requests} requests`)
  }
})

test('a CSV file runs no formula, keeps every character, and has a name with its day', () => {
  const hostile = ['=HYPERLINK("http://x")', '+1', '-1+1', '@SUM(A1)', '\t=1', '\r=1', ' =1', '|calc', '%0A=1']
  const fullWidth = ['＝1', '＋1', '－1', '＠SUM(A1)', '\u3000＝1']
  for (const text of [...hostile, ...fullWidth]) {
    const [, cell = ''] = csvOf(['a'], [[text]]).split('\r\n', 2)
    assert.match(cell, /^"'/, JSON.stringify(text))
    // A spreadsheet splits the row at its own separator, whatever the quotes are.
    for (const separator of [';', '; ', ',', '\t', '\n', '";', '\r\n']) {
      const row = csvOf(['a'], [['Acme', `x${separator}${text}`, 1]])
      for (const each of row.split(/[;,\t\r\n]/))
        assert.doesNotMatch(each, /^\s*[=+\-@|%＝＋－＠]/, JSON.stringify(row))
    }
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
    '\uFEFF"name","n"\r\n"Acme, ""Inc""",-5\r\n"Zürich\nOst",0.5\r\n,\r\n',
  )
  assert.equal(csvName('My accounts / DACH', '2026-11-16'), 'My-accounts-DACH-2026-11-16.csv')
  assert.equal(csvName('../..', '2026-11-16'), 'companies-2026-11-16.csv')
})
