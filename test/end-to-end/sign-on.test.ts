// Signing in with a provider of OpenID Connect, and every way to be let in that must fail. The provider is a real one.

import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { randomBase62 } from '../../src/platform/ids.ts'
import { contract } from '../../src/settings-contract/index.ts'
import { Browser, errorOf } from '../harness/browser.ts'
import { recordingLog } from '../harness/log.ts'
import { createSignInLink, mapDomain } from '../harness/operator.ts'
import { startTestService } from '../harness/service.ts'
import { PASSWORD, type SettingsService, startSettings, type TestTeam } from '../harness/settings.ts'
import { type ProviderPerson, SignOnProvider } from '../harness/sign-on-provider.ts'

const PUBLIC_URL = 'http://127.0.0.1:9'

let settings: SettingsService
let provider: SignOnProvider
const logged = recordingLog()
before(async () => {
  provider = await new SignOnProvider().start(PUBLIC_URL)
  settings = await startSettings({ env: { ...provider.env, PUBLIC_URL }, log: logged.log })
})

const fresh = () => new Browser(settings.url)

/** A team whose people have addresses of a domain of their own. */
async function newTeam(): Promise<TestTeam & { readonly domain: string }> {
  const team = await settings.newTeam()
  const domain = `${randomBase62(10)}.example`.toLowerCase()
  await mapDomain(settings.db, team.teamId, domain)
  return { ...team, domain }
}

const personOf = (domain: string): Required<ProviderPerson> => ({
  sub: randomBase62(12),
  email: `ada-${randomBase62(6)}@${domain}`.toLowerCase(),
  email_verified: true,
})

/** Starts the sign-in and goes through the provider's pages. Returns the query of the way back. */
async function comeBack(browser: Browser, person: ProviderPerson, change = (url: URL) => url): Promise<string> {
  const { url } = await browser.call(contract.startSignOn, { body: {} })
  return provider.signIn(change(new URL(url)).href, person)
}

async function signOn(browser: Browser, person: ProviderPerson) {
  return browser.call(contract.finishSignOn, { body: { query: await comeBack(browser, person) } })
}

async function refused(browser: Browser, query: string, status: number, code: string): Promise<string> {
  const error = await browser.refused(contract.finishSignOn, { body: { query } }, status, code)
  assert.equal(browser.cookie, undefined)
  return error.message
}

const isIn = async (browser: Browser) => (await browser.send(contract.getSession, {})).status === 200

const lastWarning = () => String(logged.lines.findLast(({ level }) => level === 40)?.msg)

async function auditOf(team: TestTeam): Promise<string[]> {
  const { rows } = await settings.pool.query<{ action: string }>(
    'select action from audit_log where team_id = $1 order by id',
    [team.teamId],
  )
  return rows.map(({ action }) => action)
}

test('the first sign-in makes an account and joins the team of the domain, with its default role; the second finds it', async () => {
  const team = await newTeam()
  const person = personOf(team.domain)
  const browser = fresh()
  assert.deepEqual(await browser.call(contract.getSignOn, {}), { label: 'Acme Login' })
  const { url } = await browser.call(contract.startSignOn, { body: {} })
  const asked = Object.fromEntries(new URL(url).searchParams)
  assert.equal(asked.code_challenge_method, 'S256')
  assert.equal(asked.redirect_uri, `${PUBLIC_URL}/sign-on/callback`)
  assert.ok(asked.state && asked.nonce && asked.code_challenge)
  assert.match(browser.signOnCookie ?? '', /^pro-signal-sign-on=\w{43}$/)

  const session = await browser.call(contract.finishSignOn, { body: { query: await provider.signIn(url, person) } })
  assert.deepEqual([session.account.email, session.team.id, session.role], [person.email, team.teamId, 'member'])
  assert.equal(session.signedInBy, 'provider')
  assert.equal(browser.signOnCookie, undefined)
  assert.deepEqual(await auditOf(team), [
    'team.domains_changed',
    'member.joined',
    'identity.linked',
    'session.signed_in',
  ])
  const again = await signOn(fresh(), { ...person, email: `renamed@${team.domain}` })
  assert.equal(again.account.id, session.account.id)
  assert.equal(again.account.email, person.email)
})

test('an answer works once, and only in the browser that asked', async () => {
  const team = await newTeam()
  const person = personOf(team.domain)
  const browser = fresh()
  const query = await comeBack(browser, person)
  const cookie = browser.signOnCookie
  await refused(fresh(), query, 409, 'sign_on_expired')
  const stranger = fresh()
  await stranger.call(contract.startSignOn, { body: {} })
  await refused(stranger, query, 409, 'sign_on_expired')

  const both = [fresh(), fresh()]
  for (const each of both) each.signOnCookie = cookie
  const answers = await Promise.all(both.map((each) => each.send(contract.finishSignOn, { body: { query } })))
  assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 409])
  browser.signOnCookie = cookie
  await refused(browser, query, 409, 'sign_on_expired')
})

test('a sign-in that is older than ten minutes is refused', async () => {
  const team = await newTeam()
  const browser = fresh()
  const query = await comeBack(browser, personOf(team.domain))
  await settings.pool.query(`update sign_on_attempts set started_at = now() - interval '601 seconds'`)
  await refused(browser, query, 409, 'sign_on_expired')
})

test('a token with the nonce of another sign-in is refused', async () => {
  const team = await newTeam()
  const browser = fresh()
  const query = await comeBack(browser, personOf(team.domain), (url) => {
    url.searchParams.set('nonce', 'of-an-earlier-sign-in')
    return url
  })
  await refused(browser, query, 403, 'sign_on_not_valid')
  assert.match(lastWarning(), /"nonce"/)
})

test('a code that was made for another browser is refused', async () => {
  const team = await newTeam()
  const [victim, attacker] = [fresh(), fresh()]
  const stolen = new URLSearchParams(await comeBack(attacker, personOf(team.domain)))
  const query = new URLSearchParams(await comeBack(victim, personOf(team.domain)))
  query.set('code', stolen.get('code') ?? '')
  await refused(victim, `?${query}`, 403, 'sign_on_not_valid')
})

test('an answer of another provider, or of one that doesn’t name itself, is refused', async () => {
  const team = await newTeam()
  for (const issuer of ['https://evil.example', undefined]) {
    const browser = fresh()
    const query = new URLSearchParams(await comeBack(browser, personOf(team.domain)))
    assert.equal(query.get('iss'), provider.issuer)
    if (issuer) query.set('iss', issuer)
    else query.delete('iss')
    await refused(browser, `?${query}`, 403, 'sign_on_not_valid')
    assert.match(lastWarning(), /"iss"/)
  }
})

test('a token for another program, which the provider has signed, is refused', async () => {
  const team = await newTeam()
  const person = personOf(team.domain)
  const browser = fresh()
  const { url } = await browser.call(contract.startSignOn, { body: {} })
  const foreign = await provider.tokenForAnother(url, person)
  const query = await provider.signIn(url, person)
  provider.onTokenReply = (reply) => ({ ...reply, id_token: foreign })
  await refused(browser, query, 403, 'sign_on_not_valid')
  assert.match(lastWarning(), /"aud"/)
})

test('a token whose signature is not the provider’s is refused', async () => {
  const team = await newTeam()
  const browser = fresh()
  const query = await comeBack(browser, personOf(team.domain))
  provider.onTokenReply = (reply) => {
    const [header, payload] = String(reply.id_token).split('.')
    return { ...reply, id_token: `${header}.${payload}.${'A'.repeat(86)}` }
  }
  await refused(browser, query, 403, 'sign_on_not_valid')
})

test('an address that the provider has not verified is refused, and so is a person without one', async () => {
  const team = await newTeam()
  const person = personOf(team.domain)
  const cases: [ProviderPerson, string][] = [
    [{ ...person, email_verified: false }, 'sign_on_not_verified'],
    [{ sub: person.sub, email: person.email }, 'sign_on_not_verified'],
    [{ sub: person.sub }, 'sign_on_no_address'],
  ]
  for (const [each, code] of cases) {
    const browser = fresh()
    await refused(browser, await comeBack(browser, each), 403, code)
  }
  const { rows } = await settings.pool.query('select from accounts where email = $1', [person.email])
  assert.equal(rows.length, 0)
})

test('a person whose domain no team has is refused, and told so', async () => {
  const browser = fresh()
  const person = personOf('nobody-has-this.example')
  assert.match(
    await refused(browser, await comeBack(browser, person), 403, 'sign_on_no_team'),
    /nobody-has-this\.example/,
  )
})

test('who says no at the provider is told so', async () => {
  const browser = fresh()
  const { url } = await browser.call(contract.startSignOn, { body: {} })
  const state = new URL(url).searchParams.get('state') ?? ''
  const query = new URLSearchParams({ error: 'access_denied', state, iss: provider.issuer })
  await refused(browser, `?${query}`, 403, 'sign_on_refused')
})

test('a removed member loses the live session at once, and doesn’t come back by signing in, but by an invitation', async () => {
  const team = await newTeam()
  const person = personOf(team.domain)
  const browser = fresh()
  const { account } = await signOn(browser, person)
  assert.equal(await isIn(browser), true)
  const owner = await settings.browserOf(team.owner, team.teamId)
  await owner.call(contract.removeMember, { params: { accountId: account.id } })
  assert.equal(await isIn(browser), false)
  const back = fresh()
  await refused(back, await comeBack(back, person), 403, 'no_team')

  const { linkPath } = await owner.call(contract.createInvitation, { body: { email: person.email, role: 'member' } })
  await settings.pool.query(`insert into team_members (team_id, account_id, role) values ($1, $2, 'member')`, [
    (await settings.newTeam()).teamId,
    account.id,
  ])
  await signOn(back, person)
  const joined = await back.call(contract.acceptInvitation, { body: { token: linkPath.split('#')[1] ?? '' } })
  assert.deepEqual([joined.team.id, joined.signedInBy], [team.teamId, 'provider'])
  await owner.call(contract.removeMember, { params: { accountId: account.id } })
})

test('an account whose address is proven is linked; its password goes on working', async () => {
  const team = await newTeam()
  const person = personOf(team.domain)
  await settings.pool.query('update accounts set email = $2 where id = $1', [team.owner.accountId, person.email])
  const session = await signOn(fresh(), person)
  assert.deepEqual([session.account.id, session.role], [team.owner.accountId, 'owner'])
  await fresh().call(contract.signIn, { body: { email: person.email, password: PASSWORD } })
})

test('an account that nobody proved is linked only in the team of the domain, and loses its password and sessions', async () => {
  const team = await newTeam()
  const person = personOf(team.domain)
  const { accountId } = team.member
  await settings.pool.query('update accounts set email = $2 where id = $1', [accountId, person.email])
  const maker = fresh()
  await maker.call(contract.signIn, { body: { email: person.email, password: PASSWORD } })
  const other = await settings.newTeam()
  await settings.pool.query(`insert into team_members (team_id, account_id, role) values ($1, $2, 'member')`, [
    other.teamId,
    accountId,
  ])
  const browser = fresh()
  await refused(browser, await comeBack(browser, person), 409, 'sign_on_address_taken')
  assert.equal(await isIn(maker), true)

  await settings.pool.query('delete from team_members where team_id = $1 and account_id = $2', [
    other.teamId,
    accountId,
  ])
  assert.equal((await signOn(browser, person)).account.id, accountId)
  assert.equal(await isIn(maker), false)
  await settings.pool.query('delete from attempt_levels')
  const body = { email: person.email, password: PASSWORD }
  await fresh().refused(contract.signIn, { body }, 401, 'invalid_credentials')
})

test('an address that was given to another person doesn’t open the account of the one before', async () => {
  const team = await newTeam()
  const person = personOf(team.domain)
  await signOn(fresh(), person)
  const browser = fresh()
  const next = { ...person, sub: randomBase62(12) }
  await refused(browser, await comeBack(browser, next), 409, 'sign_on_address_taken')
})

test('two first sign-ins of one person at the same moment make one account', async () => {
  const team = await newTeam()
  const person = personOf(team.domain)
  const both = [fresh(), fresh()]
  const queries = [await comeBack(both[0] as Browser, person), await comeBack(both[1] as Browser, person)]
  const sessions = await Promise.all(
    both.map((browser, i) => browser.call(contract.finishSignOn, { body: { query: queries[i] ?? '' } })),
  )
  assert.equal(sessions[0]?.account.id, sessions[1]?.account.id)
})

test('a team that requires sign-on accepts no password, ends sessions of passwords, and has a way in by an operator’s link', async () => {
  const team = await newTeam()
  const person = personOf(team.domain)
  await settings.pool.query('update accounts set email = $2 where id = $1', [team.owner.accountId, person.email])
  const byPassword = await settings.browserOf(team.owner, team.teamId)
  const require = { body: { required: true } }
  await byPassword.refused(contract.requireSignOn, require, 409, 'sign_on_first')
  const owner = fresh()
  await signOn(owner, person)
  const state = await owner.call(contract.requireSignOn, require)
  assert.equal(state.required, true)
  assert.deepEqual(state.withoutProvider, [team.member.email])

  assert.equal(await isIn(byPassword), false)
  assert.equal(await isIn(owner), true)
  const body = { email: person.email, password: PASSWORD }
  await fresh().refused(contract.signIn, { body }, 403, 'sign_on_required')
  await fresh().refused(contract.signIn, { body: { ...body, password: 'wrong' } }, 401, 'invalid_credentials')
  const { linkPath } = await createSignInLink(settings.db, team.member.email)
  const token = linkPath.split('#')[1] ?? ''
  const [first, second] = [fresh(), fresh()]
  assert.equal((await first.call(contract.useSignInLink, { body: { token } })).signedInBy, 'link')
  await second.refused(contract.useSignInLink, { body: { token } }, 404, 'link_not_valid')
  assert.equal(await isIn(first), true)

  await owner.call(contract.requireSignOn, { body: { required: false } })
  await fresh().call(contract.signIn, { body })
  assert.deepEqual(
    (await auditOf(team)).filter((action) => action.startsWith('team.')),
    ['team.domains_changed', 'team.sign_on_required', 'team.sign_on_optional'],
  )
})

test('a session of a password doesn’t get into a team that requires sign-on by way of another team', async () => {
  const [strict, other] = [await newTeam(), await settings.newTeam()]
  await settings.pool.query(`insert into team_members (team_id, account_id, role) values ($1, $2, 'owner')`, [
    strict.teamId,
    other.owner.accountId,
  ])
  const browser = await settings.browserOf(other.owner, other.teamId)
  await browser.call(contract.switchTeam, { body: { teamId: strict.teamId } })
  // However it came there: a node that knows nothing of this may have opened or moved it.
  await settings.pool.query('update teams set requires_sign_on = true where id = $1', [strict.teamId])
  assert.equal(await isIn(browser), false)
  const again = await settings.browserOf(other.owner, other.teamId)
  const body = { teamId: strict.teamId }
  await again.refused(contract.switchTeam, { body }, 403, 'sign_on_required')
  const signedIn = await fresh().call(contract.signIn, { body: { email: other.owner.email, password: PASSWORD } })
  assert.equal(signedIn.team.id, other.teamId)

  const owner = await settings.browserOf(other.owner, other.teamId)
  const guest = 'guest@elsewhere.example'
  const { linkPath } = await owner.call(contract.createInvitation, { body: { email: guest, role: 'member' } })
  await settings.pool.query('update teams set requires_sign_on = true where id = $1', [other.teamId])
  const join = { token: linkPath.split('#')[1] ?? '', password: PASSWORD }
  await fresh().refused(contract.acceptInvitation, { body: join }, 403, 'sign_on_required')
})

test('an invitation brings a guest in whose domain no team has, with the address that the provider has verified', async () => {
  const team = await newTeam()
  const owner = await settings.browserOf(team.owner, team.teamId)
  const guest = personOf('guests.example')
  const invite = async (email: string) => {
    const { linkPath } = await owner.call(contract.createInvitation, { body: { email, role: 'member' } })
    return linkPath.split('#')[1] ?? ''
  }
  const finish = async (browser: Browser, person: ProviderPerson, invitation: string) => {
    const query = await comeBack(browser, person)
    return browser.send(contract.finishSignOn, { body: { query, invitation } })
  }
  const forGuest = await invite(guest.email)
  await errorOf(await finish(fresh(), personOf('guests.example'), forGuest), 403, 'sign_on_other_address')
  await errorOf(await finish(fresh(), { ...guest, email_verified: false }, forGuest), 403, 'sign_on_not_verified')
  await settings.pool.query('update teams set requires_sign_on = true where id = $1', [team.teamId])
  const browser = fresh()
  assert.equal((await finish(browser, guest, forGuest)).status, 200)
  const session = await browser.call(contract.getSession, {})
  assert.deepEqual([session.account.email, session.team.id], [guest.email, team.teamId])
  await errorOf(await finish(fresh(), guest, forGuest), 404, 'link_not_valid')
  await settings.pool.query('update teams set requires_sign_on = false where id = $1', [team.teamId])

  // The provider doesn't speak for the domain, so an account that exists is linked only to who is signed in to it.
  const other = await settings.newTeam()
  const owned = personOf('guests.example')
  await settings.pool.query('update accounts set email = $2 where id = $1', [other.owner.accountId, owned.email])
  const forOwner = await invite(owned.email)
  await errorOf(await finish(fresh(), owned, forOwner), 409, 'sign_on_address_taken')
  const signedIn = await settings.browserOf(other.owner, other.teamId)
  assert.equal((await finish(signedIn, owned, forOwner)).status, 200)
  // A member connects the account without any invitation.
  const member = personOf('guests.example')
  await settings.pool.query('update accounts set email = $2 where id = $1', [other.member.accountId, member.email])
  const stranger = await settings.browserOf(other.owner, other.teamId)
  const query = await comeBack(stranger, member)
  await stranger.refused(contract.finishSignOn, { body: { query } }, 403, 'sign_on_no_team')
  await signOn(await settings.browserOf(other.member, other.teamId), member)
  assert.equal((await signOn(fresh(), member)).account.id, other.member.accountId)
  const linked = await signOn(fresh(), owned)
  assert.equal(linked.account.id, other.owner.accountId)
})

test('signing out ends the session here, and says where to sign out at the provider', async () => {
  const team = await newTeam()
  const browser = fresh()
  await signOn(browser, personOf(team.domain))
  const { providerUrl } = await browser.call(contract.signOut, {})
  const url = new URL(providerUrl ?? '')
  assert.equal(url.origin, provider.issuer)
  assert.equal(url.searchParams.get('post_logout_redirect_uri'), `${PUBLIC_URL}/sign-in`)
  assert.equal((await fetch(url)).status, 200)
  const byPassword = await settings.browserOf(team.owner, team.teamId)
  assert.deepEqual(await byPassword.call(contract.signOut, {}), { providerUrl: null })
})

test('while the provider is down, people are told so, and passwords go on working', async () => {
  const team = await newTeam()
  const down = await new SignOnProvider().start(PUBLIC_URL)
  const env = { ...down.env, PUBLIC_URL, DATABASE_URL: settings.databaseUrl }
  const service = await startTestService({ env, roles: ['settings'] })
  const [early, late] = [new Browser(service.url), new Browser(service.url)]
  const { url } = await early.call(contract.startSignOn, { body: {} })
  const query = await down.signIn(url, personOf(team.domain))
  down.stop()
  await refused(early, query, 503, 'service_unavailable')
  const other = await startTestService({ env, roles: ['settings'] })
  const start = { body: {} }
  await new Browser(other.url).refused(contract.startSignOn, start, 503, 'service_unavailable')
  await late.call(contract.signIn, { body: { email: team.owner.email, password: PASSWORD } })
})
