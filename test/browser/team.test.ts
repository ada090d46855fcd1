// Inviting somebody, what a member may not do, and one's own account.

import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import type { Browser } from 'playwright-core'
import { contract } from '../../src/settings-contract/index.ts'
import { type Visitor, visit } from '../harness/browser-page.ts'
import { noChromium, openChromium } from '../harness/chromium.ts'
import { PASSWORD, type Person, type SettingsService, startSettings } from '../harness/settings.ts'

const LIMIT = { timeout: 120_000, skip: noChromium }
let settings: SettingsService
let browser: Browser
before(async () => {
  if (noChromium) return
  settings = await startSettings()
  browser = await openChromium()
})

async function enter(person: Person, teamId: string, path: string): Promise<Visitor> {
  const { cookie } = await settings.browserOf(person, teamId)
  const visitor = await visit(browser, { url: settings.url, sessionToken: cookie?.split('=')[1] })
  await visitor.page.goto(path)
  await visitor.page.getByRole('heading', { level: 1 }).waitFor()
  return visitor
}

test('an owner invites, the invited one joins by the link, and sees but changes nothing', LIMIT, async () => {
  const { teamId, owner, name } = await settings.newTeam()
  const owners = await settings.browserOf(owner, teamId)
  await owners.call(contract.createKey, { body: { name: 'CRM sync', expiresAt: null } })
  const { page } = await enter(owner, teamId, '/team')
  await page.getByRole('button', { name: 'Invite member' }).first().click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Email').fill('analyst@acme.example')
  await dialog.getByRole('button', { name: 'Make the invitation' }).click()
  const link = (await dialog.getByRole('group', { name: 'Link' }).locator('code').textContent()) ?? ''
  assert.ok(link.startsWith(`${settings.url}/join#`))
  await dialog.getByRole('button', { name: 'Done' }).click()
  await page.getByRole('table', { name: 'Open invitations' }).getByText('analyst@acme.example').waitFor()

  const invited = await visit(browser, { url: settings.url })
  await invited.page.goto(link)
  await invited.page.getByRole('heading', { name: `Join ${name}` }).waitFor()
  await invited.page.getByLabel('Password', { exact: true }).fill('a password of my own')
  await invited.page.getByRole('button', { name: 'Accept the invitation' }).click()
  await invited.page.getByRole('heading', { name: 'API keys' }).waitFor()
  await invited.page.getByRole('cell', { name: 'CRM sync' }).waitFor()
  await invited.page.getByText('You are a member').waitFor()
  for (const gone of ['Create key', 'Actions for CRM sync']) {
    assert.equal(await invited.page.getByRole('button', { name: gone }).count(), 0, gone)
  }
  for (const [path, forbidden] of [
    ['/webhooks', 'Add webhook'],
    ['/team', 'Invite member'],
  ] as const) {
    await invited.page.goto(path)
    await invited.page.getByText('You are a member').waitFor()
    assert.equal(await invited.page.getByRole('button', { name: forbidden }).count(), 0, forbidden)
  }
  await invited.page.goto('/webhooks/new')
  await invited.page.getByText('Only an owner of a team with API access').waitFor()
  assert.deepEqual(invited.complaints, [])

  // What the screen does not offer, the service refuses.
  const refused = await invited.page.evaluate(
    `fetch('/settings-api/keys', { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{"name":"x","expiresAt":null}' }).then((r) => r.status)`,
  )
  assert.equal(refused, 403)

  await page.reload()
  await page.getByRole('table', { name: 'Members' }).getByText('analyst@acme.example').waitFor()
  await page.getByRole('link', { name: 'Audit log' }).click()
  await page.getByRole('row', { name: /Joined the team.*analyst@acme\.example/ }).waitFor()
})

test('a role is changed on the screen, and a member is removed and is out at once', LIMIT, async () => {
  const { teamId, owner, member } = await settings.newTeam()
  const { page, complaints } = await enter(owner, teamId, '/team')
  const theirs = await enter(member, teamId, '/team')
  const act = async (what: string) => {
    await page.getByRole('button', { name: `Actions for ${member.email}` }).click()
    await page.getByRole('menuitem', { name: what }).click()
  }
  await act('Make an owner…')
  await page.getByRole('button', { name: 'Make an owner' }).click()
  await page.getByRole('row', { name: new RegExp(`${member.email}.*Owner`) }).waitFor()
  await theirs.page.reload()
  await theirs.page.getByRole('button', { name: 'Invite member' }).first().waitFor()

  await act('Remove…')
  await page.getByRole('button', { name: 'Remove from the team' }).click()
  await page.getByText(`${member.email} is removed`).waitFor()
  await theirs.page.goto('/keys')
  await theirs.page.getByRole('heading', { name: 'Sign in' }).waitFor()
  assert.deepEqual(complaints, [])
})

test('a new password ends the other sessions, and signing out everywhere ends them all', LIMIT, async () => {
  const { teamId, owner } = await settings.newTeam()
  const { page, complaints } = await enter(owner, teamId, '/account')
  const elsewhere = await settings.browserOf(owner, teamId)
  await page.getByLabel('Current password').fill(PASSWORD)
  await page.getByLabel('New password').fill('short')
  await page.getByRole('button', { name: 'Change password' }).click()
  await page.getByText('Use at least 8 characters.').waitFor()
  await page.getByLabel('New password').fill('another horse and battery')
  await page.getByRole('button', { name: 'Change password' }).click()
  await page.getByText('Password changed; 1 other session ended').waitFor()
  await elsewhere.refused(contract.getSession, {}, 401, 'not_signed_in')
  await page.getByRole('button', { name: 'Sign out everywhere…' }).click()
  await page.getByRole('button', { name: 'Sign out here too' }).click()
  await page.getByRole('heading', { name: 'Sign in' }).waitFor()
  await page.goto('/account')
  await page.getByRole('heading', { name: 'Sign in' }).waitFor()
  assert.deepEqual(complaints, [])
})
