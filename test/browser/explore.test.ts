// The explore page in a real browser: queries with and without an error, costs, dossiers, and links. Nothing
// is charged unless the user asked for it.

import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import { contract } from '../../src/settings-contract/index.ts'
import { Stamper } from '../../src/write/log/index.ts'
import { declareSources } from '../../src/write/sources/index.ts'
import { companyId, writeRecords } from '../../src/write/write-path/index.ts'
import { type BrowserPage, untilTrue } from '../harness/browser-page.ts'
import { noChromium, openChromium } from '../harness/chromium.ts'
import { exploreRecords } from '../harness/explore-records.ts'
import { setLimitOverride } from '../harness/operator.ts'
import { type Person, type SettingsService, startSettings, type TestTeam } from '../harness/settings.ts'
import { DAY, signal } from '../harness/signals.ts'
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

async function open(
  { teamId }: TestTeam,
  person: Person,
  path: string,
  options: { colorScheme?: 'light' | 'dark'; width?: number; height?: number } = {},
): Promise<BrowserPage> {
  return openSignedIn(browser, settings, { person, teamId, path }, options)
}

/** The companies that the team's people have been charged. */
async function used({ teamId, owner }: TestTeam): Promise<number> {
  return (await (await settings.browserOf(owner, teamId)).call(contract.getPeopleUsage, {})).team.used
}

const unexpectedConsoleErrors = (visitor: BrowserPage, status: number) =>
  visitor.consoleErrors.filter((text) => !text.includes(`the server responded with a status of ${status}`))

const query = (page: Page) => page.getByRole('textbox', { name: 'Signal query' })
const search = (page: Page) => page.getByRole('button', { name: 'Search', exact: true })
/** The company's name is on the page before its dossier: only this tells that the dossier has come. */
const opened = (page: Page) => page.getByText(/Opened (just now|\d+ minutes? ago)\./)

test('a query with an error, and the same query corrected', LIMIT, async () => {
  const team = await settings.newTeam()
  const visitor = await open(team, team.member, '/explore')
  const { page } = visitor
  assert.equal(await page.title(), 'Explore · Pro Signal')
  await page.getByText('Costs up to 10 companies. Those your team has seen today are free.').waitFor()
  await page.getByText('Left today: 200 companies.').waitFor()

  await query(page).fill('hirring AND funding')
  await search(page).click()
  await page.getByRole('alert').getByText('"hirring" looks like hiring.', { exact: false }).waitFor()
  assert.equal(await page.locator('mark').textContent(), 'hirring')
  assert.equal(await query(page).getAttribute('aria-invalid'), 'true')
  assert.deepEqual(await violations(page), [], 'with an error')
  assert.equal(await used(team), 0, 'an error costs nothing')

  await page.getByRole('button', { name: 'Use hiring', exact: true }).click()
  assert.equal(await query(page).inputValue(), 'hiring AND funding')
  await search(page).click()
  await page.getByRole('heading', { name: '2 companies' }).waitFor()
  await page.getByRole('row', { name: /Northwind.*Germany · 240 employees.*Series A/ }).waitFor()
  await page.getByText('How this query was read').click()
  await page.getByRole('cell', { name: 'hiring', exact: true }).waitFor()
  assert.equal(await used(team), 2)
  await page.getByText('Left today: 198 companies.').waitFor()
  assert.match(page.url(), /\/explore\?query=hiring\+AND\+funding$/)
  assert.deepEqual(unexpectedConsoleErrors(visitor, 422), [])
})

test('the dossier shows what the score is made of, and going back is free', LIMIT, async () => {
  const team = await settings.newTeam()
  const visitor = await open(team, team.owner, '/explore?query=hiring+AND+funding')
  const { page } = visitor
  await page.getByText('Opening this link is free.').waitFor()
  assert.equal(await query(page).inputValue(), 'hiring AND funding')
  assert.equal(await used(team), 0, 'opening a link is free')
  await search(page).click()
  await page.getByRole('link', { name: 'Northwind' }).click()
  await page.getByRole('img', { name: /^Implementation: \d+\.\d of 100, from [1-9]/ }).waitFor()
  await page.getByText('Show what each signal adds').click()
  await page.getByRole('table', { name: 'Score contributions' }).getByText('Adopted OpenAI API').first().waitFor()
  assert.equal(await page.title(), 'Northwind · Explore · Pro Signal')
  assert.equal(await used(team), 2, 'the dossier of a company that was found is free')
  const company = page.getByRole('region', { name: 'Company', exact: true })
  assert.match(await company.innerText(), /Germany · 240 employees.*Days left\n\d+\nMatch\n[\d.]+\nHeat\n[\d.]+\n/s)
  const order = (await page.locator('main h2').allInnerTexts()).join(', ')
  assert.equal(order, 'Why now, Signals, Coverage, Similar companies, AI adoption score')
  const reasons = page.getByRole('region', { name: 'Why now' })
  await reasons.getByRole('list', { name: 'Evidence' }).first().getByText('AI SDR').waitFor()
  await page.getByRole('button', { name: 'Copy as curl command' }).click()
  await page.getByText('Command copied').waitFor()
  const command = String(await page.evaluate('navigator.clipboard.readText()'))
  assert.ok(command.includes(`${settings.url}/api/v1/companies/${companyId('northwind.example')}`), command)
  assert.ok(command.includes('Bearer psk_YOUR_KEY'))
  await page.getByRole('link', { name: 'Explore' }).last().click()
  await page.getByRole('heading', { name: '2 companies' }).waitFor()
  await page.goBack()
  await page.getByRole('heading', { level: 1, name: 'Northwind' }).waitFor()

  // A colleague who follows a link to it pays nothing. A company that nobody of the team has seen asks first.
  const other = await open(team, team.member, `/explore/companies/${companyId('northwind.example')}`)
  await opened(other.page).waitFor()
  assert.equal(await used(team), 2)
  await other.page.goto(`/explore/companies/${companyId('brightloom.example')}`)
  await other.page.getByText('Open the dossier of Brightloom?').waitFor()
  await other.page.getByText(/^Uses 1 of your companies for today\. It’s then free .* Left today: 200/).waitFor()
  assert.equal(await used(team), 2)
  await other.page.getByRole('button', { name: 'Open dossier (1 company)' }).click()
  await opened(other.page).waitFor()
  assert.equal(await used(team), 3)
  assert.deepEqual([...visitor.consoleErrors, ...other.consoleErrors], [])
})

test('after a search the first result is in view, and the focus is still in the query', LIMIT, async () => {
  const team = await settings.newTeam()
  const { page } = await open(team, team.owner, '/explore', { width: 1_280, height: 900 })
  // The page scrolls a moment after the rows are there.
  const inView = `[...document.querySelectorAll('tr')].map((row) => [row.textContent, row.getBoundingClientRect()])
    .some(([text, { top, bottom }]) => /Northwind/.test(text) && top >= 0 && bottom <= 900)`
  await query(page).fill('hirring')
  await query(page).press('Enter')
  await page.getByRole('alert').waitFor()
  assert.equal(await page.evaluate('scrollY'), 0, 'an error in the query is beside the query')
  await query(page).fill('hiring AND funding')
  await query(page).press('Enter')
  await page.getByRole('heading', { name: '2 companies' }).waitFor()
  await untilTrue(page, inView)
  assert.equal(await page.evaluate('document.activeElement?.tagName'), 'TEXTAREA')
  await page.goto('/explore/slices/ai-sdr-hiring')
  await page.getByRole('button', { name: 'Show companies' }).click()
  await page.getByRole('heading', { name: '1 company' }).waitFor()
  await untilTrue(page, inView)
})

test(
  'results and dossiers that were paid for survive a reload, with their time, and cost nothing again',
  LIMIT,
  async () => {
    const team = await settings.newTeam()
    const { page, consoleErrors } = await open(team, team.owner, '/explore?query=hiring+AND+funding')
    await search(page).click()
    await page.getByRole('heading', { name: '2 companies' }).waitFor()
    await page.reload()
    await page.getByRole('heading', { name: '2 companies' }).waitFor()
    await page.getByText(/Searched (just now|\d+ minutes? ago)\./).waitFor()
    await page.getByRole('link', { name: 'Northwind' }).click()
    await opened(page).waitFor()
    await page.reload()
    await page.getByRole('heading', { level: 1, name: 'Northwind' }).waitFor()
    await opened(page).waitFor()
    assert.equal(await used(team), 2)
    // The same companies, found by another search, are free today. New ones are not.
    await page.goto('/explore?query=hiring')
    await search(page).click()
    await page.getByRole('heading', { name: '3 companies' }).waitFor()
    await page.getByText('Left today: 197 companies.').waitFor()
    assert.equal(await used(team), 3)
    assert.deepEqual(consoleErrors, [])
  },
)

test('paid results are for the team that paid, and signing out deletes them', LIMIT, async () => {
  const team = await settings.newTeam()
  const { page } = await open(team, team.owner, '/explore?query=hiring')
  const stored = () => page.evaluate('JSON.stringify({ ...sessionStorage })').then(String)
  await search(page).click()
  await page.getByRole('link', { name: 'Northwind' }).waitFor()
  await untilTrue(page, `JSON.stringify({ ...sessionStorage }).includes('Northwind')`)
  await page.getByRole('button', { name: /team and account/ }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await page.getByRole('heading', { name: 'Sign in' }).waitFor()
  assert.doesNotMatch(await stored(), /Northwind/)
})

test('with one company left, a page of one row can be searched', LIMIT, async () => {
  const team = await settings.newTeam()
  await setLimitOverride(settings.pool, team.teamId, 'dailyMemberCompanies', 1)
  const visitor = await open(team, team.owner, '/explore?query=hiring')
  const { page } = visitor
  await page.getByText('A page with more new companies would be rejected. Choose 1 or fewer rows per page.').waitFor()
  await page.getByLabel('Rows per page').selectOption('1')
  await search(page).click()
  await page.getByRole('heading', { name: '3 companies' }).waitFor()
  assert.equal(await used(team), 1)

  const three = await settings.newTeam()
  await setLimitOverride(settings.pool, three.teamId, 'dailyPeopleCompanies', 3)
  const other = await open(three, three.owner, '/explore?query=hiring')
  await other.page.getByText('Choose 3 or fewer rows per page.').waitFor()
  await other.page.getByLabel('Rows per page').selectOption('3')
  await search(other.page).click()
  await other.page.getByRole('heading', { name: '3 companies' }).waitFor()
  assert.equal(await used(three), 3)
})

test('a signal’s type is not said twice', LIMIT, async () => {
  const team = await settings.newTeam()
  const visitor = await open(team, team.owner, '/explore?query=hiring')
  const { page } = visitor
  await search(page).click()
  await page.getByRole('link', { name: 'Northwind' }).waitFor()
  assert.doesNotMatch((await page.getByRole('table', { name: 'Companies' }).innerText()) ?? '', /hiring:?\s+hiring/i)
  await page.getByText('AI SDR', { exact: true }).first().waitFor()
  await page.getByRole('link', { name: 'Northwind' }).click()
  const hiring = page.getByRole('region', { name: 'Signals' }).getByRole('list', { name: 'Hiring', exact: true })
  assert.doesNotMatch(await hiring.innerText(), /hiring/i)
})

test('Enter takes the offered word, and runs the search once the word is complete', LIMIT, async () => {
  const team = await settings.newTeam()
  const { page } = await open(team, team.owner, '/explore')
  await page.getByText('Left today: 200 companies').waitFor()
  // A catalogue that comes after the first word was typed is offered as well.
  const catalogue = Promise.withResolvers<void>()
  await page.route('**/settings-api/explore/filters', (route) => catalogue.promise.then(() => route.continue()))
  await page.reload()
  await query(page).focus()
  await page.keyboard.type('fun')
  await page.getByText('Left today: 200 companies').waitFor()
  assert.equal(await page.getByRole('option', { name: 'funding' }).count(), 0)
  catalogue.resolve()
  await page.getByRole('option', { name: 'funding', exact: false, selected: true }).waitFor()
  await page.keyboard.press('Enter')
  assert.equal(await query(page).inputValue(), 'funding')
  assert.equal(await used(team), 0, 'taking a word costs nothing')
  // The word is complete, although "funding_ai" is offered too.
  await page.keyboard.type(' ')
  await page.keyboard.press('Backspace')
  await page.getByRole('option', { name: 'funding_ai' }).waitFor()
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: '2 companies' }).waitFor()
  // Escape closes the list: then Enter runs a half-typed word as it is.
  await query(page).fill('')
  await page.keyboard.type('hiri')
  await page.getByRole('option', { name: 'hiring' }).waitFor()
  await page.keyboard.press('Escape')
  await page.keyboard.press('Enter')
  await page.waitForURL(/query=hiri$/)
  assert.equal(await query(page).inputValue(), 'hiri')
})

test('changing the page shows its cost, and going back to the previous page is free', LIMIT, async () => {
  const team = await settings.newTeam()
  const visitor = await open(team, team.owner, '/explore?query=tool&rows=5')
  const { page } = visitor
  await search(page).click()
  await page.getByRole('heading', { name: '8 companies' }).waitFor()
  const pages = page.getByRole('navigation', { name: 'Pages' })
  await pages.getByText('Page 1 of 2. Another page costs up to 5 companies. 195 left today.').waitFor()
  await pages.getByRole('button', { name: 'Next' }).click()
  await pages.getByText('Page 2 of 2').waitFor()
  assert.equal(await used(team), 8)
  await page.goBack()
  await pages.getByText('Page 1 of 2').waitFor()
  assert.equal(await used(team), 8)
  assert.deepEqual(visitor.consoleErrors, [])
})

test('filters narrow the results, are in the URL, and become a request that the API accepts', LIMIT, async () => {
  const team = await settings.newTeam()
  const visitor = await open(team, team.owner, '/explore?query=hiring')
  const { page } = visitor
  await page.getByRole('button', { name: 'Filters', exact: true }).click()
  await page.getByRole('combobox', { name: 'Countries', exact: true }).click()
  await page.keyboard.type('Germ')
  await page.getByRole('option', { name: 'Germany' }).click()
  await page.keyboard.press('Escape')
  await page.getByLabel('Min employees').fill('100')
  await page.getByLabel('Sort by').selectOption('score')
  await page.getByRole('button', { name: 'Copy as curl command' }).click()
  await page.getByText('Command copied').waitFor()
  const command = String(await page.evaluate('navigator.clipboard.readText()'))
  const body = JSON.parse(/-d '(.*)'$/s.exec(command)?.[1] ?? '')
  assert.deepEqual(body, {
    signal_query: 'hiring',
    countries: ['DE'],
    employeesMin: 100,
    sort: 'score',
    page: 1,
    pageSize: 10,
    explain: true,
  })
  await search(page).click()
  await page.getByRole('heading', { name: '1 company' }).waitFor()
  assert.match(page.url(), /countries=DE&employeesMin=100&sort=score$/)
  await page.getByRole('button', { name: 'Filters', exact: true }).click()
  await page.getByLabel('Min employees').fill('500')
  await page.getByLabel('Max employees').fill('10')
  await search(page).click()
  await page.getByText('nothing can match', { exact: false }).waitFor()
  assert.deepEqual(unexpectedConsoleErrors(visitor, 422), [])
})

test('a used-up share shows before and after a search, and a note where API access is missing', LIMIT, async () => {
  const team = await settings.newTeam()
  await setLimitOverride(settings.pool, team.teamId, 'dailyMemberCompanies', 3)
  const visitor = await open(team, team.owner, '/explore?query=hiring')
  const { page } = visitor
  await search(page).click()
  await page.getByRole('heading', { name: /companies/ }).waitFor()
  await page.getByText('You’ve used your 3 companies for today. You get more').waitFor()
  await query(page).fill('tool')
  await search(page).click()
  await page
    .getByRole('alert')
    .getByText(/^You’ve used your 3 companies for today\. You get more at \d+ \w+, \d\d:00 .+ \(.+ 00:00 UTC\)\. Comp/)
    .waitFor()
  assert.equal(await used(team), 3)
  await page.getByRole('link', { name: 'See who used what' }).click()
  const people = page.getByRole('region', { name: 'People' })
  await people.getByRole('row', { name: new RegExp(`^${team.owner.email} \\(you\\)\\s+3\\s+0$`) }).waitFor()
  await people.getByText('Used up. Companies seen today stay free.').first().waitFor()
  await people.getByRole('row', { name: new RegExp(`^${team.member.email}\\s+0\\s+3$`) }).waitFor()
  assert.deepEqual(unexpectedConsoleErrors(visitor, 429), [])
  const free = await settings.newTeam('free')
  const other = await open(free, free.owner, '/explore')
  await other.page.getByText('Your plan doesn’t include API access').waitFor()
  assert.equal(await search(other.page).count(), 0)
  assert.deepEqual(other.consoleErrors, [])
})

test(
  'results and dossier, wide and narrow, light and dark: no serious violation, nothing too wide',
  LIMIT,
  async () => {
    const team = await settings.newTeam()
    const visitor = await open(team, team.owner, '/explore?query=hiring')
    const { page } = visitor
    const look = async (what: string) => {
      await page.emulateMedia({ colorScheme: 'light' })
      for (const width of [390, 1_440]) {
        await page.setViewportSize({ width, height: 900 })
        assert.ok(Number(await page.evaluate('document.documentElement.scrollWidth')) <= width, `${what} is too wide`)
        // Colours are the same at every width.
        assert.deepEqual(await violations(page, width === 390 ? 'layout' : 'serious'), [], `${what} at ${width}`)
      }
      // In the dark only the colours are others.
      await page.emulateMedia({ colorScheme: 'dark' })
      await page.locator('html[data-mantine-color-scheme=dark]').waitFor()
      assert.deepEqual(await violations(page, 'contrast'), [], `${what} in the dark`)
    }
    await look('form')
    await search(page).click()
    await page.getByRole('link', { name: 'Northwind' }).waitFor()
    await look('results')
    await page.getByRole('link', { name: 'Northwind' }).click()
    await opened(page).waitFor()
    await look('dossier')
    await page.setViewportSize({ width: 390, height: 844 })
    const details = await page.getByRole('heading', { name: 'Coverage' }).boundingBox()
    assert.ok((details?.y ?? 0) + Number(await page.evaluate('scrollY')) < 4 * 844, 'four phone screens before details')
    assert.deepEqual(visitor.consoleErrors, [])
  },
)

// The last one, because the others count the companies.
test('rows and dossiers say what nobody looks for', LIMIT, async () => {
  const now = Math.floor(Date.now() / 1_000)
  const completeSince = now - 100 * DAY
  await settings.db.transaction('ingest', (tx) =>
    declareSources(tx, [{ record: 'source', source: 'careers', completeSince }]),
  )
  const job = signal('watched.example', 'w1', { source: 'careers', occurredAt: now - DAY })
  await writeRecords(settings.db, new Stamper(settings.db), [job])
  const team = await settings.newTeam()
  const { page } = await open(team, team.owner, '/explore?query=hiring+NOT+funding+NOT+tool')
  await search(page).click()
  await page.getByText(/^\d+ compan(y|ies) not monitored for at least one of: Funding, Tool adoption$/).waitFor()
  await page.goto('/explore?query=hiring+NOT+tool')
  await search(page).click()
  const row = page.getByRole('row').filter({ hasText: 'watched.example' })
  await row.getByText('Not monitored for: Tool adoption').waitFor()
  await page.getByText('3 companies not monitored for: Tool adoption').waitFor()
  await row.getByRole('link').click()
  await opened(page).waitFor()
  const coverage = page.getByRole('list', { name: 'Coverage' }).getByRole('listitem')
  const linesOf = (text: string) => text.replace(/\d+ \w+ \d{4}/, 'DATE').split(/\s*\n\s*/)
  const lines = async () => (await coverage.allInnerTexts()).map((text) => linesOf(text).filter(Boolean))
  const expected = [
    ['Hiring', 'Checked just now', 'Since DATE, through Careers'],
    ['Funding', 'Not monitored'],
    ['Website AI', 'Not monitored'],
    ['Tool adoption', 'Not monitored'],
  ]
  assert.deepEqual(await lines(), expected)
  await page.setViewportSize({ width: 390, height: 844 })
  assert.deepEqual(await lines(), expected)
})
