// With a mail server: from an invitation to a signed-in member, and from a forgotten password to a new one.

import assert from 'node:assert/strict'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { contract } from '../../src/settings-contract/index.ts'
import { openPage } from '../harness/browser-page.ts'
import { noChromium, openChromium } from '../harness/chromium.ts'
import { startSettings } from '../harness/settings.ts'
import { openSignedIn } from '../harness/signed-in-page.ts'
import { type ReceivedMail, startSmtpServer } from '../harness/smtp-server.ts'
import { violations } from '../harness/violations.ts'

/** For a look at the pages and mails: MAIL_SHOTS=folder. */
const folder = process.env.MAIL_SHOTS

async function shot(page: Page, name: string): Promise<void> {
  if (!folder) return
  mkdirSync(folder, { recursive: true })
  await page.screenshot({ path: join(folder, `${name}.png`), fullPage: true })
}

test('invite, mail, set a password, signed in; forgot it, mail, set a new one', {
  timeout: 300_000,
  skip: noChromium,
}, async () => {
  const smtp = await startSmtpServer()
  const env = { SMTP_URL: smtp.url, MAIL_FROM: 'Pro Signal <signals@service.example>' }
  const settings = await startSettings({ env })
  const browser = await openChromium()
  const { teamId, owner, name } = await settings.newTeam()
  const { page, consoleErrors } = await openSignedIn(browser, settings, { person: owner, teamId, path: '/team' })
  const email = 'analyst@acme.example'

  await page.getByRole('button', { name: 'Invite member' }).first().click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Email').fill(email)
  await shot(page, 'invite')
  await dialog.getByRole('button', { name: 'Send invitation' }).click()
  await page.getByText(`The invitation is on its way to ${email}`).waitFor()
  const invitations = page.getByRole('table', { name: 'Open invitations' })
  await invitations.getByRole('cell', { name: 'Sent', exact: true }).waitFor()
  await shot(page, 'team')

  const invitation = await smtp.waitFor(({ to }) => to[0] === email)
  await lookAt(invitation)
  const invited = await openPage(browser, { url: settings.url })
  await invited.page.goto(invitation.links[0] ?? '')
  await invited.page.getByRole('heading', { name: `Join ${name}` }).waitFor()
  await shot(invited.page, 'join')
  await invited.page.getByLabel('Password', { exact: true }).fill('a password of my own')
  await invited.page.getByRole('button', { name: 'Accept invitation' }).click()
  await invited.page.getByRole('heading', { level: 1, name: 'Today' }).waitFor()

  // Someone has created an account for the next person's address, by a link that was handed over.
  const claimed = 'claimed@acme.example'
  await settings.pool.query(
    `insert into accounts (email, password_hash) select $1, password_hash from accounts where email = $2`,
    [claimed, email],
  )
  const owners = await settings.browserOf(owner, teamId)
  await owners.call(contract.sendInvitation, { body: { email: claimed, role: 'member' } })
  const second = await smtp.waitFor(({ to }) => to[0] === claimed)
  await invited.context.clearCookies()
  await invited.page.goto(second.links[0] ?? '')
  await invited.page.reload()
  await invited.page.getByLabel('Password', { exact: true }).fill('not the one of the thief')
  await invited.page.getByRole('button', { name: 'Accept invitation' }).click()
  await invited.page.getByRole('alert').getByText('already has an account, with another password').waitFor()
  await invited.page.getByLabel('I didn’t create that account.').check()
  await shot(invited.page, 'join-claimed')
  await invited.page.getByRole('button', { name: 'Accept invitation' }).click()
  await invited.page.getByRole('heading', { level: 1, name: 'Today' }).waitFor()

  const visitor = await openPage(browser, { url: settings.url })
  await visitor.context.clearCookies()
  await visitor.page.goto('/sign-in')
  await visitor.page.getByRole('link', { name: 'Forgot your password?' }).waitFor()
  await shot(visitor.page, 'sign-in')
  await visitor.page.getByRole('link', { name: 'Forgot your password?' }).click()
  // Both pages have a field for the address.
  await visitor.page.getByRole('heading', { name: 'Forgot your password?' }).waitFor()
  await visitor.page.getByLabel('Email').fill(email)
  await shot(visitor.page, 'forgot')
  assert.deepEqual(await violations(visitor.page), [])
  await visitor.page.getByRole('button', { name: 'Email me a link' }).click()
  await visitor.page.getByRole('heading', { name: 'Check your email' }).waitFor()
  await shot(visitor.page, 'forgot-done')
  const reset = await smtp.waitFor(({ subject }) => subject === 'Set a new password')
  if (folder) await lookAt(reset)
  // Another person is signed in where the link is opened.
  await visitor.context.addCookies([
    { name: 'pro-signal-session', value: owners.cookie?.split('=')[1] ?? '', url: settings.url, httpOnly: true },
  ])
  await visitor.page.goto(reset.links[0] ?? '')
  await visitor.page.getByLabel('New password').fill('quite another password')
  await visitor.page.getByRole('button', { name: 'Set password' }).click()
  await visitor.page.getByRole('heading', { name: 'Password changed' }).waitFor()
  await visitor.page.getByRole('button', { name: 'Sign in' }).click()
  await visitor.page.getByLabel('Email').fill(email)
  assert.deepEqual(await visitor.context.cookies(), [], 'the other person is signed out')
  await visitor.page.getByLabel('Password', { exact: true }).fill('quite another password')
  await visitor.page.getByRole('button', { name: 'Sign in' }).click()
  await visitor.page.getByRole('heading', { level: 1, name: 'Today' }).waitFor()
  const told = await smtp.waitFor(({ subject }) => subject === 'Your password was reset')
  if (folder) await lookAt(told)
  // The browser logs the answer 403 to the password of the claimed account.
  const others = invited.consoleErrors.filter((text) => !/status of 403/.test(text))
  assert.deepEqual([...consoleErrors, ...others, ...visitor.consoleErrors], [])

  /** As a mail program shows it: narrow and wide, light and dark. */
  async function lookAt(mail: ReceivedMail): Promise<void> {
    for (const [colorScheme, width] of [
      ['light', 390],
      ['dark', 900],
    ] as const) {
      const reader = await openPage(browser, { url: settings.url, colorScheme, width, height: 600 })
      await reader.page.setContent(mail.html)
      const background = await reader.page.evaluate('getComputedStyle(document.body).backgroundColor')
      assert.equal(background, colorScheme === 'dark' ? 'rgb(13, 16, 19)' : 'rgb(245, 246, 248)')
      assert.ok(await reader.page.evaluate('document.documentElement.scrollWidth <= innerWidth'))
      assert.deepEqual(await violations(reader.page), [])
      await shot(reader.page, `mail-${mail.subject.replace(/\W+/g, '-').slice(0, 20)}-${colorScheme}-${width}`)
      await reader.page.close()
    }
  }
})
