// `npm run walk`: the whole way of a new owner in a browser, from 50 pasted domains to tasks in a CRM, on made-up websites and job
// boards. It says when each step was done, and saves a picture of it to ./screenshots/walk. A person who thinks for two
// seconds before each step has to be done within five minutes.

import assert from 'node:assert/strict'
import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { packageRoot } from '../../src/platform/config/config.ts'
import { openChromium } from '../harness/chromium.ts'
import { collectFromDemo } from '../harness/collect-from-demo.ts'
import { HubSpotServer } from '../harness/hubspot-server.ts'
import { PASSWORD, startSettings } from '../harness/settings.ts'

const FOLDER = join(packageRoot, 'screenshots/walk')
const DOMAINS = Array.from({ length: 50 }, (_, i) => `account-${i + 3}.example`)
/** Their careers pages link boards that don't say whose they are. */
const BOARDS_TO_DECIDE = 2
const THINKING_MS = 2_000

test('a new owner has tasks in the CRM within five minutes', { timeout: 400_000 }, async (t) => {
  const settings = await startSettings({ firehose: true, env: { COLLECT_CONTACT: 'owner@example.com' } })
  await collectFromDemo(settings.db, { all: true })
  const hubspot = await new HubSpotServer().start()
  for (const domain of DOMAINS) hubspot.addCompany(domain, { hubspot_owner_id: '77' })
  const { owner } = await settings.newTeam()
  const context = await (await openChromium()).newContext({ viewport: { width: 1_280, height: 1_000 } })
  const page = await context.newPage()
  page.setDefaultTimeout(60_000)
  rmSync(FOLDER, { recursive: true, force: true })
  mkdirSync(FOLDER, { recursive: true })

  const began = performance.now()
  const seconds = (since = began) => (performance.now() - since) / 1_000
  let steps = 0
  const done = async (step: string) => {
    t.diagnostic(`${seconds().toFixed(1)} s: ${step}`)
    await page.screenshot({ path: join(FOLDER, `${String(++steps).padStart(2, '0')}.png`) })
    await page.waitForTimeout(THINKING_MS)
  }

  await page.goto(settings.url)
  await page.getByLabel('Email').fill(owner.email)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByRole('button', { name: 'Paste domains' }).waitFor()
  await done('signed in')
  await page.getByRole('button', { name: 'Paste domains' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox', { name: 'Companies' }).fill(DOMAINS.join('\n'))
  await dialog.getByRole('button', { name: 'Create list' }).click()
  await page.getByRole('button', { name: 'Monitor these companies' }).waitFor()
  await done('50 domains pasted')
  await page.getByRole('button', { name: 'Monitor these companies' }).click()
  const monitored = performance.now()
  await page.getByRole('button', { name: 'See progress' }).click()
  await page.getByText('Job board found').first().waitFor()
  const first = seconds(monitored)
  await page.getByText('50 of 50 checked').waitFor()
  const all = seconds(monitored)
  await done(`first board after ${first.toFixed(1)} s, all 50 checked after ${all.toFixed(1)} s`)
  await acceptBoards(page)
  await done('two boards accepted')
  const ready = page.getByRole('region', { name: 'Ready when' })
  await ready.getByText('monitored for 50 of 50').first().waitFor()
  const surge = await ready.getByRole('listitem').filter({ hasText: 'Hiring much faster than usual' }).innerText()
  assert.match(surge, /Ready from .*, when 120 days have been seen/)
  await ready.scrollIntoViewIfNeeded()
  await done('saw what each window is ready for')

  await page.getByRole('link', { name: 'Today' }).click()
  // Folded for a returning person.
  const next = page.getByRole('button', { name: 'Next: Follow 3 windows' })
  const offered = page.getByRole('button', { name: /^Follow \D/, pressed: false }).first()
  await next.or(offered).waitFor()
  if (await next.isVisible()) await next.click()
  for (const followed of [1, 2, 3]) {
    await offered.click()
    await page.getByText(`${followed} followed`).waitFor()
  }
  await done('three windows followed')
  await page.getByRole('link', { name: 'Or write them to your CRM' }).click()
  await page.getByLabel('Access token').fill(hubspot.token)
  await page.getByLabel('Address').fill(hubspot.url)
  await page.getByRole('button', { name: 'Test and connect' }).click()
  await page.getByText('HubSpot account 4711').waitFor()
  await done('CRM connected')
  for (const box of await page.getByRole('group', { name: 'Windows' }).getByRole('checkbox').all()) await box.check()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByText('Saved', { exact: true }).waitFor()
  await done('windows chosen')
  await page.getByRole('button', { name: /^Send what matches “Hiring for AI-led outbound” now/ }).click()
  await page.getByText(/on (?:its|their) way/).waitFor()
  await page.getByRole('cell', { name: 'Written' }).first().waitFor()
  assert.ok(hubspot.tasks.length > 0)
  await done(`${hubspot.tasks.length} tasks in the CRM`)
  const total = seconds()
  assert.ok(first <= 15 && all <= 60 && total <= 300, `${first} ${all} ${total}`)
  assert.match(hubspot.tasks[0]?.hs_task_body ?? '', /Whom to approach: Likely: /)
  await page.getByRole('link', { name: 'Today' }).click()
  await page.getByText('5 of 5 done').waitFor()
  await done('all first steps done')
})

async function acceptBoards(page: Page): Promise<void> {
  const boards = page.getByRole('region', { name: 'Boards that need a decision' })
  for (let accepted = 0; accepted < BOARDS_TO_DECIDE; accepted++) {
    await boards
      .getByRole('button', { name: /^Accept/ })
      .first()
      .click()
    await page.getByText(`Accepted for Account`).nth(accepted).waitFor()
  }
  await boards.waitFor({ state: 'detached' })
}
