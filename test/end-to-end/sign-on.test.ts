// Who gets which account and which team by signing in with a provider of OpenID Connect, and what a team may require. The provider is
// a real one; the attacks are in sign-on-attacks.test.ts.

import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { randomBase62 } from '../../src/platform/ids.ts'
import { contract } from '../../src/settings-contract/index.ts'
import { type Browser, errorOf } from '../harness/browser.ts'
import { createSignInLink } from '../harness/operator.ts'
import { PASSWORD, type TestTeam } from '../harness/settings.ts'
import type { ProviderPerson } from '../harness/sign-on-provider.ts'
import { isIn, PUBLIC_URL, personOf, refused, type SignOnWorld, startSignOnWorld } from '../harness/sign-on-world.ts'

let world: SignOnWorld
before(async () => {
  world = await startSignOnWorld()
})

async function auditOf(team: TestTeam): Promise<string[]> {
  const { rows } = await world.settings.pool.query<{ action: string }>(
    'select action from audit_log where team_id = $1 order by id',
    [team.teamId],
  )
  return rows.map(({ action }) => action)
}

test('the first sign-in makes an account and joins the team of the domain, with its default role; the second finds it', async () => {
  const team = await world.newTeam()
  const person = personOf(team.domain)
  const browser = world.fresh()
  assert.deepEqual(await browser.call(contract.getSignOn, {}), { label: 'Acme Login' })
  const { url } = await browser.call(contract.startSignOn, { body: {} })
  const asked = Object.fromEntries(new URL(url).searchParams)
  assert.equal(asked.code_challenge_method, 'S256')
  assert.equal(asked.redirect_uri, `${PUBLIC_URL}/sign-on/callback`)
  assert.ok(asked.state && asked.nonce && asked.code_challenge)
  assert.match(browser.signOnCookie ?? '', /^pro-signal-sign-on=\w{43}$/)

  const session = await browser.call(contract.finishSignOn, {
    body: { query: await world.provider.signIn(url, person) },
  })
  assert.deepEqual([session.account.email, session.team.id, session.role], [person.email, team.teamId, 'member'])
  assert.equal(session.signedInBy, 'provider')
  assert.equal(browser.signOnCookie, undefined)
  assert.deepEqual(await auditOf(team), [
    'team.domains_changed',
    'member.joined',
    'identity.linked',
    'session.signed_in',
  ])
  const again = await world.signOn(world.fresh(), { ...person, email: `renamed@${team.domain}` })
  assert.equal(again.account.id, session.account.id)
  assert.equal(again.account.email, person.email)
})

test('a removed member loses the live session immediately, and can rejoin only by an invitation', async () => {
  const team = await world.newTeam()
  const person = personOf(team.domain)
  const browser = world.fresh()
  const { account } = await world.signOn(browser, person)
  assert.equal(await isIn(browser), true)
  const owner = await world.settings.browserOf(team.owner, team.teamId)
  await owner.call(contract.removeMember, { params: { accountId: account.id } })
  assert.equal(await isIn(browser), false)
  const back = world.fresh()
  await refused(back, await world.comeBack(back, person), 403, 'no_team')

  const { linkPath } = await owner.call(contract.createInvitation, { body: { email: person.email, role: 'member' } })
  await world.settings.pool.query(`insert into team_members (team_id, account_id, role) values ($1, $2, 'member')`, [
    (await world.settings.newTeam()).teamId,
    account.id,
  ])
  await world.signOn(back, person)
  const joined = await back.call(contract.acceptInvitation, { body: { token: linkPath.split('#')[1] ?? '' } })
  assert.deepEqual([joined.team.id, joined.signedInBy], [team.teamId, 'provider'])
  await owner.call(contract.removeMember, { params: { accountId: account.id } })
})

test('an account with a verified address is linked; its password keeps working', async () => {
  const team = await world.newTeam()
  const person = personOf(team.domain)
  await world.settings.pool.query('update accounts set email = $2 where id = $1', [team.owner.accountId, person.email])
  const session = await world.signOn(world.fresh(), person)
  assert.deepEqual([session.account.id, session.role], [team.owner.accountId, 'owner'])
  await world.fresh().call(contract.signIn, { body: { email: person.email, password: PASSWORD } })
})

test('an unverified account is linked only in the team of the domain, and loses its password and sessions', async () => {
  const team = await world.newTeam()
  const person = personOf(team.domain)
  const { accountId } = team.member
  await world.settings.pool.query('update accounts set email = $2 where id = $1', [accountId, person.email])
  const maker = world.fresh()
  await maker.call(contract.signIn, { body: { email: person.email, password: PASSWORD } })
  const other = await world.settings.newTeam()
  await world.settings.pool.query(`insert into team_members (team_id, account_id, role) values ($1, $2, 'member')`, [
    other.teamId,
    accountId,
  ])
  const browser = world.fresh()
  await refused(browser, await world.comeBack(browser, person), 409, 'sign_on_address_taken')
  assert.equal(await isIn(maker), true)

  await world.settings.pool.query('delete from team_members where team_id = $1 and account_id = $2', [
    other.teamId,
    accountId,
  ])
  assert.equal((await world.signOn(browser, person)).account.id, accountId)
  assert.equal(await isIn(maker), false)
  await world.settings.pool.query('delete from attempt_levels')
  const body = { email: person.email, password: PASSWORD }
  await world.fresh().refused(contract.signIn, { body }, 401, 'invalid_credentials')
})

test('an address that was given to another person doesn’t open the account of the one before', async () => {
  const team = await world.newTeam()
  const person = personOf(team.domain)
  await world.signOn(world.fresh(), person)
  const browser = world.fresh()
  const next = { ...person, sub: randomBase62(12) }
  await refused(browser, await world.comeBack(browser, next), 409, 'sign_on_address_taken')
})

test('two first sign-ins of one person at the same moment make one account', async () => {
  const team = await world.newTeam()
  const person = personOf(team.domain)
  const both = [world.fresh(), world.fresh()]
  const queries = [await world.comeBack(both[0] as Browser, person), await world.comeBack(both[1] as Browser, person)]
  const sessions = await Promise.all(
    both.map((browser, i) => browser.call(contract.finishSignOn, { body: { query: queries[i] ?? '' } })),
  )
  assert.equal(sessions[0]?.account.id, sessions[1]?.account.id)
})

test('a team that requires sign-on accepts no password, ends sessions of passwords, and has a way in by an operator’s link', async () => {
  const team = await world.newTeam()
  const person = personOf(team.domain)
  await world.settings.pool.query('update accounts set email = $2 where id = $1', [team.owner.accountId, person.email])
  const byPassword = await world.settings.browserOf(team.owner, team.teamId)
  const require = { body: { required: true } }
  await byPassword.refused(contract.requireSignOn, require, 409, 'sign_on_first')
  const owner = world.fresh()
  await world.signOn(owner, person)
  const state = await owner.call(contract.requireSignOn, require)
  assert.equal(state.required, true)
  assert.deepEqual(state.withoutProvider, [team.member.email])

  assert.equal(await isIn(byPassword), false)
  assert.equal(await isIn(owner), true)
  const body = { email: person.email, password: PASSWORD }
  await world.fresh().refused(contract.signIn, { body }, 403, 'sign_on_required')
  await world.fresh().refused(contract.signIn, { body: { ...body, password: 'wrong' } }, 401, 'invalid_credentials')
  const { linkPath } = await createSignInLink(world.settings.db, team.member.email)
  const token = linkPath.split('#')[1] ?? ''
  const [first, second] = [world.fresh(), world.fresh()]
  assert.equal((await first.call(contract.useSignInLink, { body: { token } })).signedInBy, 'link')
  await second.refused(contract.useSignInLink, { body: { token } }, 404, 'link_not_valid')
  assert.equal(await isIn(first), true)

  await owner.call(contract.requireSignOn, { body: { required: false } })
  await world.fresh().call(contract.signIn, { body })
  assert.deepEqual(
    (await auditOf(team)).filter((action) => action.startsWith('team.')),
    ['team.domains_changed', 'team.sign_on_required', 'team.sign_on_optional'],
  )
})

test('a session of a password doesn’t get into a team that requires sign-on by way of another team', async () => {
  const [strict, other] = [await world.newTeam(), await world.settings.newTeam()]
  await world.settings.pool.query(`insert into team_members (team_id, account_id, role) values ($1, $2, 'owner')`, [
    strict.teamId,
    other.owner.accountId,
  ])
  const browser = await world.settings.browserOf(other.owner, other.teamId)
  await browser.call(contract.switchTeam, { body: { teamId: strict.teamId } })
  // However it came there: a node that knows nothing of this may have opened or moved it.
  await world.settings.pool.query('update teams set requires_sign_on = true where id = $1', [strict.teamId])
  assert.equal(await isIn(browser), false)
  const again = await world.settings.browserOf(other.owner, other.teamId)
  const body = { teamId: strict.teamId }
  await again.refused(contract.switchTeam, { body }, 403, 'sign_on_required')
  const signedIn = await world.fresh().call(contract.signIn, { body: { email: other.owner.email, password: PASSWORD } })
  assert.equal(signedIn.team.id, other.teamId)

  const owner = await world.settings.browserOf(other.owner, other.teamId)
  const guest = 'guest@elsewhere.example'
  const { linkPath } = await owner.call(contract.createInvitation, { body: { email: guest, role: 'member' } })
  await world.settings.pool.query('update teams set requires_sign_on = true where id = $1', [other.teamId])
  const join = { token: linkPath.split('#')[1] ?? '', password: PASSWORD }
  await world.fresh().refused(contract.acceptInvitation, { body: join }, 403, 'sign_on_required')
})

test('an invitation brings a guest in whose domain no team has, with the address that the provider has verified', async () => {
  const team = await world.newTeam()
  const owner = await world.settings.browserOf(team.owner, team.teamId)
  const guest = personOf('guests.example')
  const invite = async (email: string) => {
    const { linkPath } = await owner.call(contract.createInvitation, { body: { email, role: 'member' } })
    return linkPath.split('#')[1] ?? ''
  }
  const finish = async (browser: Browser, person: ProviderPerson, invitation: string) => {
    const query = await world.comeBack(browser, person)
    return browser.send(contract.finishSignOn, { body: { query, invitation } })
  }
  const forGuest = await invite(guest.email)
  await errorOf(await finish(world.fresh(), personOf('guests.example'), forGuest), 403, 'sign_on_other_address')
  await errorOf(await finish(world.fresh(), { ...guest, email_verified: false }, forGuest), 403, 'sign_on_not_verified')
  await world.settings.pool.query('update teams set requires_sign_on = true where id = $1', [team.teamId])
  const browser = world.fresh()
  assert.equal((await finish(browser, guest, forGuest)).status, 200)
  const session = await browser.call(contract.getSession, {})
  assert.deepEqual([session.account.email, session.team.id], [guest.email, team.teamId])
  await errorOf(await finish(world.fresh(), guest, forGuest), 404, 'link_not_valid')
  await world.settings.pool.query('update teams set requires_sign_on = false where id = $1', [team.teamId])

  // The provider doesn't speak for the domain, so an account that exists is linked only to who is signed in to it.
  const other = await world.settings.newTeam()
  const owned = personOf('guests.example')
  await world.settings.pool.query('update accounts set email = $2 where id = $1', [other.owner.accountId, owned.email])
  const forOwner = await invite(owned.email)
  await errorOf(await finish(world.fresh(), owned, forOwner), 409, 'sign_on_address_taken')
  const signedIn = await world.settings.browserOf(other.owner, other.teamId)
  assert.equal((await finish(signedIn, owned, forOwner)).status, 200)
  // A member connects the account without any invitation.
  const member = personOf('guests.example')
  await world.settings.pool.query('update accounts set email = $2 where id = $1', [
    other.member.accountId,
    member.email,
  ])
  const stranger = await world.settings.browserOf(other.owner, other.teamId)
  const query = await world.comeBack(stranger, member)
  await stranger.refused(contract.finishSignOn, { body: { query } }, 403, 'sign_on_no_team')
  await world.signOn(await world.settings.browserOf(other.member, other.teamId), member)
  assert.equal((await world.signOn(world.fresh(), member)).account.id, other.member.accountId)
  const linked = await world.signOn(world.fresh(), owned)
  assert.equal(linked.account.id, other.owner.accountId)
})

test('signing out ends the session here, and shows where to sign out at the provider', async () => {
  const team = await world.newTeam()
  const browser = world.fresh()
  await world.signOn(browser, personOf(team.domain))
  const { providerUrl } = await browser.call(contract.signOut, {})
  const url = new URL(providerUrl ?? '')
  assert.equal(url.origin, world.provider.issuer)
  assert.equal(url.searchParams.get('post_logout_redirect_uri'), `${PUBLIC_URL}/sign-in`)
  assert.equal((await fetch(url)).status, 200)
  const byPassword = await world.settings.browserOf(team.owner, team.teamId)
  assert.deepEqual(await byPassword.call(contract.signOut, {}), { providerUrl: null })
})
