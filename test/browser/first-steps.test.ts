// The first five minutes: from an empty team to a first alert, and from a new key to a tested webhook, without leaving Today
// for more than one page. And what a member is offered.

import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import { contract } from '../../src/settings-contract/index.ts'
import { Stamper } from '../../src/write/log/index.ts'
import { writeRecords } from '../../src/write/write-path/index.ts'
import { noChromium, openChromium } from '../harness/chromium.ts'
import { exploreRecords } from '../harness/explore-records.ts'
import { type SettingsService, startSettings } from '../harness/settings.ts'
import { openSignedIn } from '../harness/signed-in-page.ts'
import { violations } from '../harness/violations.ts'
import { startReceiver, type WebhookReceiver } from '../harness/webhook-receiver.ts'

const LIMIT = { timeout: 300_000, skip: noChromium }
let settings: SettingsService
let browser: Browser
let receiver: WebhookReceiver
before(async () => {
  if (noChromium) return
  settings = await startSettings({ firehose: true })
  browser = await openChromium()
  receiver = await startReceiver()
  const stamper = new Stamper(settings.db)
  await writeRecords(settings.db, stamper, exploreRecords())
  await stamper.stamp()
})

const stepsOf = (page: Page) => page.getByRole('region', { name: 'Get started' })
const doneSteps = (page: Page, done: string) => stepsOf(page).getByRole('status').getByText(done).waitFor()

test('a seller comes from an empty team to a first alert, step by step on Today', LIMIT, async () => {
  const { teamId, owner } = await settings.newTeam()
  const { page } = await openSignedIn(browser, settings, { person: owner, teamId, path: '/' })
  const steps = stepsOf(page)
  await doneSteps(page, '0 of 4 done')
  assert.deepEqual(await violations(page), [])

  await steps.getByRole('button', { name: 'Paste domains' }).click()
  await page
    .getByRole('dialog')
    .getByRole('textbox', { name: 'Companies' })
    .fill('northwind.example harbourline.example')
  await page.getByRole('dialog').getByRole('button', { name: 'Create list' }).click()
  await doneSteps(page, '1 of 4 done')
  await steps.getByText('2 accounts on your lists').waitFor()

  for (const followed of [1, 2, 3]) {
    await steps
      .getByRole('button', { name: /^Follow \D/, pressed: false })
      .first()
      .click()
    await steps.getByText(`${followed} followed`).waitFor()
  }
  await doneSteps(page, '2 of 4 done')

  await steps.getByRole('button', { name: 'Connect Slack' }).click()
  await page.getByRole('dialog').getByLabel('Slack webhook URL').fill(`${receiver.url}/services/T0/B0/first`)
  assert.deepEqual(await violations(page), [])
  await page.getByRole('dialog').getByRole('button', { name: 'Connect' }).click()
  await doneSteps(page, '3 of 4 done')

  await steps.getByRole('button', { name: 'Send a test message' }).click()
  await doneSteps(page, '4 of 4 done')
  assert.match(String(receiver.received[0]?.event.text), /^Test message of/)
  assert.deepEqual(await violations(page), [])

  // A person who joins a team that has it all is asked for nothing.
  await page.reload()
  await page.getByRole('heading', { name: 'New in the last 7 days' }).waitFor()
  assert.equal(await steps.count(), 0)
})

test('a developer’s steps tick by themselves, from a key to a tested webhook', LIMIT, async () => {
  const { teamId, owner } = await settings.newTeam()
  const { page } = await openSignedIn(browser, settings, { person: owner, teamId, path: '/today' })
  const steps = stepsOf(page)
  await steps.getByText('Developers', { exact: true }).click()
  await doneSteps(page, '0 of 5 done')
  await steps.getByRole('button', { name: 'Create a key' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name').fill('First')
  await dialog.getByRole('button', { name: 'Create key' }).click()
  const key = (await dialog.getByText(/^psk_/).first().textContent()) ?? ''
  await dialog.getByRole('button', { name: 'Done' }).click()
  await doneSteps(page, '1 of 5 done')
  await steps.getByRole('button', { name: 'Copy request' }).click()
  await doneSteps(page, '2 of 5 done')

  // No reload: the page notices the request.
  const reply = await fetch(`${settings.url}/api/v1/stats`, { headers: { authorization: `Bearer ${key.trim()}` } })
  assert.equal(reply.status, 200)
  await doneSteps(page, '3 of 5 done')
  const owners = await settings.browserOf(owner, teamId)
  await owners.call(contract.createWebhook, {
    body: { url: `${receiver.url}/hook`, types: ['hiring'], authKey: null },
  })
  await doneSteps(page, '4 of 5 done')
  await steps.getByRole('button', { name: 'Send a test event' }).click()
  await doneSteps(page, '5 of 5 done')
  await steps.getByText('All done.').waitFor()
  assert.deepEqual(await violations(page), [])
})

test('a member sees what only owners can do, and hiding the steps is remembered', LIMIT, async () => {
  const { teamId, member, owner } = await settings.newTeam()
  const { page } = await openSignedIn(browser, settings, { person: member, teamId, path: '/today' })
  const steps = stepsOf(page)
  await steps.getByRole('button', { name: 'Get alerts by email' }).click()
  await steps.getByText('only owners connect Slack').waitFor()
  assert.equal(await steps.getByRole('button', { name: 'Connect Slack' }).count(), 0)
  await steps.getByText('Developers', { exact: true }).click()
  await steps.getByText('Owners create keys and webhooks.').waitFor()
  assert.equal(await steps.getByRole('button', { name: 'Create a key' }).count(), 0)
  assert.deepEqual(await violations(page), [])

  await steps.getByRole('button', { name: 'Hide' }).click()
  await steps.waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Undo' }).click()
  await steps.getByRole('button', { name: 'Hide' }).click()
  await steps.waitFor({ state: 'detached' })
  await page.reload()
  await page.getByRole('heading', { name: 'Whose windows do you want to see?' }).waitFor()
  assert.equal(await steps.count(), 0)
  const other = await openSignedIn(browser, settings, { person: owner, teamId, path: '/today' })
  await stepsOf(other.page).waitFor()
})

test('a member saves a search for themselves in Explore, without a destination', LIMIT, async () => {
  const { teamId, member } = await settings.newTeam()
  const path = '/explore?query=hiring'
  const { page } = await openSignedIn(browser, settings, { person: member, teamId, path })
  await page.getByRole('button', { name: 'Search', exact: true }).click()
  await page.getByRole('button', { name: 'Save and alert me' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText('Ask an owner to send alerts to Slack or a webhook.').waitFor()
  assert.equal(await dialog.getByText('Webhook', { exact: true }).count(), 0)
  assert.deepEqual(await violations(page), [])
  await dialog.getByRole('button', { name: 'Save and alert me' }).click()
  await page.getByText('New matches appear on Today, for everyone in your team.').waitFor()
  await page.getByRole('button', { name: 'Open the alert' }).click()
  await page.getByText('Shown on Today').waitFor()
  await page.getByRole('button', { name: 'Edit' }).click()
  await page.getByLabel('Name').fill('Mine')
  await page.getByRole('button', { name: 'Save changes' }).click()
  await page.getByRole('heading', { name: 'Mine' }).waitFor()
})
