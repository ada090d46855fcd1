// Signing in with a provider, as a person sees it: from the button to the page that was asked for, and back out.

import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import { contract } from '../../src/settings-contract/index.ts'
import { openPage } from '../harness/browser-page.ts'
import { noChromium, openChromium } from '../harness/chromium.ts'
import { freePort } from '../harness/free-port.ts'
import { createSignInLink, mapDomain } from '../harness/operator.ts'
import { PASSWORD, type SettingsService, startSettings } from '../harness/settings.ts'
import { SignOnProvider } from '../harness/sign-on-provider.ts'

const LIMIT = { timeout: 300_000, skip: noChromium }
let settings: SettingsService
let provider: SignOnProvider
let browser: Browser
before(async () => {
  if (noChromium) return
  const port = await freePort()
  const PUBLIC_URL = `http://127.0.0.1:${port}`
  provider = await new SignOnProvider().start(PUBLIC_URL)
  settings = await startSettings({ env: { ...provider.env, PUBLIC_URL, PORT: String(port) } })
  browser = await openChromium()
})

const button = (page: Page) => page.getByRole('link', { name: 'Sign in with Acme Login' })
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })

test(
  'a person signs in with the provider at the page that was asked for, requires it for the team, and signs out',
  LIMIT,
  async () => {
    const { teamId, owner, member } = await settings.newTeam()
    await mapDomain(settings.db, teamId, 'acme.example')
    await settings.pool.query(`update accounts set email = 'ada@acme.example' where id = $1`, [owner.accountId])
    provider.signsIn({ sub: 'ada', email: 'ada@acme.example', email_verified: true })
    const { page, consoleErrors } = await openPage(browser, { url: settings.url })
    await page.goto('/team')
    await page.getByLabel('Email').fill('ada@acme.example')
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await heading(page, 'Team').waitFor()
    const section = page.getByRole('region', { name: 'Sign-in' })
    await section.getByText('sign in with it yourself first').waitFor()
    assert.equal(await section.getByRole('button').count(), 0)
    await page.context().clearCookies()

    await page.goto('/team?from=a-link')
    await button(page).click()
    await heading(page, 'Team').waitFor()
    assert.equal(new URL(page.url()).search, '?from=a-link')
    await section.getByText('acme.example (join as a member)').waitFor()
    await section.getByRole('button', { name: 'Stop accepting passwords…' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText('1 member can’t sign in any more').waitFor()
    await dialog.getByText(member.email).waitFor()
    await dialog.getByRole('button', { name: 'Stop accepting passwords' }).click()
    await section.getByText('Not accepted').waitFor()

    await page.getByRole('button', { name: /team and account/ }).click()
    await page.getByRole('menuitem', { name: 'Sign out' }).click()
    await page.getByText('may still be signed in at the provider').waitFor()
    const there = await page.getByRole('link', { name: 'Sign out there, too' }).getAttribute('href')
    assert.ok(there?.startsWith(provider.issuer))
    await page.getByLabel('Email').fill('ada@acme.example')
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await page.getByRole('alert').getByText('doesn’t accept passwords').waitFor()
    assert.deepEqual(
      consoleErrors.filter((each) => !each.includes('403')),
      [],
    )

    const { linkPath } = await createSignInLink(settings.db, member.email)
    await page.goto(linkPath)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await heading(page, 'Today').waitFor()
  },
)

test('what is wrong is said in words, with a way back', LIMIT, async () => {
  const { page } = await openPage(browser, { url: settings.url })
  provider.signsIn({ sub: 'bob', email: 'bob@unknown.example', email_verified: true })
  await page.goto('/sign-in')
  await button(page).click()
  await heading(page, 'You weren’t signed in').waitFor()
  await page.getByRole('alert').getByText('people with an address of unknown.example').waitFor()
  // The address has an answer that was used.
  await page.reload()
  await page.getByRole('alert').getByText('already used').waitFor()
  await page.getByRole('link', { name: 'Back to sign-in' }).click()
  await heading(page, 'Sign in').waitFor()

  // With an invitation, the same person gets in.
  const { teamId, owner } = await settings.newTeam()
  const owners = await settings.browserOf(owner, teamId)
  const body = { email: 'bob@unknown.example', role: 'member' } as const
  const { linkPath } = await owners.call(contract.createInvitation, { body })
  await page.goto(linkPath)
  await page.getByRole('link', { name: 'Accept with Acme Login' }).click()
  await heading(page, 'Today').waitFor()
  await page.goto('/account')
  await page.getByText('You have no password here: you sign in with your company’s provider.').waitFor()
})
