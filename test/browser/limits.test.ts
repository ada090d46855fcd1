// Limits are shown before they reject something, and an error is shown once.

import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import type { Browser } from 'playwright-core'
import { markAsRestored } from '../../src/deliver/firehose/index.ts'
import { contract } from '../../src/settings-contract/index.ts'
import { noChromium, openChromium } from '../harness/chromium.ts'
import { createKey } from '../harness/operator.ts'
import { type Person, type SettingsService, startSettings } from '../harness/settings.ts'
import { openSignedIn } from '../harness/signed-in-page.ts'

const LIMIT = { timeout: 300_000, skip: noChromium }
let settings: SettingsService
let browser: Browser
before(async () => {
  if (noChromium) return
  settings = await startSettings()
  browser = await openChromium()
})

const openAs = (person: Person, teamId: string, path: string) =>
  openSignedIn(browser, settings, { person, teamId, path })

test('the limit on keys is shown near it, and at it nothing offers another key', LIMIT, async () => {
  const { teamId, owner } = await settings.newTeam()
  for (let i = 0; i < 49; i++) await createKey(settings.pool, teamId, { name: `Key ${i}` })
  const { page } = await openAs(owner, teamId, '/keys')
  await page.getByText('49 of at most 50 working keys.').waitFor()
  await page.getByRole('button', { name: 'Create key' }).click()
  await page.getByLabel('Name').fill('The last one')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Done' }).click()
  await page.getByText('A team can have up to 50 working keys. Revoke one to create another.').waitFor()
  assert.equal(await page.getByRole('button', { name: 'Create key' }).count(), 0)
})

test('the limits on invitations and webhooks are shown before the form is sent', LIMIT, async () => {
  const { teamId, owner } = await settings.newTeam()
  const owners = await settings.browserOf(owner, teamId)
  for (let i = 0; i < 50; i++) {
    await owners.call(contract.createInvitation, { body: { email: `person-${i}@acme.example`, role: 'member' } })
  }
  for (let i = 0; i < 10; i++) {
    const url = `https://hooks.acme.example/${i}`
    await owners.call(contract.createWebhook, { body: { url, types: ['hiring'], authKey: null } })
  }
  const { page } = await openAs(owner, teamId, '/team')
  await page.getByText('A team can have up to 50 open invitations and 500 members.').waitFor()
  assert.equal(await page.getByRole('button', { name: 'Invite member' }).count(), 0)
  await page.goto('/webhooks/new')
  await page.getByText('A team can have up to 10 webhooks. Delete one to add another.').waitFor()
})

test(
  'a name that the service would reject is reported while it is typed, and a joined emoji is accepted',
  LIMIT,
  async () => {
    const { teamId, owner } = await settings.newTeam()
    const { page } = await openAs(owner, teamId, '/keys')
    await page.getByRole('button', { name: 'Create key' }).first().click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Name').fill('x'.repeat(101))
    await dialog.getByText('Use at most 100 characters.').waitFor()
    await dialog.getByLabel('Name').fill('CRM\u200bsync')
    await dialog.getByText('The name has an invisible character.').waitFor()
    await dialog.getByLabel('Name').fill('👩‍🚀 launch')
    await page.keyboard.press('Enter')
    await dialog.getByText('Your key “👩‍🚀 launch”').waitFor()
  },
)

test('an error in a form is shown once', LIMIT, async () => {
  const { teamId, owner } = await settings.newTeam()
  const { page } = await openAs(owner, teamId, '/webhooks/new')
  const problem = page.getByText(/must (use|be|start).*https/i)
  await page.getByRole('checkbox', { name: 'Hiring', exact: true }).check()
  // Sent before the field has been checked, so the reply says it too.
  await page.getByLabel('Endpoint URL').fill('http://hooks.acme.example/in')
  await page.getByRole('button', { name: 'Add webhook' }).click()
  await page.locator('input[type=url][aria-invalid=true]').waitFor()
  await page.getByRole('button', { name: 'Add webhook' }).click()
  await page.getByRole('button', { name: 'Add webhook' }).waitFor()
  await problem.first().waitFor()
  assert.equal(await problem.count(), 1, (await problem.allInnerTexts()).join(' | '))
})

test('every page of a restored copy says that it delivers nothing, until it is resumed', LIMIT, async () => {
  const { teamId, owner } = await settings.newTeam()
  await markAsRestored(settings.pool)
  const { page } = await openAs(owner, teamId, '/keys')
  await page.getByText('This is a restored copy.').waitFor()
  await page.getByText('on hold until an operator runs bin/pro-signal resume').waitFor()
  const probe = (await (await fetch(`${settings.url}/readyz`)).json()) as { status: string; hold?: string }
  assert.deepEqual([probe.status, probe.hold], ['ok', 'restored'])
})
