// Every way to be let in by the provider of sign-on that must fail. The provider is a real one.

import assert from 'node:assert/strict'
import { generateKeyPairSync } from 'node:crypto'
import { before, test } from 'node:test'
import { contract } from '../../src/settings-contract/index.ts'
import { Browser } from '../harness/browser.ts'
import { startTestService } from '../harness/service.ts'
import { PASSWORD } from '../harness/settings.ts'
import { type ProviderPerson, SignOnProvider } from '../harness/sign-on-provider.ts'
import { isIn, PUBLIC_URL, personOf, refused, type SignOnWorld, startSignOnWorld } from '../harness/sign-on-world.ts'

let world: SignOnWorld
before(async () => {
  world = await startSignOnWorld()
})

test('an answer works once, and only in the browser that asked', async () => {
  const team = await world.newTeam()
  const person = personOf(team.domain)
  const browser = world.fresh()
  const query = await world.comeBack(browser, person)
  const cookie = browser.signOnCookie
  await refused(world.fresh(), query, 409, 'sign_on_expired')
  const stranger = world.fresh()
  await stranger.call(contract.startSignOn, { body: {} })
  await refused(stranger, query, 409, 'sign_on_expired')

  const both = [world.fresh(), world.fresh()]
  for (const each of both) each.signOnCookie = cookie
  const answers = await Promise.all(both.map((each) => each.send(contract.finishSignOn, { body: { query } })))
  assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 409])
  browser.signOnCookie = cookie
  await refused(browser, query, 409, 'sign_on_expired')
})

test('a sign-in older than ten minutes is rejected', async () => {
  const team = await world.newTeam()
  const browser = world.fresh()
  const query = await world.comeBack(browser, personOf(team.domain))
  await world.settings.pool.query(`update sign_on_attempts set started_at = now() - interval '601 seconds'`)
  await refused(browser, query, 409, 'sign_on_expired')
})

test('a token with the nonce of another sign-in is rejected', async () => {
  const team = await world.newTeam()
  const browser = world.fresh()
  const query = await world.comeBack(browser, personOf(team.domain), (url) => {
    url.searchParams.set('nonce', 'of-an-earlier-sign-in')
    return url
  })
  await refused(browser, query, 403, 'sign_on_not_valid')
  assert.match(world.lastWarning(), /"nonce"/)
})

test('a code that was made for another browser is rejected', async () => {
  const team = await world.newTeam()
  const [victim, attacker] = [world.fresh(), world.fresh()]
  const stolen = new URLSearchParams(await world.comeBack(attacker, personOf(team.domain)))
  const query = new URLSearchParams(await world.comeBack(victim, personOf(team.domain)))
  query.set('code', stolen.get('code') ?? '')
  await refused(victim, `?${query}`, 403, 'sign_on_not_valid')
})

test('an answer of another provider, or of an unnamed one, is rejected', async () => {
  const team = await world.newTeam()
  for (const issuer of ['https://evil.example', undefined]) {
    const browser = world.fresh()
    const query = new URLSearchParams(await world.comeBack(browser, personOf(team.domain)))
    assert.equal(query.get('iss'), world.provider.issuer)
    if (issuer) query.set('iss', issuer)
    else query.delete('iss')
    await refused(browser, `?${query}`, 403, 'sign_on_not_valid')
    assert.match(world.lastWarning(), /"iss"/)
  }
})

test('a token for another program, which the provider has signed, is rejected', async () => {
  const team = await world.newTeam()
  const person = personOf(team.domain)
  const browser = world.fresh()
  const { url } = await browser.call(contract.startSignOn, { body: {} })
  const foreign = await world.provider.tokenForAnother(url, person)
  const query = await world.provider.signIn(url, person)
  world.provider.onTokenReply = (reply) => ({ ...reply, id_token: foreign })
  await refused(browser, query, 403, 'sign_on_not_valid')
  assert.match(world.lastWarning(), /"aud"/)
})

test('a token whose signature is not the provider’s is rejected', async () => {
  const team = await world.newTeam()
  const browser = world.fresh()
  const query = await world.comeBack(browser, personOf(team.domain))
  world.provider.onTokenReply = (reply) => {
    const [header, payload] = String(reply.id_token).split('.')
    return { ...reply, id_token: `${header}.${payload}.${'A'.repeat(86)}` }
  }
  await refused(browser, query, 403, 'sign_on_not_valid')
})

test('an address that the provider has not verified is rejected, and so is a person without one', async () => {
  const team = await world.newTeam()
  const person = personOf(team.domain)
  const cases: [ProviderPerson, string][] = [
    [{ ...person, email_verified: false }, 'sign_on_not_verified'],
    [{ sub: person.sub, email: person.email }, 'sign_on_not_verified'],
    [{ sub: person.sub }, 'sign_on_no_address'],
  ]
  for (const [each, code] of cases) {
    const browser = world.fresh()
    await refused(browser, await world.comeBack(browser, each), 403, code)
  }
  const { rows } = await world.settings.pool.query('select from accounts where email = $1', [person.email])
  assert.equal(rows.length, 0)
})

test('a person whose domain no team has is rejected, with the reason', async () => {
  const browser = world.fresh()
  const person = personOf('nobody-has-this.example')
  assert.match(
    await refused(browser, await world.comeBack(browser, person), 403, 'sign_on_no_team'),
    /nobody-has-this\.example/,
  )
})

test('a person who declines at the provider gets an explanation', async () => {
  const browser = world.fresh()
  const { url } = await browser.call(contract.startSignOn, { body: {} })
  const state = new URL(url).searchParams.get('state') ?? ''
  const query = new URLSearchParams({ error: 'access_denied', state, iss: world.provider.issuer })
  await refused(browser, `?${query}`, 403, 'sign_on_refused')
})

test('while the provider is down, the error explains it, and passwords keep working', async () => {
  const team = await world.newTeam()
  const down = await new SignOnProvider().start(PUBLIC_URL)
  const env = { ...down.env, PUBLIC_URL, DATABASE_URL: world.settings.databaseUrl }
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

const EVENTS = { 'http://schemas.openid.net/event/backchannel-logout': {} }

/** What the provider's server posts to end sessions. */
async function endSessions(token: string): Promise<number> {
  const body = new URLSearchParams({ logout_token: token })
  const response = await fetch(`${world.settings.url}/sign-on/backchannel-logout`, { method: 'POST', body })
  assert.equal(response.headers.get('cache-control'), 'no-store')
  return response.status
}

async function sidsOf({ email }: ProviderPerson): Promise<string[]> {
  const { rows } = await world.settings.pool.query<{ sid: string }>(
    `select provider_sid as sid from sessions s join accounts a on a.id = s.account_id where email = $1 order by signed_in_at`,
    [email],
  )
  return rows.map(({ sid }) => sid)
}

test('the provider ends the session that it opened, once, and no other', async () => {
  const team = await world.newTeam()
  const person = personOf(team.domain)
  const [laptop, phone] = [world.fresh(), world.fresh()]
  for (const browser of [laptop, phone]) await world.signOn(browser, person)
  const [sid = ''] = await sidsOf(person)
  const token = await world.provider.logoutToken(person, sid)
  assert.equal(await endSessions(token), 200)
  assert.deepEqual([await isIn(laptop), await isIn(phone)], [false, true])
  assert.equal(await endSessions(token), 400, 'it was used before')

  const owner = await world.settings.browserOf(team.owner, team.teamId)
  const { entries } = await owner.call(contract.listAudit, { query: {} })
  assert.ok(entries.some(({ action, details }) => action === 'session.signed_out' && details.with === 'provider'))

  const all = { sub: person.sub, jti: 'of-the-person', events: EVENTS }
  assert.equal(await endSessions(await world.provider.forge(all)), 200)
  assert.deepEqual([await isIn(phone), await isIn(owner)], [false, true])
})

test('a request to end sessions that isn’t the provider’s, for us and recent is rejected', async () => {
  const team = await world.newTeam()
  const person = personOf(team.domain)
  const browser = world.fresh()
  await world.signOn(browser, person)
  const [sid = ''] = await sidsOf(person)
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const now = Math.floor(Date.now() / 1_000)
  const [first, ...rest] = (await world.provider.logoutToken(person, sid)).split('.')
  const unsigned = `${Buffer.from('{"alg":"none"}').toString('base64url')}.${rest[0]}.`
  const forge: SignOnProvider['forge'] = (...of) => world.provider.forge(...of)
  const good = { sub: person.sub, sid, jti: 'good', events: EVENTS }
  const wrong: Record<string, string> = {
    'no token': '',
    'no signature': unsigned,
    'another signature': `${first}.${rest[0]}.${'A'.repeat(86)}`,
    'another key': await forge(good, {}, privateKey),
    'another issuer': await forge({ ...good, iss: 'https://evil.example' }),
    'another program': await forge({ ...good, aud: 'another-program' }),
    'of an hour ago': await forge({ ...good, iat: now - 3_600 }),
    'over already': await forge({ ...good, exp: now - 60 }),
    'of tomorrow': await forge({ ...good, iat: now + 86_400 }),
    'an access token': await forge(good, { typ: 'at+jwt' }),
    'with a nonce, as an ID token': await forge({ ...good, nonce: 'n' }),
    'without events': await forge({ ...good, events: undefined }),
    'for another event': await forge({ ...good, events: { 'https://evil.example': {} } }),
    'an event that is no object': await forge({ ...good, events: { [Object.keys(EVENTS)[0] ?? '']: true } }),
    'without an id': await forge({ ...good, jti: undefined }),
    'of nobody': await forge({ ...good, sub: undefined, sid: undefined }),
    'of a person by a number': await forge({ ...good, sub: 7, sid: undefined }),
  }
  for (const [name, token] of Object.entries(wrong)) assert.equal(await endSessions(token), 400, name)
  const stranger = { ...good, sub: 'nobody-of-ours', jti: 'stranger' }
  assert.equal(await endSessions(await forge(stranger)), 200, 'the session of another person stays')
  assert.equal(await isIn(browser), true)
  assert.equal(await endSessions(await forge({ ...good, sub: undefined })), 200, 'a session alone is enough')
  assert.equal(await isIn(browser), false)
})
