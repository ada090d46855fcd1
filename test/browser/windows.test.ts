// The table of buying windows in a real browser: walked by keyboard, with the short dossier beside it.

import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { before, test } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import { Stamper } from '../../src/write/log/index.ts'
import { writeRecords } from '../../src/write/write-path/index.ts'
import { noChromium, openChromium } from '../harness/chromium.ts'
import { openTestDatabase } from '../harness/database.ts'
import { exploreRecords } from '../harness/explore-records.ts'
import { newList } from '../harness/operator.ts'
import { type SettingsService, startSettings } from '../harness/settings.ts'
import { DAY, signal } from '../harness/signals.ts'
import { openSignedIn } from '../harness/signed-in-page.ts'

const LIMIT = { timeout: 300_000, skip: noChromium }
let settings: SettingsService
let browser: Browser
before(async () => {
  if (noChromium) return
  const db = await openTestDatabase()
  const old = signal('harbourline.example', 'old', {
    label: 'Hiring: AI SDR',
    occurredAt: Math.floor(Date.now() / 1_000) - 40 * DAY,
    fields: { jobTitle: 'AI SDR', function: 'sales' },
  })
  await writeRecords(db, new Stamper(db), [old, ...exploreRecords()])
  settings = await startSettings({ databaseUrl: db.url })
  browser = await openChromium()
})

const focusedText = (page: Page) => page.evaluate('document.activeElement?.textContent')
const panel = (page: Page, name: string) => page.getByRole('complementary', { name: `${name}: short dossier` })

test(
  'J and K walk the rows, Enter opens the short dossier, Escape closes it, and Back returns to the row',
  LIMIT,
  async () => {
    const { teamId, member } = await settings.newTeam()
    const visit = { person: member, teamId, path: '/windows?window=ai-sdr-hiring' }
    const { page, consoleErrors } = await openSignedIn(browser, settings, visit, { width: 1_440 })
    await page.getByRole('button', { name: 'Harbourline', exact: true }).waitFor()
    await page.keyboard.press('j')
    assert.equal(await focusedText(page), 'Northwind')
    await page.keyboard.press('Enter')
    await panel(page, 'Northwind').getByText('The job “AI SDR” was posted 4 days ago.').waitFor()
    await page.keyboard.press('j')
    await panel(page, 'Harbourline').getByRole('heading', { name: 'Talking points' }).waitFor()
    assert.match(page.url(), /window=ai-sdr-hiring&open=ai-sdr-hiring/)
    await page.keyboard.press('Escape')
    await panel(page, 'Harbourline').waitFor({ state: 'detached' })
    assert.equal(await focusedText(page), 'Harbourline')
    await page.keyboard.press('k')
    await page.keyboard.press('Enter')
    // Once more, to go into the panel.
    await panel(page, 'Northwind').getByText('Latest signals').waitFor()
    await page.keyboard.press('Enter')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await page.getByText('Open the dossier of Northwind?').waitFor()
    await page.goBack()
    await panel(page, 'Northwind').getByText('Latest signals').waitFor()
    await page.waitForFunction(`document.activeElement?.textContent === 'Northwind'`)
    assert.deepEqual(consoleErrors, [])
  },
)

test('a row is dismissed and taken back, put on a list, and saved with the others as CSV', LIMIT, async () => {
  const { teamId, member } = await settings.newTeam()
  await newList(settings.pool, teamId, 'calls', 'other.example')
  const visit = { person: member, teamId, path: '/windows' }
  const { page, consoleErrors } = await openSignedIn(browser, settings, visit, { width: 1_440 })
  const shown = page.getByRole('button', { name: 'Harbourline', exact: true })
  await shown.waitFor()
  await page.getByLabel('Closes').selectOption('7')
  await page.getByRole('button', { name: 'Northwind', exact: true }).waitFor({ state: 'detached' })
  assert.match(page.url(), /days=7/)
  await shown.focus()
  await page.keyboard.press('x')
  await page.getByText('No open window').waitFor()
  await page.getByRole('button', { name: 'Undo' }).click()
  await shown.waitFor()
  await shown.focus()
  await page.keyboard.press('l')
  await page.getByRole('dialog').getByRole('button', { name: 'Add', exact: true }).click()
  await page.getByText('Added to calls').waitFor()
  const downloading = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download CSV (1 row)' }).click()
  const csv = readFileSync(await (await downloading).path(), 'utf8')
  assert.match(csv, /^\uFEFF"Company","Window","Why now"/)
  assert.match(csv, /"Harbourline","Hiring for AI-led outbound","The job “AI SDR” has been open for 40 days[^"]*\."/)
  assert.deepEqual(consoleErrors, [])
})
