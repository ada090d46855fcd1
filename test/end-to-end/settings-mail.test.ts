// With a mail server: invitations that prove the address, and new passwords for people who forgot theirs.

import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { createTeam } from '../../src/account/teams/index.ts'
import { contract } from '../../src/settings-contract/index.ts'
import { Browser } from '../harness/browser.ts'
import { createResetLink } from '../harness/operator.ts'
import { PASSWORD, type SettingsService, startSettings } from '../harness/settings.ts'
import { type ReceivedMail, type SmtpReceiver, startSmtpServer } from '../harness/smtp-server.ts'

let settings: SettingsService
let smtp: SmtpReceiver
before(async () => {
  smtp = await startSmtpServer({ login: { user: 'signals', password: 'p@ss/word' } })
  settings = await startSettings({
    env: {
      SMTP_URL: smtp.url,
      MAIL_FROM: 'Pro Signal <signals@service.example>',
      PUBLIC_URL: 'https://signals.example',
    },
  })
})

const fresh = () => new Browser(settings.url)

async function mailTo(address: string, subject: RegExp, after = 0): Promise<ReceivedMail> {
  return smtp.waitFor(
    (mail) => mail.to[0] === address && subject.test(mail.subject) && smtp.mails.indexOf(mail) >= after,
  )
}

function tokenOf(mail: ReceivedMail): string {
  const [link = ''] = mail.links.filter((url) => /\/(join|reset-password)#/.test(url))
  assert.ok(link.startsWith('https://signals.example/'), link)
  return link.split('#')[1] ?? ''
}

async function newOwner() {
  const team = await settings.newTeam()
  return { ...team, browser: await settings.browserOf(team.owner, team.teamId) }
}

/** Invites the address by mail and returns the token of the link. */
async function invite(browser: Browser, email: string): Promise<string> {
  const seen = smtp.mails.length
  await browser.call(contract.sendInvitation, { body: { email, role: 'member' } })
  return tokenOf(await mailTo(email, /^Join /, seen))
}

const accept = (token: string, password: string, more: { newAccount?: boolean } = {}) => ({
  body: { token, password, ...more },
})

async function isProven(email: string): Promise<boolean> {
  const { rows } = await settings.pool.query('select proven_at from accounts where email = $1', [email])
  return rows[0]?.proven_at != null
}

test('an invitation is mailed, its link is shown to no one else, and setting a password proves the address', async () => {
  const { browser, name, teamId } = await newOwner()
  const email = 'invited@example.com'
  const reply = await browser.call(contract.sendInvitation, { body: { email, role: 'member' } })
  assert.doesNotMatch(JSON.stringify(reply), /join#/)
  const mail = await mailTo(email, /^Join /)
  assert.equal(mail.subject, `Join ${name} on Pro Signal`)
  assert.equal(mail.user, 'signals')
  const token = tokenOf(mail)
  const { byMail } = await fresh().call(contract.getInvitation, { body: { token } })
  assert.equal(byMail, true)
  const session = await fresh().call(contract.acceptInvitation, accept(token, 'my own password'))
  assert.deepEqual([session.account.email, session.team.id], [email, teamId])
  assert.ok(await isProven(email))
  // A proven account never loses its address.
  const taking = createTeam(settings.db, { name: 'Taking', plan: 'pro' }, { email, password: 'another password' })
  await assert.rejects(taking, /has an account with another password/)
})

test('an invite link that was used, replaced, revoked, forged or has expired is rejected', async () => {
  const { browser } = await newOwner()
  const refused = (token: string) =>
    fresh().refused(contract.acceptInvitation, accept(token, 'my own password'), 404, 'link_not_valid')
  const used = await invite(browser, 'used@example.com')
  await fresh().call(contract.acceptInvitation, accept(used, 'my own password'))
  await refused(used)

  const replaced = await invite(browser, 'again@example.com')
  const newest = await invite(browser, 'again@example.com')
  await refused(replaced)
  const { invitations } = await browser.call(contract.listInvitations, {})
  assert.equal(invitations.length, 1)
  await browser.call(contract.revokeInvitation, { params: { invitationId: invitations[0]?.id ?? '' } })
  await refused(newest)

  await refused(`${newest.slice(0, -1)}${newest.endsWith('a') ? 'b' : 'a'}`)

  const late = await invite(browser, 'late@example.com')
  await settings.pool.query(
    `update invitations set expires_at = now() - interval '1 second' where email = 'late@example.com'`,
  )
  await refused(late)
})

test('an invitation of another team can’t be seen, sent again or revoked, and its link joins only its team', async () => {
  const ours = await newOwner()
  const theirs = await newOwner()
  const token = await invite(ours.browser, 'between@example.com')
  const { invitations } = await ours.browser.call(contract.listInvitations, {})
  const params = { invitationId: invitations[0]?.id ?? '' }
  await theirs.browser.refused(contract.revokeInvitation, { params }, 404, 'not_found')
  assert.deepEqual((await theirs.browser.call(contract.listInvitations, {})).invitations, [])
  // Their invitation of the same person is one of its own.
  const second = await invite(theirs.browser, 'between@example.com')
  const session = await fresh().call(contract.acceptInvitation, accept(token, 'my own password'))
  assert.deepEqual(
    session.teams.map(({ id }) => id),
    [ours.teamId],
  )
  const both = await fresh().call(contract.acceptInvitation, accept(second, 'my own password'))
  assert.equal(both.teams.length, 2)
})

test('an address that someone else has claimed goes to the person who reads its mail', async () => {
  const email = 'claimed@example.com'
  // As a link that was handed over before there was mail, or by an owner who kept it.
  const thief = await settings.newTeam()
  const { rows } = await settings.pool.query<{ id: string }>(
    `insert into accounts (email, password_hash) select $1, password_hash from accounts where id = $2 returning id`,
    [email, thief.owner.accountId],
  )
  const claimedId = rows[0]?.id ?? ''
  await settings.pool.query(`insert into team_members (team_id, account_id, role) values ($1, $2, 'member')`, [
    thief.teamId,
    claimedId,
  ])
  const thiefs = await settings.browserOf({ accountId: claimedId, email }, thief.teamId)

  const { browser, teamId } = await newOwner()
  const token = await invite(browser, email)
  const error = await fresh().refused(contract.acceptInvitation, accept(token, 'my own password'), 403, 'address_taken')
  assert.match(error.message, /If you never made one, you can start a new account/)
  const session = await fresh().call(contract.acceptInvitation, accept(token, 'my own password', { newAccount: true }))
  assert.deepEqual(
    session.teams.map(({ id }) => id),
    [teamId],
  )
  assert.ok(await isProven(email))
  await thiefs.refused(contract.getSession, {}, 401, 'not_signed_in')
  await fresh().refused(contract.signIn, { body: { email, password: PASSWORD } }, 401, 'invalid_credentials')
  const { entries } = await (await settings.browserOf(thief.owner, thief.teamId)).call(contract.listAudit, {
    query: {},
  })
  assert.ok(entries.some(({ action, actor }) => action === 'member.address_lost' && actor === email))
})

test('a new account is not given for a handed-over link, nor for a verified address', async () => {
  const { browser, teamId } = await newOwner()
  const other = await newOwner()
  const token = await invite(browser, other.owner.email)
  const more = accept(token, 'not their password', { newAccount: true })
  await fresh().refused(contract.acceptInvitation, more, 403, 'wrong_password')

  const { rows } = await settings.pool.query('select password_hash as hash from accounts where id = $1', [
    other.owner.accountId,
  ])
  const unproven = await settings.newMember(teamId, 'member', rows[0]?.hash)
  const handedOver = await invite(other.browser, unproven.email)
  // What a node of the previous version does when the invitation is created again: it knows one hash only.
  await settings.pool.query(`update invitations set token_hash = sha256('handed over') where email = $1`, [
    unproven.email,
  ])
  await fresh().refused(contract.acceptInvitation, accept(handedOver, 'mine, mine'), 404, 'link_not_valid')
  const link = accept('handed over', 'not their password', { newAccount: true })
  await fresh().refused(contract.acceptInvitation, link, 403, 'wrong_password')
  assert.equal(await isProven(unproven.email), false)
})

test('a person who is signed in joins by the mailed link without a password, and the address is proven', async () => {
  const first = await newOwner()
  const person = await settings.newMember(first.teamId, 'member')
  assert.equal(await isProven(person.email), false)
  const second = await newOwner()
  const token = await invite(second.browser, person.email)
  const theirs = await settings.browserOf(person, first.teamId)
  await theirs.call(contract.acceptInvitation, { body: { token } })
  assert.ok(await isProven(person.email))
})

test('where invitations are mailed, no link is handed out', async () => {
  const { browser } = await newOwner()
  const body = { email: 'link@example.com', role: 'member' } as const
  await browser.refused(contract.createInvitation, { body }, 409, 'invitations_are_mailed')
})

test('an address gets at most five invitations of a team a day', async () => {
  const { browser } = await newOwner()
  const body = { email: 'much-wanted@example.com', role: 'member' } as const
  for (let n = 0; n < 5; n++) await browser.call(contract.sendInvitation, { body })
  await browser.refused(contract.sendInvitation, { body }, 429, 'too_many_attempts')
})

test('an invitation that the mail server rejects is marked in the list', async () => {
  const { browser } = await newOwner()
  smtp.onRecipient = (address) => {
    if (address === 'nobody@example.com') throw Object.assign(new Error('5.1.1 No such user'), { responseCode: 550 })
  }
  await browser.call(contract.sendInvitation, { body: { email: 'nobody@example.com', role: 'member' } })
  const { rows } = await waitForRows(`select from mails where recipient = 'nobody@example.com' and state = 'failed'`)
  assert.equal(rows.length, 1)
  const { invitations } = await browser.call(contract.listInvitations, {})
  assert.deepEqual(invitations[0]?.mail, { state: 'failed', answer: '550 5.1.1 No such user' })
})

async function waitForRows(sql: string) {
  for (let tries = 0; ; tries++) {
    const result = await settings.pool.query(sql)
    if (result.rows.length > 0 || tries > 1_200) return result
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}

test('a person who forgot the password gets a link by mail that works once, and a mail when it was used', async () => {
  const { owner, browser } = await newOwner()
  const asked = await fresh().send(contract.requestPasswordReset, { body: { email: owner.email.toUpperCase() } })
  const unknown = await fresh().send(contract.requestPasswordReset, { body: { email: 'unknown@example.com' } })
  assert.deepEqual([asked.status, await asked.text()], [unknown.status, await unknown.text()])
  const token = tokenOf(await mailTo(owner.email, /^Set a new password$/))
  const seen = smtp.mails.length
  await fresh().call(contract.resetPassword, { body: { token, newPassword: 'zebra crossing' } })
  await browser.refused(contract.getSession, {}, 401, 'not_signed_in')
  await fresh().refused(contract.resetPassword, { body: { token, newPassword: 'and again' } }, 404, 'link_not_valid')
  await fresh().call(contract.signIn, { body: { email: owner.email, password: 'zebra crossing' } })
  const told = await mailTo(owner.email, /^Your password was reset$/, seen)
  assert.match(told.text, /From: 127\.0\.0\.1/)
  assert.doesNotMatch(told.text, /zebra/)
  assert.equal(smtp.mails.filter(({ to }) => to[0] === 'unknown@example.com').length, 0)
  assert.equal((await settings.pool.query('select from reset_requests')).rowCount, 0)
})

test('anyone can request a new password for an address, so the audit log names no person', async () => {
  const { owner, browser, teamId } = await newOwner()
  // As older versions recorded it.
  await settings.pool.query(
    `insert into audit_log (team_id, action, actor_id, actor_email, address, target_id, target_name)
     select $1, 'password.reset_link_made', id, email, '192.0.2.7', id, email from accounts where email = $2`,
    [teamId, owner.email],
  )
  await fresh().call(contract.requestPasswordReset, { body: { email: owner.email } })
  await mailTo(owner.email, /^Set a new password$/)
  await createResetLink(settings.db, owner.email)
  const { entries } = await browser.call(contract.listAudit, { query: { subject: 'sessions' } })
  const links = entries.filter(({ action }) => action === 'password.reset_link_made')
  assert.deepEqual(
    links.map(({ actor, actorKind, address, target }) => [actor, actorKind, address, target?.name]),
    [
      [null, 'operator', null, owner.email],
      [null, 'anonymous', '127.0.0.1', owner.email],
      [null, 'anonymous', '192.0.2.7', owner.email],
    ],
  )
})

test('a reset link that has expired, was replaced or forged is rejected', async () => {
  const { owner } = await newOwner()
  const ask = async () => {
    const seen = smtp.mails.length
    await fresh().call(contract.requestPasswordReset, { body: { email: owner.email } })
    return tokenOf(await mailTo(owner.email, /^Set a new password$/, seen))
  }
  const [replaced, newest] = [await ask(), await ask()]
  await settings.pool.query(
    `update password_resets set expires_at = now() - interval '1 second' where account_id = $1`,
    [owner.accountId],
  )
  for (const token of [replaced, newest, 'forged']) {
    const body = { token, newPassword: 'a new password' }
    await fresh().refused(contract.resetPassword, { body }, 404, 'link_not_valid')
  }
})

test('asking for a new password is limited per address, whether or not there is an account', async () => {
  const { owner } = await newOwner()
  for (const email of [owner.email, 'no-such-account@example.com']) {
    for (let n = 0; n < 5; n++) await fresh().call(contract.requestPasswordReset, { body: { email } })
    const error = await fresh().refused(contract.requestPasswordReset, { body: { email } }, 429, 'too_many_attempts')
    assert.match(error.message, /try again in 10 minutes/)
  }
})

test('asking for a new password is limited per network', async () => {
  await settings.pool.query('delete from attempt_levels')
  for (let n = 0; n < 20; n++) {
    await fresh().call(contract.requestPasswordReset, { body: { email: `person-${n}@example.com` } })
  }
  const body = { email: 'one-more@example.com' }
  await fresh().refused(contract.requestPasswordReset, { body }, 429, 'too_many_attempts')
})

test('asking for a new password runs the same statements for an account as for none', async () => {
  await settings.pool.query('delete from attempt_levels')
  const { owner } = await newOwner()
  const { requestReset } = await import('../../src/account/accounts/request-reset.ts')
  const statementsFor = async (email: string) => {
    const statements: string[] = []
    const query = (sql: string, values: unknown[]) => {
      statements.push(sql)
      return settings.pool.query(sql, values)
    }
    await requestReset({ query } as never, email, '203.0.113.9')
    return statements
  }
  assert.deepEqual(await statementsFor(owner.email), await statementsFor('nobody-here@example.com'))
})

test('a changed password is reported by mail', async () => {
  const { owner, browser } = await newOwner()
  await browser.call(contract.changePassword, { body: { currentPassword: PASSWORD, newPassword: 'a new password' } })
  await mailTo(owner.email, /^Your password was changed$/)
})

test('what was sent and what waits is in the metrics', async () => {
  const metrics = await (await fetch(`${settings.url}/metrics`)).text()
  assert.match(metrics, /^pro_signal_mails_sent_total\{kind="invitation"\} [1-9]/m)
  assert.match(metrics, /^pro_signal_mails_failed_total\{kind="invitation"\} 1$/m)
  assert.match(metrics, /^pro_signal_mails_waiting \d+$/m)
  assert.match(metrics, /^pro_signal_mails_oldest_waiting_seconds \d/m)
})

test('whether mail is configured is public', async () => {
  assert.deepEqual(await fresh().call(contract.getMail, {}), { available: true })
})
