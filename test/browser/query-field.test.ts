// The field of the signal query in a real browser: completion with the keyboard, and the limit on its length.

import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import { parseSignalQuery } from '../../src/query/index.ts'
import { MAX_QUERY_LENGTH } from '../../src/settings-contract/index.ts'
import { Stamper } from '../../src/write/log/index.ts'
import { writeRecords } from '../../src/write/write-path/index.ts'
import { noChromium, openChromium } from '../harness/chromium.ts'
import { exploreRecords } from '../harness/explore-records.ts'
import { type Person, type SettingsService, startSettings, type TestTeam } from '../harness/settings.ts'
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

const open = ({ teamId }: TestTeam, person: Person, path: string) =>
  openSignedIn(browser, settings, { person, teamId, path })
const query = (page: Page) => page.getByRole('textbox', { name: 'Signal query' })

test('moving the caret closes the list of words, so Enter leaves the query as it is', LIMIT, async () => {
  const team = await settings.newTeam()
  const { page } = await open(team, team.owner, '/explore')
  await page.getByText('Left today: 200 companies').waitFor()
  for (const [typed, offered, moves] of [
    ['hir', 'hiring', ['ArrowLeft', 'ArrowLeft']],
    ['hiring(fu', 'function', ['Home']],
  ] as const) {
    await query(page).fill('')
    await page.keyboard.type(typed)
    await page.getByRole('option', { name: offered }).first().waitFor()
    for (const key of moves) await page.keyboard.press(key)
    await page.getByRole('listbox', { name: 'Suggestions' }).waitFor({ state: 'hidden' })
    await page.keyboard.press('Enter')
    await page.waitForURL((url) => url.searchParams.get('query') === typed)
    assert.equal(await query(page).inputValue(), typed)
  }
})

test('the length of a query is reported before the API rejects it', LIMIT, async () => {
  const team = await settings.newTeam()
  const visitor = await open(team, team.owner, '/explore')
  const { page } = visitor
  const long = (length: number) => `hiring(title ~ "${'x'.repeat(length - 'hiring(title ~ "")'.length)}")`
  assert.doesNotThrow(() => parseSignalQuery(long(MAX_QUERY_LENGTH)))
  assert.throws(() => parseSignalQuery(long(MAX_QUERY_LENGTH + 1)), /at most 1000 characters/)
  await query(page).fill(long(900))
  await page.getByText('900 of 1,000 characters.').waitFor()
  await query(page).fill(long(1_001))
  await page.getByText('1,001 characters. A query can have at most 1,000.').waitFor()
})

test('types, fields and values are completed with the keyboard alone', LIMIT, async () => {
  const team = await settings.newTeam()
  const visitor = await open(team, team.owner, '/explore')
  const { page } = visitor
  await page.getByText('Left today: 200 companies').waitFor()
  await query(page).focus()
  const accept = async (typed: string, suggestion: string) => {
    await page.keyboard.type(typed)
    await page.getByRole('option', { name: suggestion }).first().waitFor()
    await page.keyboard.press('Enter')
  }
  await accept('hir', 'hiring')
  await accept('(func', 'function')
  await accept('sal', 'sales')
  await page.keyboard.type(', with')
  await page.getByRole('option', { name: 'within' }).waitFor()
  const list = page.getByRole('listbox', { name: 'Suggestions' })
  assert.ok(await list.isVisible())
  assert.deepEqual(await violations(page), [], 'with the list open')
  await page.keyboard.press('Escape')
  assert.ok(await list.isHidden())
  await page.keyboard.type('in: 90d)')
  assert.equal(await query(page).inputValue(), 'hiring(function: sales, within: 90d)')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: /compan/ }).waitFor()
  await page.getByRole('link', { name: 'Northwind' }).waitFor()
  assert.deepEqual(visitor.consoleErrors, [])
})
