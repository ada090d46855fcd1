// The API reference and the query guide within the screen: a person who is signed in tries calls as oneself, with the
// allowance of people.

import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import type { Browser } from 'playwright-core'
import { contract } from '../../src/settings-contract/index.ts'
import { Stamper } from '../../src/write/log/index.ts'
import { writeRecords } from '../../src/write/write-path/index.ts'
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
  const stamper = new Stamper(settings.db)
  await writeRecords(settings.db, stamper, exploreRecords())
  await stamper.stamp()
  browser = await openChromium()
})

test('a member tries calls with the allowance of people, and the API’s limits stay untouched', LIMIT, async () => {
  const { teamId, member } = await settings.newTeam()
  const visit = { person: member, teamId, path: '/usage' }
  const { page, consoleErrors } = await openSignedIn(browser, settings, visit)
  await page.getByRole('link', { name: 'API reference' }).click()
  await page.locator('h1:focus', { hasText: 'API reference' }).waitFor()
  await page.getByText(/200 of your 200 companies are left today/).waitFor()

  const search = page.getByRole('region', { name: 'Search companies by their signals' })
  await search.getByText('Try it').click()
  await search.getByLabel('Request body').fill('{ "signal_query": "hiring(" }')
  await search.getByRole('button', { name: 'Send request' }).click()
  await search.getByText(/^Status 422 in/).waitFor()
  await search.getByLabel('Request body').fill('{ "signal_query": "hiring" }')
  await search.getByRole('button', { name: 'Send request' }).click()
  await search.getByText(/^Status 200 in/).waitFor()
  await search.getByRole('region', { name: 'Reply' }).getByText('"signalCounts"').first().waitFor()

  const slice = page.getByRole('region', { name: 'Search inside a slice' })
  await slice.getByText('Try it').click()
  await slice.getByLabel('scoreMin', { exact: true }).fill('1')
  const asked = page.waitForRequest('**/settings-api/explore/slices?slice=ai-sdr-hiring&scoreMin=1')
  await slice.getByRole('button', { name: 'Send request' }).click()
  await asked
  await slice.getByText(/^Status 200 in/).waitFor()

  const stats = page.getByRole('region', { name: 'Get the current budgets' })
  await stats.getByText('Try it').click()
  await stats.getByText('This call is about a key').waitFor()
  assert.deepEqual(await violations(page), [])

  const api = await settings.browserOf(member, teamId)
  const { you } = await api.call(contract.getPeopleUsage, {})
  assert.ok(you.used > 0)
  await page.getByText(new RegExp(`${you.remaining} of your 200 companies are left today`)).waitFor()
  const { buckets } = await api.call(contract.getUsage, {})
  assert.ok(buckets.every(({ used }) => used === 0))
  assert.deepEqual(
    consoleErrors.filter((line) => !line.includes('422')),
    [],
  )
})

test('the query guide is in the same navigation, and its contents lead to its sections', LIMIT, async () => {
  const { teamId, member } = await settings.newTeam()
  const visit = { person: member, teamId, path: '/docs' }
  const { page, consoleErrors } = await openSignedIn(browser, settings, visit)
  await page.getByRole('navigation', { name: 'Documentation' }).getByRole('link', { name: 'Query guide' }).click()
  const contents = page.getByRole('navigation', { name: 'On this page' })
  await contents.getByRole('link', { name: 'Ten examples' }).waitFor()
  await contents.getByRole('link').last().click()
  assert.notEqual(new URL(page.url()).hash, '')
  await page.reload()
  await page.getByRole('heading', { name: 'Ten examples' }).waitFor()
  const top = page.evaluate(`document.getElementById(location.hash.slice(1)).getBoundingClientRect().top`)
  assert.ok(Number(await top) < 900, 'a link to a section shows it')
  const current = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'API reference' })
  assert.equal(await current.getAttribute('aria-current'), 'page')
  assert.deepEqual(consoleErrors, [])
})
