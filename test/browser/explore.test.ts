// Exploring in a real browser: a query with a mistake and without, what it costs, the dossier, by the keyboard and as a
// link. Nothing is charged that nobody asked for.

import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { AxeBuilder } from '@axe-core/playwright'
import type { Browser, Page } from 'playwright-core'
import { Stamper } from '../../src/features/log/index.ts'
import { companyId, writeRecords } from '../../src/features/write-path/index.ts'
import { contract } from '../../src/settings-contract/index.ts'
import { noChromium, openChromium } from '../harness/chromium.ts'
import { exploredRecords } from '../harness/explored.ts'
import { setLimitOverride } from '../harness/operator.ts'
import { type Person, type SettingsService, startSettings, type TestTeam } from '../harness/settings.ts'
import { type Visitor, visit } from '../harness/visitor.ts'

const LIMIT = { timeout: 120_000, skip: noChromium }
let settings: SettingsService
let browser: Browser
before(async () => {
  if (noChromium) return
  settings = await startSettings()
  await writeRecords(settings.db, new Stamper(settings.db), exploredRecords())
  browser = await openChromium()
})

async function open(
  { teamId }: TestTeam,
  person: Person,
  path: string,
  options: { colorScheme?: 'light' | 'dark'; width?: number } = {},
): Promise<Visitor> {
  const { cookie } = await settings.browserOf(person, teamId)
  const visitor = await visit(browser, { url: settings.url, sessionToken: cookie?.split('=')[1], ...options })
  await visitor.page.goto(path)
  await visitor.page.getByRole('heading', { level: 1 }).waitFor()
  return visitor
}

/** Of all that was charged to the team: requests, records. */
async function used({ teamId, owner }: TestTeam): Promise<[number, number]> {
  const { buckets } = await (await settings.browserOf(owner, teamId)).call(contract.getUsage, {})
  const of = (name: string) => buckets.find(({ bucket }) => bucket === name)?.used ?? -1
  return [of('monthlyRequests'), of('monthlyRecords')]
}

async function violations(page: Page): Promise<string[]> {
  const found = await new AxeBuilder({ page }).analyze()
  return found.violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) => nodes.map(({ target, failureSummary }) => `${id}: ${target} ${failureSummary}`))
}

/** A browser notes every reply that is no 2xx by itself; those are the answers that the test asks for. */
const complaintsBeside = (visitor: Visitor, status: number) =>
  visitor.complaints.filter((text) => !text.includes(`the server responded with a status of ${status}`))

const query = (page: Page) => page.getByRole('textbox', { name: 'Signal query' })
const search = (page: Page) => page.getByRole('button', { name: 'Search', exact: true })

test('explore a query with a mistake and without', LIMIT, async () => {
  const team = await settings.newTeam()
  const visitor = await open(team, team.member, '/explore')
  const { page } = visitor
  assert.equal(await page.title(), 'Explore · Pro Signal')
  await page.getByText('A search costs your team 1 request and a record for each company shown, 10 at most.').waitFor()
  await page.getByText('Left: 300 requests today, 3,000 records this month.').waitFor()

  await query(page).fill('hirring AND funding')
  await search(page).click()
  await page.getByRole('alert').getByText('"hirring" looks like hiring.', { exact: false }).waitFor()
  assert.equal(await page.locator('mark').textContent(), 'hirring')
  assert.equal(await query(page).getAttribute('aria-invalid'), 'true')
  assert.deepEqual(await violations(page), [], 'with a mistake')
  assert.deepEqual(await used(team), [0, 0], 'a mistake costs nothing')

  await page.getByRole('button', { name: 'Use hiring', exact: true }).click()
  assert.equal(await query(page).inputValue(), 'hiring AND funding')
  assert.equal(await page.locator('mark').count(), 0)
  await search(page).click()
  await page.getByRole('heading', { name: '2 companies' }).waitFor()
  await page.getByRole('row', { name: /Northwind.*Germany · 240 employees.*Series A/ }).waitFor()
  await page.getByRole('cell', { name: 'hiring', exact: true }).waitFor()
  assert.deepEqual(await used(team), [1, 2])
  await page.getByText('Left: 299 requests today, 2,998 records this month.').waitFor()
  assert.match(page.url(), /\/explore\?query=hiring\+AND\+funding$/)
  assert.deepEqual(complaintsBeside(visitor, 422), [])
  await visitor.context.close()
})

test('the dossier draws what made the score, and the way back costs nothing', LIMIT, async () => {
  const team = await settings.newTeam()
  const visitor = await open(team, team.owner, '/explore?query=hiring+AND+funding')
  const { page } = visitor
  await page.getByText('This link fills the form and costs nothing.').waitFor()
  assert.equal(await query(page).inputValue(), 'hiring AND funding')
  assert.deepEqual(await used(team), [0, 0], 'a link costs nothing')
  await search(page).click()
  await page.getByRole('link', { name: 'Northwind' }).click()
  await page.getByRole('heading', { level: 1, name: 'Northwind' }).waitFor()
  await page.getByRole('img', { name: /^Implementation: \d+\.\d of 100, from [1-9]/ }).waitFor()
  await page.getByRole('table', { name: 'What made the score' }).getByText('Adopted OpenAI API').first().waitFor()
  assert.equal(await page.title(), 'Northwind · Explore · Pro Signal')
  assert.deepEqual(await used(team), [2, 3])
  await page.getByRole('button', { name: 'Copy as curl command' }).click()
  const command = String(await page.evaluate('navigator.clipboard.readText()'))
  assert.ok(command.includes(`${settings.url}/api/v1/companies/${companyId('northwind.example')}`), command)
  assert.ok(command.includes('Bearer psk_YOUR_KEY'))
  await page.getByRole('link', { name: 'Explore' }).last().click()
  await page.getByRole('heading', { name: '2 companies' }).waitFor()
  await page.goBack()
  await page.getByRole('heading', { level: 1, name: 'Northwind' }).waitFor()
  assert.deepEqual(await used(team), [2, 3], 'what came is still there')

  // By its address it asks first.
  await page.goto(`/explore/companies/${companyId('northwind.example')}`)
  await page.getByText('It costs your team 1 request and 1 record').waitFor()
  assert.deepEqual(await used(team), [2, 3])
  await page.getByRole('button', { name: 'Open dossier' }).click()
  await page.getByRole('heading', { level: 1, name: 'Northwind' }).waitFor()
  assert.deepEqual(await used(team), [3, 4])
  assert.deepEqual(visitor.complaints, [])
  await visitor.context.close()
})

test('types, fields and values are completed, by the keyboard alone', LIMIT, async () => {
  const team = await settings.newTeam()
  const visitor = await open(team, team.owner, '/explore')
  const { page } = visitor
  await page.getByText('Left: 300 requests').waitFor()
  await query(page).focus()
  const take = async (typed: string, offer: string) => {
    await page.keyboard.type(typed)
    await page.getByRole('option', { name: offer }).first().waitFor()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
  }
  await take('hir', 'hiring')
  await take('(func', 'function')
  await take('sal', 'sales')
  await page.keyboard.type(', with')
  await page.getByRole('option', { name: 'within' }).waitFor()
  const list = page.getByRole('listbox', { name: 'What could stand here' })
  assert.ok(await list.isVisible())
  assert.deepEqual(await violations(page), [], 'with the list open')
  await page.keyboard.press('Escape')
  assert.ok(await list.isHidden())
  await page.keyboard.type('in: 90d)')
  assert.equal(await query(page).inputValue(), 'hiring(function: sales, within: 90d)')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: /compan/ }).waitFor()
  await page.getByRole('link', { name: 'Northwind' }).waitFor()
  assert.deepEqual(visitor.complaints, [])
  await visitor.context.close()
})

test('a page turn says its price, and the way back to the page before is free', LIMIT, async () => {
  const team = await settings.newTeam()
  const visitor = await open(team, team.owner, '/explore?query=tool&rows=5')
  const { page } = visitor
  await search(page).click()
  await page.getByRole('heading', { name: '8 companies' }).waitFor()
  const pages = page.getByRole('navigation', { name: 'Pages' })
  await pages
    .getByText('Page 1 of 2. Turning costs 1 request, a record for each company shown, 5 at most, and a page turn.')
    .waitFor()
  await pages.getByRole('button', { name: 'Next page' }).click()
  await pages.getByText('Page 2 of 2').waitFor()
  assert.deepEqual(await used(team), [2, 8])
  await page.goBack()
  await pages.getByText('Page 1 of 2').waitFor()
  assert.deepEqual(await used(team), [2, 8])
  assert.deepEqual(visitor.complaints, [])
  await visitor.context.close()
})

test('filters narrow, stand in the address, and become a request that the API takes', LIMIT, async () => {
  const team = await settings.newTeam()
  const visitor = await open(team, team.owner, '/explore?query=hiring')
  const { page } = visitor
  await page.getByRole('combobox', { name: 'Countries' }).click()
  await page.keyboard.type('Germ')
  await page.getByRole('option', { name: 'Germany' }).click()
  await page.keyboard.press('Escape')
  await page.getByLabel('Employees from').fill('100')
  await page.getByLabel('Order').selectOption('score')
  await page.getByRole('button', { name: 'Copy as curl command' }).click()
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
  await page.getByLabel('Employees from').fill('500')
  await page.getByLabel('Employees to').fill('10')
  await search(page).click()
  await page.getByText('nothing can match', { exact: false }).waitFor()
  assert.deepEqual(complaintsBeside(visitor, 422), [])
  await visitor.context.close()
})

test('at a cap it says so before and after, and without API access what it would bring', LIMIT, async () => {
  const team = await settings.newTeam()
  await setLimitOverride(settings.pool, team.teamId, 'dailyRequests', 1)
  const visitor = await open(team, team.owner, '/explore?query=hiring')
  const { page } = visitor
  await search(page).click()
  await page.getByRole('heading', { name: /companies/ }).waitFor()
  await page.getByText('Requests per day are used up, so it would be refused').waitFor()
  await query(page).fill('funding')
  await search(page).click()
  await page.getByRole('alert').getByText('The limit of 1 requests in a day is reached').waitFor()
  assert.deepEqual(await used(team), [1, 3])
  assert.deepEqual(complaintsBeside(visitor, 429), [])
  await visitor.context.close()
  const free = await settings.newTeam('free')
  const other = await open(free, free.owner, '/explore')
  await other.page.getByText('Your team’s plan has no API access').waitFor()
  assert.equal(await search(other.page).count(), 0)
  assert.deepEqual(other.complaints, [])
  await other.context.close()
})

for (const colorScheme of ['light', 'dark'] as const) {
  for (const width of [1_440, 390]) {
    test(
      `results and dossier at ${width} pixels, ${colorScheme}: no serious violation, nothing too wide`,
      LIMIT,
      async () => {
        const team = await settings.newTeam()
        const visitor = await open(team, team.owner, '/explore?query=hiring', { colorScheme, width })
        const { page } = visitor
        const look = async (what: string) => {
          assert.deepEqual(await violations(page), [], what)
          assert.ok(Number(await page.evaluate('document.documentElement.scrollWidth')) <= width, `${what} is too wide`)
        }
        await look('asked')
        await search(page).click()
        await page.getByRole('link', { name: 'Northwind' }).waitFor()
        await look('results')
        await page.getByRole('link', { name: 'Northwind' }).click()
        await page.getByRole('heading', { level: 1, name: 'Northwind' }).waitFor()
        await look('dossier')
        assert.deepEqual(visitor.complaints, [])
        await visitor.context.close()
      },
    )
  }
}
