import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import type { Browser } from 'playwright-core'
import { Stamper } from '../../src/write/log/index.ts'
import { companyId, writeRecords } from '../../src/write/write-path/index.ts'
import { noChromium, openChromium } from '../harness/chromium.ts'
import { exploreRecords } from '../harness/explore-records.ts'
import { type SettingsService, startSettings } from '../harness/settings.ts'
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

test('one click judges a signal, a word can follow, and a second click takes it back', LIMIT, async () => {
  const { teamId, owner } = await settings.newTeam()
  const path = `/explore/companies/${companyId('northwind.example')}`
  const { page, consoleErrors } = await openSignedIn(browser, settings, { person: owner, teamId, path })
  await page.getByRole('button', { name: 'Open dossier' }).click()
  const wrong = page.getByRole('button', { name: 'Wrong: AI SDR', exact: true })
  await wrong.first().waitFor()
  assert.equal(await wrong.count(), 1, 'where it is listed, and not under each statement that rests on it')

  const given = page.waitForResponse('**/settings-api/feedback')
  await wrong.first().click()
  assert.equal((await given).status(), 200)
  await page.getByRole('status').getByText('Marked as wrong').waitFor()
  for (const each of await wrong.all()) assert.equal(await each.getAttribute('aria-pressed'), 'true')

  await page.getByRole('button', { name: 'Add a word' }).first().click()
  const field = page.getByLabel('What’s wrong? (optional)')
  await field.fill('Closed last week')
  assert.deepEqual(await violations(page), [])
  await field.press('Enter')
  await page.getByRole('button', { name: '“Closed last week”' }).first().waitFor()

  await wrong.last().click()
  await page.getByRole('status').getByText('Verdict removed').waitFor()
  for (const each of await wrong.all()) assert.equal(await each.getAttribute('aria-pressed'), 'false')

  await page.route('**/settings-api/feedback', (route) =>
    route.request().method() === 'PUT' ? route.abort('connectionrefused') : route.continue(),
  )
  await page.getByRole('button', { name: 'Useful: Why now' }).first().click()
  await page
    .getByRole('status')
    .getByText(/Can’t reach/)
    .waitFor()
  await page.locator('[aria-label="Useful: Why now"][aria-pressed="false"]').first().waitFor()
  assert.deepEqual(
    consoleErrors.filter((text) => !text.includes('ERR_CONNECTION_REFUSED')),
    [],
  )
})
