// From Explore to a first alert in Slack, and the link in it that mutes: one flow in a real browser.

import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import type { Browser } from 'playwright-core'
import { Stamper } from '../../src/features/log/index.ts'
import { writeRecords } from '../../src/features/write-path/index.ts'
import { openPage } from '../harness/browser-page.ts'
import { noChromium, openChromium } from '../harness/chromium.ts'
import { type SettingsService, startSettings } from '../harness/settings.ts'
import { signal } from '../harness/signals.ts'
import { openSignedIn } from '../harness/signed-in-page.ts'
import { violations } from '../harness/violations.ts'
import { startReceiver, type WebhookReceiver } from '../harness/webhook-receiver.ts'

const LIMIT = { timeout: 120_000, skip: noChromium }
let settings: SettingsService
let browser: Browser
let slack: WebhookReceiver

before(async () => {
  if (noChromium) return
  settings = await startSettings({ firehose: true })
  browser = await openChromium()
  slack = await startReceiver((_received, response) => response.end('ok'))
})

const job = (name: string) =>
  signal(`${name}.example`, name, {
    company: { domain: `${name}.example`, name: name[0]?.toUpperCase() + name.slice(1) },
    label: 'Hiring: AI SDR',
    fields: { jobTitle: 'AI SDR' },
  })

const write = (...names: string[]) => writeRecords(settings.db, new Stamper(settings.db), names.map(job))

test('a search is saved in Explore, rings in Slack, and its link mutes', LIMIT, async () => {
  const { teamId, owner } = await settings.newTeam()
  await write('here')
  const visitor = await openSignedIn(browser, settings, { person: owner, teamId, path: '/alerts' })
  const { page } = visitor
  await page.getByText('No alerts yet').waitFor()
  await page.getByRole('button', { name: 'Open Explore' }).click()
  await page.getByRole('textbox', { name: 'Signal query' }).fill('hiring(title ~ "AI SDR")')
  await page.getByRole('button', { name: 'Search', exact: true }).click()
  await page.getByRole('button', { name: 'Save and alert me' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Save and alert me' }).click()
  await dialog.getByText('Give it a name.').waitFor()
  await dialog.getByLabel('Name').fill('AI SDRs')
  await dialog.getByLabel('Slack webhook URL').fill(`${slack.url}/services/T0/B0/secret`)
  assert.deepEqual(await violations(page), [])
  await dialog.getByRole('button', { name: 'Save and alert me' }).click()
  await page.getByRole('heading', { name: 'AI SDRs' }).waitFor()
  await page.getByText('One company matches now.').waitFor()
  await page.getByText('Nothing yet').waitFor()

  await write('northwind')
  await slack.waitFor(1, 60_000)
  const message = JSON.parse(slack.received[0]?.body ?? '') as { text: string; blocks: unknown[] }
  assert.equal(message.text, 'Northwind now matches "AI SDRs"')
  await page.getByRole('cell', { name: 'Northwind', exact: true }).waitFor()
  await page.getByText('Sent (200)').waitFor()
  assert.deepEqual(await violations(page), [])
  assert.ok(!(await page.content()).includes('/services/T0'), 'the Slack URL is a secret')

  const [, link = ''] = /<([^|>]+)\|Mute this company>/.exec(JSON.stringify(message.blocks)) ?? []
  assert.ok(link.startsWith(settings.url))
  const guest = await openPage(browser, { url: settings.url })
  await guest.page.goto(link)
  await guest.page.getByText('Stop alerts about Northwind in the search AI SDRs?').waitFor()
  assert.deepEqual(await violations(guest.page), [])
  await guest.page.getByRole('button', { name: 'Mute this company' }).click()
  await guest.page.getByText('You get no more of these alerts.').waitFor()
  await guest.page.goto('about:blank')
  await guest.page.goto(link)
  await guest.page.getByText('This link was used already.').waitFor()
  await guest.page.goto('about:blank')
  await guest.page.goto(`${settings.url}/mute#v1.k1.forged`)
  await guest.page.getByText('This link is not valid.').waitFor()

  await page.getByRole('button', { name: 'Actions for Northwind' }).click()
  await page.getByRole('menuitem', { name: 'Let it ring again' }).click()
  await page.getByText('Northwind rings again').waitFor()
  await page.getByRole('button', { name: 'Pause' }).click()
  await page.getByText('rings nothing until you resume it').waitFor()
  await page.getByRole('button', { name: 'Delete…' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete alert' }).click()
  await page.getByText('No alerts yet').waitFor()
  assert.deepEqual(
    [...visitor.consoleErrors, ...guest.consoleErrors].filter((text) => !text.includes('status of 422')),
    [],
  )
})
