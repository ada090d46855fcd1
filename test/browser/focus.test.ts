// Where the keyboard focus is after a dialog, and after the focused row is gone.

import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import { contract } from '../../src/settings-contract/index.ts'
import { noChromium, openChromium } from '../harness/chromium.ts'
import { newList } from '../harness/operator.ts'
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

/** Waits until the element with this name has the focus. */
async function focusIsOn(page: Page, name: string): Promise<void> {
  const focused = page
    .locator(`:focus[aria-label="${name}"]`)
    .or(page.locator(':focus').getByText(name, { exact: true }))
  await focused.waitFor().catch(async () => {
    const element = 'document.activeElement'
    const actual = await page.evaluate(`${element}.getAttribute('aria-label') ?? ${element}.outerHTML.slice(0, 200)`)
    assert.fail(`the focus is on ${String(actual)}, not on ${name}`)
  })
}

test('after a dialog the focus is on what opened it, however it was closed', LIMIT, async () => {
  const { teamId, owner, member } = await settings.newTeam()
  const owners = await settings.browserOf(owner, teamId)
  await owners.call(contract.createKey, { body: { name: 'Job', expiresAt: null } })
  const { page } = await openAs(owner, teamId, '/keys')
  const dialog = page.getByRole('dialog')
  await page.getByRole('button', { name: 'Create key' }).click()
  await dialog.getByLabel('Name').waitFor()
  await page.keyboard.press('Escape')
  await focusIsOn(page, 'Create key')

  await page.keyboard.press('Enter')
  await dialog.getByLabel('Name').fill('CRM sync')
  await page.keyboard.press('Enter')
  await dialog.getByRole('button', { name: 'Done' }).click()
  await dialog.waitFor({ state: 'detached' })
  await focusIsOn(page, 'Create key')

  await page.getByRole('button', { name: 'Actions for Job' }).focus()
  await page.keyboard.press('Enter')
  await page.locator('[role=menuitem]:focus').waitFor()
  await page.keyboard.press('Enter')
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await focusIsOn(page, 'Actions for Job')

  await page.goto('/team')
  await page.getByRole('button', { name: `Actions for ${member.email}` }).click()
  await page.getByRole('menuitem', { name: 'Make an owner…' }).click()
  await dialog.getByRole('button', { name: 'Make an owner' }).click()
  await dialog.waitFor({ state: 'detached' })
  await focusIsOn(page, `Actions for ${member.email}`)
})

test('when the row is gone, the focus is on its neighbour, and on the heading when there is none', LIMIT, async () => {
  const { teamId, owner } = await settings.newTeam()
  const owners = await settings.browserOf(owner, teamId)
  for (const name of ['First', 'Second', 'Third']) {
    await owners.call(contract.createKey, { body: { name, expiresAt: null } })
  }
  for (const email of ['a@acme.example', 'b@acme.example']) {
    await owners.call(contract.createInvitation, { body: { email, role: 'member' } })
  }
  const { page } = await openAs(owner, teamId, '/keys')
  const dialog = page.getByRole('dialog')
  const revoke = async (name: string) => {
    await page.getByRole('button', { name: `Actions for ${name}` }).click()
    await page.getByRole('menuitem', { name: 'Revoke…' }).click()
    await dialog.getByRole('button', { name: `Revoke “${name}”` }).click()
    await dialog.waitFor({ state: 'detached' })
  }
  // Newest first: Third, Second, First.
  await revoke('Second')
  await focusIsOn(page, 'Actions for First')
  await revoke('First')
  await focusIsOn(page, 'Actions for Third')

  // Without a dialog.
  await page.goto('/team')
  const revokeInvitation = async (email: string) => {
    await page.getByRole('button', { name: `Actions for the invitation for ${email}` }).click()
    await page.getByRole('menuitem', { name: 'Revoke' }).click()
    await page.getByText(`The invitation for ${email} was revoked`).waitFor()
  }
  await revokeInvitation('b@acme.example')
  await focusIsOn(page, 'Actions for the invitation for a@acme.example')
  await revokeInvitation('a@acme.example')
  await page.locator('main :focus').waitFor()
})

test('Back returns to the row that was left, with the scroll position', LIMIT, async () => {
  const { teamId, owner } = await settings.newTeam()
  for (let i = 1; i <= 40; i++) await newList(settings.pool, teamId, `list ${i}`, `company${i}.example`)
  const { page, consoleErrors } = await openAs(owner, teamId, '/lists')
  const row = page.getByRole('link', { name: 'list 33', exact: true })
  await row.focus()
  const scrolled = Number(await page.evaluate('scrollY'))
  assert.ok(scrolled > 0)
  await page.keyboard.press('Enter')
  await page.locator('h1:focus', { hasText: 'list 33' }).waitFor()
  // The rows are asked for again, and come late.
  const held = Promise.withResolvers<void>()
  await page.route('**/settings-api/lists', (route) => held.promise.then(() => route.continue()))
  await page.goBack()
  await page.locator('h1:focus', { hasText: 'Lists' }).or(page.locator('a:focus')).waitFor()
  held.resolve()
  await focusIsOn(page, 'list 33')
  assert.ok(Math.abs(Number(await page.evaluate('scrollY')) - scrolled) < 50)

  // With the mouse.
  await page.getByRole('link', { name: 'list 20', exact: true }).click()
  await page.locator('h1:focus', { hasText: 'list 20' }).waitFor()
  await page.goBack()
  await focusIsOn(page, 'list 20')
  assert.deepEqual(consoleErrors, [])
})
