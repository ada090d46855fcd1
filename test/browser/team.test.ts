// Invitations, what a member can't do, and the account page.

import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import type { Browser } from 'playwright-core'
import { codeAt, stepAt } from '../../src/account/second-factor/totp.ts'
import { contract } from '../../src/settings-contract/index.ts'
import { Browser as SettingsBrowser } from '../harness/browser.ts'
import { openPage } from '../harness/browser-page.ts'
import { noChromium, openChromium } from '../harness/chromium.ts'
import { readBase32 } from '../harness/read-base32.ts'
import { PASSWORD, type Person, type SettingsService, startSettings } from '../harness/settings.ts'
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

test('an invited member joins with the link and can see everything but change nothing', LIMIT, async () => {
  const { teamId, owner, name } = await settings.newTeam()
  const owners = await settings.browserOf(owner, teamId)
  await owners.call(contract.createKey, { body: { name: 'CRM sync', expiresAt: null } })
  const { page } = await openAs(owner, teamId, '/team')
  await page.getByRole('button', { name: 'Invite member' }).first().click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Email').fill('analyst@acme.example')
  await dialog.getByRole('button', { name: 'Create invite link' }).click()
  const link = (await dialog.getByRole('group', { name: 'Link' }).locator('code').textContent()) ?? ''
  assert.ok(link.startsWith(`${settings.url}/join#`))
  await dialog.getByRole('button', { name: 'Done' }).click()
  await page.getByRole('table', { name: 'Open invitations' }).getByText('analyst@acme.example').waitFor()

  const invited = await openPage(browser, { url: settings.url })
  await invited.page.goto(link)
  await invited.page.getByRole('heading', { name: `Join ${name}` }).waitFor()
  await invited.page.getByLabel('Password', { exact: true }).fill('a password of my own')
  await invited.page.getByRole('button', { name: 'Accept invitation' }).click()
  await invited.page.getByRole('heading', { level: 1, name: 'Today' }).waitFor()
  await invited.page.getByRole('link', { name: 'API keys' }).click()
  await invited.page.getByRole('cell', { name: 'CRM sync' }).waitFor()
  await invited.page.getByText('You can view keys.').waitFor()
  for (const hidden of ['Create key', 'Actions for CRM sync']) {
    assert.equal(await invited.page.getByRole('button', { name: hidden }).count(), 0, hidden)
  }
  for (const [path, note, forbidden] of [
    ['/webhooks', 'You can view webhooks.', 'Add webhook'],
    ['/team', 'You can view the team.', 'Invite member'],
  ] as const) {
    await invited.page.goto(path)
    await invited.page.getByText(note).waitFor()
    assert.equal(await invited.page.getByRole('button', { name: forbidden }).count(), 0, forbidden)
  }
  await invited.page.goto('/webhooks/new')
  await invited.page.getByText('Only owners of a team with API access').waitFor()
  assert.deepEqual(invited.consoleErrors, [])

  // The service rejects what the screen doesn't offer.
  const status = await invited.page.evaluate(
    `fetch('/settings-api/keys', { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{"name":"x","expiresAt":null}' }).then((r) => r.status)`,
  )
  assert.equal(status, 403)

  await page.reload()
  await page.getByRole('table', { name: 'Members' }).getByText('analyst@acme.example').waitFor()
  await page.getByRole('link', { name: 'Audit log' }).click()
  await page.getByRole('row', { name: /Joined the team.*analyst@acme\.example/ }).waitFor()
})

test('an owner changes a role and removes a member, who is signed out immediately', LIMIT, async () => {
  const { teamId, owner, member } = await settings.newTeam()
  const { page, consoleErrors } = await openAs(owner, teamId, '/team')
  const theirs = await openAs(member, teamId, '/team')
  const runAction = async (label: string) => {
    await page.getByRole('button', { name: `Actions for ${member.email}` }).click()
    await page.getByRole('menuitem', { name: label }).click()
  }
  await runAction('Make an owner…')
  await page.getByRole('button', { name: 'Make an owner' }).click()
  await page.getByRole('row', { name: new RegExp(`${member.email}.*Owner`) }).waitFor()
  await theirs.page.reload()
  await theirs.page.getByRole('button', { name: 'Invite member' }).first().waitFor()

  await runAction('Remove…')
  await page.getByRole('button', { name: 'Remove from team' }).click()
  await page.getByText(`${member.email} was removed`).waitFor()
  await theirs.page.goto('/keys')
  await theirs.page.getByRole('heading', { name: 'Sign in' }).waitFor()
  assert.deepEqual(consoleErrors, [])
})

test('changing the password ends the other sessions, and signing out everywhere ends all of them', LIMIT, async () => {
  const { teamId, owner } = await settings.newTeam()
  const { page, consoleErrors } = await openAs(owner, teamId, '/account')
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
  assert.deepEqual(consoleErrors, [])
})

test('a second factor: set up with an app, asked for at the sign-in, replaced by a recovery code', LIMIT, async () => {
  const { teamId, owner } = await settings.newTeam()
  const { page, consoleErrors } = await openAs(owner, teamId, '/account')
  await page.getByRole('button', { name: 'Set up…' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Your password').fill(PASSWORD)
  await dialog.getByRole('button', { name: 'Continue' }).click()
  await dialog.getByRole('img', { name: 'QR code for an authenticator app' }).waitFor()
  const secret = (await dialog.getByRole('group', { name: 'Secret' }).locator('code').textContent()) ?? ''
  const codeNow = () => codeAt(readBase32(secret.replaceAll(' ', '')), stepAt(Date.now()))
  await dialog.getByRole('textbox', { name: 'Code' }).fill(codeNow())
  await dialog.getByRole('button', { name: 'Turn on' }).click()
  const codes = (await dialog.getByRole('region', { name: 'Recovery codes' }).textContent())?.split('\n') ?? []
  assert.equal(codes.length, 10)
  await dialog.getByRole('button', { name: 'I have saved them' }).click()
  const section = page.getByRole('region', { name: 'Second factor' })
  await section.getByText('Recovery codes left').waitFor()
  await section.getByRole('button', { name: 'Remove…' }).waitFor()
  assert.deepEqual(consoleErrors, [])

  await page.context().clearCookies()
  await page.goto('/account')
  await page.getByLabel('Email').fill(owner.email)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  const signIn = page.getByRole('button', { name: 'Sign in', exact: true })
  await signIn.click()
  const code = page.getByLabel('Code')
  await code.waitFor()
  assert.equal(await page.evaluate('document.activeElement.autocomplete'), 'one-time-code')
  await code.fill('000000')
  await signIn.click()
  await page.getByRole('alert').getByText('The code is wrong').waitFor()
  await code.fill(codes[0] ?? '')
  await signIn.click()
  await section.getByText('9', { exact: true }).waitFor()
})

test('a form of a team that another tab has left creates nothing in the other team', LIMIT, async () => {
  const [first, second] = [await settings.newTeam(), await settings.newTeam()]
  await settings.pool.query(`insert into team_members (team_id, account_id, role) values ($1, $2, 'owner')`, [
    second.teamId,
    first.owner.accountId,
  ])
  const { page, context } = await openAs(first.owner, first.teamId, '/keys')
  await page.getByRole('button', { name: 'Create key' }).first().click()
  await page.getByLabel('Name').fill('For the first team')
  const [cookie] = await context.cookies()
  const otherTab = new SettingsBrowser(settings.url, cookie?.value)
  // The page doesn't learn about it before the form is sent.
  await page.route('**/who-am-i', (route) => route.abort())
  await otherTab.call(contract.switchTeam, { body: { teamId: second.teamId } })
  const refused = page.waitForResponse((response) => response.status() === 409)
  await page.getByRole('dialog').getByRole('button', { name: 'Create key' }).click()
  await refused
  await page.unroute('**/who-am-i')
  await page.getByText(`Another tab switched to ${second.name}`).waitFor()
  await page.getByText('No keys yet').waitFor()
  assert.equal(await page.getByRole('dialog').count(), 0)
  assert.equal((await otherTab.call(contract.listKeys, {})).keys.length, 0)
})
