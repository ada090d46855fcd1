// The life of a webhook, from adding to deleting it, with a real receiver and the real firehose.

import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import type { Browser } from 'playwright-core'
import { contract } from '../../src/settings-contract/index.ts'
import { Stamper } from '../../src/write/log/index.ts'
import { openPage } from '../harness/browser-page.ts'
import { noChromium, openChromium } from '../harness/chromium.ts'
import { writeSignals } from '../harness/firehose.ts'
import { type SettingsService, startSettings } from '../harness/settings.ts'
import { startReceiver } from '../harness/webhook-receiver.ts'

const LIMIT = { timeout: 300_000, skip: noChromium }
let settings: SettingsService
let browser: Browser
before(async () => {
  if (noChromium) return
  settings = await startSettings({ firehose: true })
  browser = await openChromium()
})

test(
  'a webhook is added and tested, delivers new signals, lists them in its log, and is paused and deleted',
  LIMIT,
  async () => {
    const { teamId, owner } = await settings.newTeam()
    const { cookie } = await settings.browserOf(owner, teamId)
    const { page, consoleErrors } = await openPage(browser, { url: settings.url, sessionToken: cookie?.split('=')[1] })
    const receiver = await startReceiver()
    await page.goto('/webhooks')
    await page.getByText('No webhooks yet').waitFor()
    await page.getByRole('button', { name: 'Add webhook' }).first().click()

    await page.getByLabel('Endpoint URL').fill('http://hooks.example.com/')
    await page.getByText(/https/i).locator('visible=true').first().waitFor()
    await page.getByRole('button', { name: 'Add webhook' }).click()
    await page.getByText('Choose at least one signal type.').waitFor()
    await page.getByLabel('Endpoint URL').fill(`${receiver.url}/hook`)
    await page.getByText('The URL format is valid.').waitFor()
    await page
      .getByRole('group', { name: 'Signal types' })
      .getByRole('checkbox', { name: 'Hiring', exact: true })
      .check()
    await page.getByText('Example payload: Hiring', { exact: true }).click()
    await page.getByRole('region', { name: 'Example payload of Hiring', exact: true }).getByText('"jobTitle"').waitFor()
    await page.getByText('Send only some of these signals').click()
    const clauses = page.getByLabel('Only signals that match')
    await clauses.fill('hiring(titel ~ "AI SDR")')
    await page.getByText(/The filter is wrong at character 8/).waitFor()
    await page.getByRole('button', { name: 'Add webhook' }).click()
    await clauses.fill('hiring(title ~ executive)')
    await page.getByLabel('Once per company in how many days').fill('7')
    await page.getByText(/^(The last 7 days had no signals|Of the .* in the last 7 days, )/).waitFor()
    await page.getByRole('button', { name: 'Add webhook' }).click()
    const dialog = page.getByRole('dialog')
    const secret = await dialog.getByRole('group', { name: 'Signing secret' }).locator('code').textContent()
    await dialog.getByText(`PORT=${new URL(receiver.url).port} node examples/receiver/server.js`).waitFor()
    assert.match(secret ?? '', /^whsec_/)
    const key = (await dialog.getByRole('group', { name: 'Authentication key' }).locator('code').textContent()) ?? ''
    assert.match(key, /^whk_\w{32}$/)
    await dialog.getByRole('button', { name: 'Continue to test' }).click()

    await page.getByRole('button', { name: 'Send test event' }).click()
    const tested = page.getByRole('region', { name: 'Test endpoint' })
    await tested.getByText('Delivered', { exact: true }).waitFor()
    await tested.getByText(/status 200/).waitFor()
    assert.equal(receiver.received[0]?.headers.authorization, `Bearer ${key}`)

    await writeSignals(settings.db, new Stamper(settings.db), 'screen', 1)
    await receiver.waitFor(2)
    const tabs = page.getByRole('navigation', { name: 'Webhook' })
    await tabs.getByRole('link', { name: 'Deliveries' }).click()
    const log = page.getByRole('table', { name: 'Events' })
    const drawer = page.getByRole('dialog')
    await log.getByRole('button', { name: 'Test event, Hiring' }).click()
    await drawer.getByText('Succeeded · 200').waitFor()
    await page.keyboard.press('Escape')
    await drawer.waitFor({ state: 'detached' })
    const row = log.getByRole('row').filter({ hasText: 'screen-0.example' })
    for (const until = Date.now() + 30_000; (await row.count()) === 0; ) {
      assert.ok(Date.now() < until, 'the delivery never appears')
      await page.getByRole('button', { name: 'Refresh' }).click()
      await page.waitForTimeout(100)
    }
    await row.getByRole('img', { name: '1 attempt: succeeded (200)' }).waitFor()
    await page.getByLabel('Status').selectOption('Failed')
    await page.getByText('No matching events').waitFor()
    assert.match(page.url(), /state=exhausted/)
    await page.getByRole('button', { name: 'Clear filters' }).click()
    await row.getByRole('button').click()
    await drawer.getByText('Your endpoint accepted it.').waitFor()
    await drawer.getByText('webhook-signature').waitFor()
    const payload = (await drawer.getByRole('region', { name: 'Payload' }).getByText('"eventId"').textContent()) ?? ''
    assert.deepEqual(JSON.parse(payload), receiver.received[1]?.event)
    await drawer.getByRole('link', { name: 'Open as a page' }).click()
    await page.getByRole('heading', { level: 1, name: 'Hiring: screen-0.example' }).waitFor()
    await page.getByText('Your endpoint accepted it.').waitFor()
    await page.getByRole('link', { name: 'Deliveries', exact: true }).click()

    await tabs.getByRole('link', { name: 'Settings' }).click()
    await page.getByRole('button', { name: 'Reveal: Authentication key' }).click()
    await page.getByText(key).waitFor()
    await page.getByRole('button', { name: 'Reveal: Signing secret' }).click()
    await page.getByText(secret ?? '', { exact: true }).waitFor()
    await page.getByRole('button', { name: 'Rotate…: Authentication key' }).click()
    await dialog.getByRole('button', { name: 'Rotate key' }).click()
    await dialog.getByText('Key rotated').waitFor()
    await dialog.getByRole('button', { name: 'Done' }).click()
    await page.getByText('Once per company in 7 days').waitFor()
    await page.getByRole('button', { name: 'Edit' }).click()
    assert.equal(await clauses.inputValue(), 'hiring(title ~ executive)')
    await page.getByLabel('Once per company in how many days').fill('')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Webhook updated').waitFor()
    await page.getByRole('heading', { level: 2, name: 'Endpoint' }).waitFor()
    await page.getByText('Once per company in 7 days').waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Pause' }).click()
    await page.getByRole('button', { name: 'Resume' }).waitFor()
    await page.getByRole('link', { name: 'Webhooks', exact: true }).first().click()
    await page.getByText('Paused', { exact: true }).waitFor()
    await page.getByRole('link', { name: /hook/ }).filter({ hasText: receiver.url }).click()
    await tabs.getByRole('link', { name: 'Settings' }).click()
    await page.getByRole('button', { name: 'Delete…' }).click()
    await dialog.getByRole('button', { name: 'Delete webhook' }).click()
    await page.getByText('No webhooks yet').waitFor()
    assert.deepEqual(consoleErrors, [])
  },
)

test('the test says when an endpoint rejects the key', LIMIT, async () => {
  const { teamId, owner } = await settings.newTeam()
  const { cookie } = await settings.browserOf(owner, teamId)
  const { page } = await openPage(browser, { url: settings.url, sessionToken: cookie?.split('=')[1] })
  const receiver = await startReceiver((_received, response) => void response.writeHead(401).end('no, thank you'))
  await page.goto('/webhooks/new')
  await page.getByLabel('Endpoint URL').fill(`${receiver.url}/hook`)
  await page.getByRole('checkbox', { name: 'Funding', exact: true }).check()
  await page.getByLabel('Use my own').check()
  await page.getByLabel('Your key').fill('short')
  await page.getByRole('button', { name: 'Add webhook' }).click()
  await page.getByText('Use at least 16 characters.').waitFor()
  await page.getByLabel('Your key').fill('my-own-key-of-some-length')
  await page.getByRole('button', { name: 'Add webhook' }).click()
  await page.getByRole('button', { name: 'Continue to test' }).click()
  await page.getByRole('button', { name: 'Send test event' }).click()
  await page.getByText('Not delivered', { exact: true }).waitFor()
  await page.getByText('no, thank you').first().waitFor()
  await page
    .getByText(/does not accept|authentication key/i)
    .first()
    .waitFor()
  assert.equal(receiver.received[0]?.headers.authorization, 'Bearer my-own-key-of-some-length')
})

test('the address of a webhook that does not exist shows an error, and offers no retry', LIMIT, async () => {
  const { teamId, owner } = await settings.newTeam()
  const { cookie } = await settings.browserOf(owner, teamId)
  const { page } = await openPage(browser, { url: settings.url, sessionToken: cookie?.split('=')[1] })
  for (const path of ['garbage', '6f0c1a52-0000-4000-8000-000000000000', 'garbage/edit']) {
    await page.goto(`/webhooks/${path}`)
    await page.getByText('This webhook doesn’t exist.').waitFor()
    assert.equal(await page.getByRole('button', { name: 'Try again' }).count(), 0)
  }
  await page.goto('/webhooks/garbage/events/1')
  await page.getByText('This event doesn’t exist for this webhook').waitFor()
})

test('a webhook that is deleted elsewhere is no longer shown, nor are its buttons', LIMIT, async () => {
  const { teamId, owner } = await settings.newTeam()
  const owners = await settings.browserOf(owner, teamId)
  const { webhook } = await owners.call(contract.createWebhook, {
    body: { url: 'https://hooks.example.com/', types: ['hiring'], authKey: null, filter: null },
  })
  const { page } = await openPage(browser, { url: settings.url, sessionToken: owners.cookie?.split('=')[1] })
  await page.goto(`/webhooks/${webhook.id}`)
  await page.getByRole('button', { name: 'Send test event' }).waitFor()
  await owners.call(contract.deleteWebhook, { params: { webhookId: webhook.id } })
  await page.getByText('This webhook doesn’t exist.').waitFor()
  assert.equal(await page.getByRole('main').getByRole('button').count(), 0)
})
