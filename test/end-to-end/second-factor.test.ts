// The second factor of passwords: setting it up, signing in with it, losing it. No code works twice.

import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { removeLostFactor } from '../../src/account/second-factor/index.ts'
import { codeAt, stepAt } from '../../src/account/second-factor/totp.ts'
import { contract } from '../../src/settings-contract/index.ts'
import { Browser } from '../harness/browser.ts'
import { readBase32 } from '../harness/read-base32.ts'
import { PASSWORD, type Person, type SettingsService, startSettings, type TestTeam } from '../harness/settings.ts'

let settings: SettingsService
before(async () => {
  settings = await startSettings()
})

const fresh = () => new Browser(settings.url)
const isIn = async (browser: Browser) => (await browser.send(contract.getSession, {})).status === 200

/** Guesses are counted per network, and here they all come from one. */
const clearGuesses = () => settings.pool.query('delete from attempt_levels')

/** A code that is valid now, and wasn't used: the app of the person shows one every 30 seconds. */
async function nextCode(secret: Buffer, { accountId }: Person): Promise<string> {
  await settings.pool.query('update second_factors set last_step = 0 where id = $1', [accountId])
  return codeAt(secret, stepAt(Date.now()))
}

async function withFactor(): Promise<{
  team: TestTeam
  person: Person
  browser: Browser
  secret: Buffer
  recoveryCodes: readonly string[]
}> {
  await clearGuesses()
  const team = await settings.newTeam()
  const person = team.owner
  const browser = await settings.browserOf(person, team.teamId)
  const started = await browser.call(contract.startSecondFactor, { body: { password: PASSWORD } })
  const secret = readBase32(started.secret)
  const code = codeAt(secret, stepAt(Date.now()))
  const { recoveryCodes } = await browser.call(contract.confirmSecondFactor, { body: { code } })
  return { team, person, browser, secret, recoveryCodes }
}

test('signing in asks for the code once it is set up, and a code works once', async () => {
  await clearGuesses()
  const { teamId, owner } = await settings.newTeam()
  const [browser, other] = [await settings.browserOf(owner, teamId), await settings.browserOf(owner, teamId)]
  assert.deepEqual(await browser.call(contract.getSecondFactor, {}), { since: null, codesLeft: 0, hasPassword: true })
  await browser.refused(contract.startSecondFactor, { body: { password: 'wrong' } }, 403, 'wrong_password')
  const started = await browser.call(contract.startSecondFactor, { body: { password: PASSWORD } })
  const body = { email: owner.email, password: PASSWORD }
  await fresh().call(contract.signIn, { body })

  await browser.refused(contract.confirmSecondFactor, { body: { code: '000000' } }, 403, 'wrong_code')
  const secret = readBase32(started.secret)
  const code = codeAt(secret, stepAt(Date.now()))
  const { recoveryCodes } = await browser.call(contract.confirmSecondFactor, { body: { code } })
  assert.equal(recoveryCodes.length, 10)
  assert.deepEqual([await isIn(browser), await isIn(other)], [true, false])
  const { since, codesLeft } = await browser.call(contract.getSecondFactor, {})
  assert.ok(since)
  assert.equal(codesLeft, 10)

  await fresh().refused(contract.signIn, { body }, 401, 'second_factor_required')
  await fresh().refused(contract.signIn, { body: { ...body, code: '000000' } }, 401, 'wrong_code')
  await fresh().refused(contract.signIn, { body: { ...body, code } }, 401, 'wrong_code')
  await fresh().refused(contract.signIn, { body: { ...body, password: 'wrong', code } }, 401, 'invalid_credentials')
  const next = await nextCode(secret, owner)
  await fresh().call(contract.signIn, { body: { ...body, code: ` ${next.slice(0, 3)} ${next.slice(3)}` } })
  await fresh().refused(contract.signIn, { body: { ...body, code: next } }, 401, 'wrong_code')
  await browser.refused(contract.startSecondFactor, { body: { password: PASSWORD } }, 409, 'second_factor_set')
})

test('of many sign-ins with one code at the same moment, one succeeds', async () => {
  const { person, secret, recoveryCodes } = await withFactor()
  for (const code of [await nextCode(secret, person), recoveryCodes[0] ?? '']) {
    await clearGuesses()
    const body = { email: person.email, password: PASSWORD, code }
    const replies = await Promise.all(Array.from({ length: 6 }, () => fresh().send(contract.signIn, { body })))
    assert.deepEqual(replies.map(({ status }) => status).sort(), [200, 401, 401, 401, 401, 401])
  }
})

test('a recovery code works once, and new ones replace all', async () => {
  const { person, browser, secret, recoveryCodes } = await withFactor()
  const [first = '', second = ''] = recoveryCodes
  const body = { email: person.email, password: PASSWORD }
  await fresh().call(contract.signIn, { body: { ...body, code: first.toUpperCase() } })
  await fresh().refused(contract.signIn, { body: { ...body, code: first } }, 401, 'wrong_code')
  assert.equal((await browser.call(contract.getSecondFactor, {})).codesLeft, 9)
  const renew = { password: PASSWORD, code: 'wrong' }
  await browser.refused(contract.renewRecoveryCodes, { body: renew }, 403, 'wrong_code')
  const code = await nextCode(secret, person)
  const renewed = await browser.call(contract.renewRecoveryCodes, { body: { ...renew, code } })
  assert.equal(renewed.recoveryCodes.length, 10)
  await fresh().refused(contract.signIn, { body: { ...body, code: second } }, 401, 'wrong_code')
  await fresh().call(contract.signIn, { body: { ...body, code: renewed.recoveryCodes[3] ?? '' } })
})

test('ten wrong codes from networks that the account doesn’t know stop guessing there, and not the owner’s own', async () => {
  const { person, secret } = await withFactor()
  await settings.pool.query('delete from familiar_networks where account_id = $1', [person.accountId])
  const body = { email: person.email, password: PASSWORD, code: '000000' }
  for (let guess = 0; guess < 10; guess++) await fresh().refused(contract.signIn, { body }, 401, 'wrong_code')
  await fresh().refused(contract.signIn, { body }, 429, 'too_many_attempts')
  await settings.pool.query(`insert into familiar_networks (account_id, network) values ($1, '127.0.0.1/32')`, [
    person.accountId,
  ])
  await fresh().call(contract.signIn, { body: { ...body, code: await nextCode(secret, person) } })
})

test('an invitation doesn’t bypass it', async () => {
  const { person } = await withFactor()
  const other = await settings.newTeam()
  const owner = await settings.browserOf(other.owner, other.teamId)
  const { linkPath } = await owner.call(contract.createInvitation, { body: { email: person.email, role: 'member' } })
  const body = { token: linkPath.split('#')[1] ?? '', password: PASSWORD }
  const joiner = fresh()
  await joiner.refused(contract.acceptInvitation, { body }, 403, 'sign_in_first')
  assert.equal(joiner.cookie, undefined)
})

test('it is removed with the password and a code, or by an operator, and the audit log records it', async () => {
  const { team, person, browser, secret, recoveryCodes } = await withFactor()
  const both = { password: PASSWORD, code: 'wrong' }
  await browser.refused(contract.removeSecondFactor, { body: both }, 403, 'wrong_code')
  const code = await nextCode(secret, person)
  await browser.refused(contract.removeSecondFactor, { body: { password: 'wrong', code } }, 403, 'wrong_password')
  await browser.call(contract.removeSecondFactor, { body: { password: PASSWORD, code: recoveryCodes[0] ?? '' } })
  const signIn = { body: { email: person.email, password: PASSWORD } }
  await fresh().call(contract.signIn, signIn)

  const started = await browser.call(contract.startSecondFactor, { body: { password: PASSWORD } })
  const confirm = codeAt(readBase32(started.secret), stepAt(Date.now()))
  await browser.call(contract.confirmSecondFactor, { body: { code: confirm } })
  await fresh().refused(contract.signIn, signIn, 401, 'second_factor_required')
  const remove = () => settings.db.transaction('settings', (tx) => removeLostFactor(tx, 'operator', person.email))
  assert.equal(await remove(), person.email)
  await assert.rejects(remove(), /has no second factor/)
  await fresh().call(contract.signIn, signIn)
  const { rows } = await settings.pool.query<{ action: string; operator: boolean }>(
    `select action, actor_id is null as operator from audit_log
      where team_id = $1 and action like 'factor.%' order by id`,
    [team.teamId],
  )
  assert.deepEqual(
    rows.map(({ action, operator }) => `${action}${operator ? ' by an operator' : ''}`),
    ['factor.set', 'factor.removed', 'factor.set', 'factor.removed by an operator'],
  )
})

test('the secret is encrypted, and recovery codes are stored as hashes', async () => {
  const { person, secret, recoveryCodes } = await withFactor()
  const { rows } = await settings.pool.query<{ text: string }>(
    `select f::text || (select string_agg(c::text, ' ') from recovery_codes c where c.account_id = f.id) as text
       from second_factors f where id = $1`,
    [person.accountId],
  )
  const stored = rows[0]?.text ?? ''
  assert.match(stored, /v1\./)
  for (const plain of [secret.toString('base64'), secret.toString('hex'), ...recoveryCodes]) {
    assert.ok(!stored.includes(plain) && !stored.includes(plain.replaceAll('-', '')))
  }
})
