// `npm run walk`, beside the way of a new owner: a seller who has never seen the screen, and an empty team. Each thinks for two
// seconds before each step. It says when each step was done, and saves a picture of it to ./screenshots/walks.

import assert from 'node:assert/strict'
import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { before, type TestContext, test } from 'node:test'
import type { Page } from 'playwright-core'
import { packageRoot } from '../../src/platform/config/config.ts'
import { Stamper } from '../../src/write/log/index.ts'
import { writeRecords } from '../../src/write/write-path/index.ts'
import { openChromium } from '../harness/chromium.ts'
import { exploreRecords } from '../harness/explore-records.ts'
import { newList } from '../harness/operator.ts'
import { PASSWORD, startSettings } from '../harness/settings.ts'
import { DAY, signal } from '../harness/signals.ts'
import { startReceiver } from '../harness/webhook-receiver.ts'

const FOLDER = join(packageRoot, 'screenshots/walks')
const THINKING_MS = 2_000
before(() => {
  rmSync(FOLDER, { recursive: true, force: true })
  mkdirSync(FOLDER, { recursive: true })
})

/** A window of the browser, and a watch that runs from now. */
async function startWalk(t: TestContext, name: string) {
  const context = await (await openChromium()).newContext({ viewport: { width: 1_280, height: 800 } })
  const page = await context.newPage()
  page.setDefaultTimeout(60_000)
  const began = performance.now()
  const seconds = () => (performance.now() - began) / 1_000
  let steps = 0
  const done = async (step: string) => {
    t.diagnostic(`${seconds().toFixed(1)} s: ${step}`)
    await page.screenshot({ path: join(FOLDER, `${name}-${String(++steps).padStart(2, '0')}.png`) })
    await page.waitForTimeout(THINKING_MS)
  }
  return { page, seconds, done }
}

async function signIn(page: Page, url: string, email: string, password: string): Promise<void> {
  await page.goto(url)
  await page.getByLabel('Email').fill(email)
  await page.waitForTimeout(THINKING_MS)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
}

const job = (domain: string) => {
  const occurredAt = Math.floor(Date.now() / 1_000) - DAY
  const parts = { label: 'Hiring: AI SDR', occurredAt, fields: { jobTitle: 'AI SDR' } }
  return signal(domain, `${domain} AI SDR`, parts)
}

test('a seller has three companies to call, with a reason for each, within two minutes', {
  timeout: 300_000,
}, async (t) => {
  const settings = await startSettings()
  const stamper = new Stamper(settings.db)
  await writeRecords(settings.db, stamper, [...exploreRecords(), job('first.example'), job('second.example')])
  await stamper.stamp()
  const { teamId, member } = await settings.newTeam()
  await newList(settings.pool, teamId, 'my-accounts', 'northwind.example first.example second.example')

  const { page, seconds, done } = await startWalk(t, 'seller')
  await signIn(page, settings.url, member.email, PASSWORD)
  const rows = page.locator('[data-row]')
  await rows.nth(2).waitFor()
  await done('Today, with three companies')
  for (const n of [0, 1, 2]) {
    const link = rows.nth(n).getByRole('heading').getByRole('link')
    const name = await link.innerText()
    await link.click()
    const short = page.getByRole('region', { name: 'Short dossier' })
    await short.getByRole('heading', { name: 'Talking points' }).waitFor()
    assert.match(await short.innerText(), /AI SDR/)
    await done(`read why to call ${name}, and what to say`)
    await page.goBack()
    await rows.nth(2).waitFor()
    await page.waitForTimeout(THINKING_MS)
  }
  assert.ok(seconds() <= 120, `${seconds()} s`)
})

test('an empty team gets its first alert within three minutes', { timeout: 400_000 }, async (t) => {
  const settings = await startSettings({ firehose: true })
  const stamper = new Stamper(settings.db)
  await writeRecords(settings.db, stamper, exploreRecords())
  await stamper.stamp()
  const slack = await startReceiver()
  const { owner } = await settings.newTeam()

  const { page, seconds, done } = await startWalk(t, 'empty-team')
  await signIn(page, settings.url, owner.email, PASSWORD)
  const steps = page.getByRole('region', { name: 'Get started' })
  await steps.getByRole('button', { name: 'Paste domains' }).click()
  await done('signed in, sees where to start')
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox', { name: 'Companies' }).fill('northwind.example harbourline.example')
  await dialog.getByRole('button', { name: 'Create list' }).click()
  await steps.getByText('2 accounts on your lists').waitFor()
  await done('two accounts pasted')
  await steps.getByRole('button', { name: /^Follow Hiring for AI-led outbound/ }).click()
  await steps.getByText('1 followed').waitFor()
  for (const followed of [2, 3]) {
    await steps
      .getByRole('button', { name: /^Follow \D/, pressed: false })
      .first()
      .click()
    await steps.getByText(`${followed} followed`).waitFor()
  }
  await done('three windows followed')
  await steps.getByRole('button', { name: 'Connect Slack' }).click()
  await dialog.getByLabel('Slack webhook URL').fill(`${slack.url}/services/T0/B0/first`)
  await dialog.getByRole('button', { name: 'Connect' }).click()
  await steps.getByRole('button', { name: 'Send a test message' }).waitFor()
  await done('Slack connected')
  await steps.getByRole('button', { name: 'Send a test message' }).click()
  await steps.getByText('4 of 4 done').waitFor()
  await done('a test message arrived')
  const before = slack.received.length
  await writeRecords(settings.db, stamper, [job('harbourline.example')])
  await stamper.stamp()
  for (; slack.received.length === before && seconds() < 240; ) await page.waitForTimeout(200)
  await done('the first alert arrived')
  assert.match(JSON.stringify(slack.received.at(-1)?.event), /harbourline/i)
  assert.ok(seconds() <= 180, `${seconds()} s`)
})
