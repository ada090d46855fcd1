// Signing in and out, sessions, passwords and links, through the real server.

import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { contract } from '../../src/settings-contract/index.ts'
import { Browser } from '../harness/browser.ts'
import { recordingLog } from '../harness/log.ts'
import { createResetLink, endAllSessions } from '../harness/operator.ts'
import { startTestService } from '../harness/service.ts'
import { PASSWORD, type Person, type SettingsService, startSettings, type TestTeam } from '../harness/settings.ts'

let settings: SettingsService
before(async () => {
  settings = await startSettings()
})

const fresh = () => new Browser(settings.url)

async function signedIn({ email }: Person, password = PASSWORD): Promise<Browser> {
  const browser = fresh()
  await browser.call(contract.signIn, { body: { email, password } })
  return browser
}

const isIn = async (browser: Browser) => (await browser.send(contract.getSession, {})).status === 200

/** Guesses are counted per network, and here they all come from one. */
const clearGuesses = () => settings.pool.query('delete from attempt_levels')

test('a session starts at the sign-in and ends at the sign-out; the database has only a hash of the token', async () => {
  const { owner, teamId, name } = await settings.newTeam()
  const browser = fresh()
  const session = await browser.call(contract.signIn, {
    body: { email: ` ${owner.email.toUpperCase()} `, password: PASSWORD },
  })
  assert.deepEqual(session.account, { id: owner.accountId, email: owner.email })
  assert.deepEqual(session.team, { id: teamId, name, plan: 'pro', apiAccess: true, demo: false })
  assert.equal(session.role, 'owner')
  assert.deepEqual(session.teams, [{ id: teamId, name, role: 'owner' }])
  assert.deepEqual(await browser.call(contract.getSession, {}), session)
  assert.deepEqual(await browser.call(contract.whoAmI, {}), { session })
  assert.deepEqual(await fresh().call(contract.whoAmI, {}), { session: null })
  const token = browser.cookie?.split('=')[1] ?? ''
  const { rows } = await settings.pool.query<{ row: string }>(
    'select s::text as row from sessions s where account_id = $1',
    [owner.accountId],
  )
  assert.equal(rows.length, 1)
  assert.ok(token.length >= 43 && !rows[0]?.row.includes(token))

  const oldCookie = browser.cookie
  await browser.call(contract.signOut, {})
  assert.match(browser.setCookie, /Max-Age=0/)
  browser.cookie = oldCookie
  await browser.refused(contract.getSession, {}, 401, 'not_signed_in')
})

test('the cookie is HttpOnly, SameSite=Lax and for all paths; Secure and __Host- except for plain HTTP on loopback', async () => {
  const { owner } = await settings.newTeam()
  const body = { email: owner.email, password: PASSWORD }
  const loopback = fresh()
  await loopback.call(contract.signIn, { body })
  assert.match(loopback.setCookie, /^pro-signal-session=\w{43}; Path=\/; Max-Age=2592000; HttpOnly; SameSite=Lax$/)
  const proxied = await startTestService({ env: { TRUST_PROXY: '1', DATABASE_URL: settings.databaseUrl } })
  const behind = new Browser(proxied.url)
  const headers = {
    origin: 'https://signal.example',
    host: 'signal.example',
    'x-forwarded-proto': 'https',
    'x-forwarded-host': 'signal.example',
  }
  assert.equal((await behind.send(contract.signIn, { body }, { headers })).status, 200)
  assert.match(
    behind.setCookie,
    /^__Host-pro-signal-session=\w{43}; Path=\/; Max-Age=2592000; HttpOnly; SameSite=Lax; Secure$/,
  )
  assert.equal((await behind.send(contract.getSession, {}, { headers })).status, 200)
})

test('a session that was planted before the sign-in is useless after it', async () => {
  const { owner } = await settings.newTeam()
  const browser = await signedIn(owner)
  const planted = browser.cookie
  await browser.call(contract.signIn, { body: { email: owner.email, password: PASSWORD } })
  assert.notEqual(browser.cookie, planted)
  browser.cookie = planted
  assert.equal(await isIn(browser), false)
})

test('a wrong password and an unknown address get the same reply', async () => {
  const { owner } = await settings.newTeam()
  const known = await fresh().refused(
    contract.signIn,
    { body: { email: owner.email, password: 'wrong' } },
    401,
    'invalid_credentials',
  )
  const unknown = await fresh().refused(
    contract.signIn,
    { body: { email: 'nobody@example.com', password: 'wrong' } },
    401,
    'invalid_credentials',
  )
  assert.deepEqual({ ...known, requestId: '' }, { ...unknown, requestId: '' })
  await fresh().refused(contract.signIn, { body: { email: 'no address', password: 'wrong' } }, 422, 'validation_failed')
})

test('a session ends seven days after its last use, and thirty days after the sign-in in any case', async () => {
  const { owner } = await settings.newTeam()
  const [idle, old] = [await signedIn(owner), await signedIn(owner)]
  const age = (browser: Browser, column: string, time: string) =>
    settings.pool.query(`update sessions set ${column} = ${time} where token_hash = sha256($1::bytea)`, [
      browser.cookie?.split('=')[1],
    ])
  await age(idle, 'last_seen_at', `now() - interval '7 days' + interval '1 minute'`)
  assert.equal(await isIn(idle), true, 'used before it ends')
  const { rows } = await settings.pool.query(
    `select from sessions where account_id = $1 and last_seen_at > now() - interval '1 minute'`,
    [owner.accountId],
  )
  assert.equal(rows.length, 2, 'its use has moved the end')
  await age(idle, 'last_seen_at', `now() - interval '7 days'`)
  await idle.refused(contract.getSession, {}, 401, 'not_signed_in')
  await age(old, 'ends_at', 'now()')
  await old.refused(contract.createKey, { body: { name: 'Stale', expiresAt: null } }, 401, 'not_signed_in')
})

test('sessions can be listed, ended one by one, and ended all at once with or without the current one', async () => {
  const { owner } = await settings.newTeam()
  const [here, there, elsewhere] = [await signedIn(owner), await signedIn(owner), await signedIn(owner)]
  const { sessions } = await here.call(contract.listSessions, {})
  assert.equal(sessions.length, 3)
  assert.equal(sessions.filter(({ current }) => current).length, 1)
  assert.ok(sessions.every(({ address, userAgent }) => address === '127.0.0.1' && userAgent === 'node'))
  const { sessions: ofThere } = await there.call(contract.listSessions, {})
  const sessionId = ofThere.find(({ current }) => current)?.id ?? ''
  await here.call(contract.endSession, { params: { sessionId } })
  assert.deepEqual([await isIn(here), await isIn(there), await isIn(elsewhere)], [true, false, true])
  const others = await here.call(contract.signOutEverywhere, { body: { keepThisSession: true } })
  assert.equal(others.sessionsEnded, 1)
  assert.deepEqual([await isIn(here), await isIn(elsewhere)], [true, false])
  const all = await here.call(contract.signOutEverywhere, { body: { keepThisSession: false } })
  assert.equal(all.sessionsEnded, 1)
  assert.equal(here.cookie, undefined)
})

test('nobody can end the session of another person, not even of a colleague', async () => {
  const { owner, member, teamId } = await settings.newTeam()
  const [ownersBrowser, membersBrowser] = [await signedIn(owner), await settings.browserOf(member, teamId)]
  const { sessions } = await membersBrowser.call(contract.listSessions, {})
  const sessionId = sessions[0]?.id ?? ''
  await ownersBrowser.refused(contract.endSession, { params: { sessionId } }, 404, 'not_found')
  assert.equal(await isIn(membersBrowser), true)
})

test('a new password ends all other sessions, and the old password stops working', async () => {
  const { owner } = await settings.newTeam()
  const [here, there] = [await signedIn(owner), await signedIn(owner)]
  const change = { currentPassword: PASSWORD, newPassword: 'quite another one' }
  await here.refused(contract.changePassword, { body: { ...change, currentPassword: 'wrong' } }, 403, 'wrong_password')
  await here.refused(contract.changePassword, { body: { ...change, newPassword: 'short' } }, 422, 'validation_failed')
  assert.equal(await isIn(there), true)
  assert.deepEqual(await here.call(contract.changePassword, { body: change }), { sessionsEnded: 1 })
  assert.deepEqual([await isIn(here), await isIn(there)], [true, false])
  await fresh().refused(
    contract.signIn,
    { body: { email: owner.email, password: PASSWORD } },
    401,
    'invalid_credentials',
  )
  await signedIn(owner, change.newPassword)
})

test('sign-ins that race with a password change leave no session of the old password behind', async () => {
  for (let round = 0; round < 6; round++) {
    await clearGuesses()
    const { owner } = await settings.newTeam()
    const here = await signedIn(owner)
    const racing = Array.from({ length: 6 }, () => fresh())
    const body = { email: owner.email, password: PASSWORD }
    const [{ status }] = await Promise.all([
      here.send(contract.changePassword, {
        body: { currentPassword: PASSWORD, newPassword: `password of round ${round}` },
      }),
      ...racing.map((browser) => browser.send(contract.signIn, { body })),
    ])
    assert.equal(status, 200)
    const left = await Promise.all(racing.map(isIn))
    assert.deepEqual(
      left,
      racing.map(() => false),
    )
    assert.equal(await isIn(here), true)
  }
})

test('after ten guesses at an account: 429 with Retry-After, also for the correct password, but not forever', async () => {
  await clearGuesses()
  const { owner } = await settings.newTeam()
  const guess = (password: string) => fresh().send(contract.signIn, { body: { email: owner.email, password } })
  const outcomes = await Promise.all(Array.from({ length: 25 }, () => guess('a guess')))
  const statuses = outcomes.map(({ status }) => status).sort()
  assert.deepEqual(
    [statuses.filter((status) => status === 401).length, statuses.filter((status) => status === 429).length],
    [10, 15],
  )
  const rejected = outcomes.find(({ status }) => status === 429)
  const seconds = Number(rejected?.headers.get('retry-after'))
  assert.ok(seconds >= 1 && seconds <= 60, `${seconds}`)
  assert.equal((await guess(PASSWORD)).status, 429)
  await settings.pool.query(`update attempt_levels set at = at - make_interval(secs => $1)`, [seconds])
  assert.equal((await guess(PASSWORD)).status, 200)
})

test('an unknown address is throttled in the same way', async () => {
  await clearGuesses()
  const body = { email: 'never-heard-of@example.com', password: 'a guess' }
  const outcomes = await Promise.all(Array.from({ length: 15 }, () => fresh().send(contract.signIn, { body })))
  assert.equal(outcomes.filter(({ status }) => status === 429).length, 5)
})

test('one network cannot try one password on many accounts', async () => {
  await clearGuesses()
  const outcomes = await Promise.all(
    Array.from({ length: 40 }, (_, i) =>
      fresh().send(contract.signIn, { body: { email: `spray${i}@example.com`, password: 'Password1' } }),
    ),
  )
  assert.equal(outcomes.filter(({ status }) => status === 429).length, 10)
  await clearGuesses()
})

test('guesses from other networks do not keep the owner out of the network where they usually sign in', async () => {
  await clearGuesses()
  const proxied = await startTestService({ env: { TRUST_PROXY: '1', DATABASE_URL: settings.databaseUrl } })
  const { owner } = await settings.newTeam()
  const from = (address: string, password: string) =>
    new Browser(proxied.url).send(
      contract.signIn,
      { body: { email: owner.email, password } },
      { headers: { 'x-forwarded-for': address } },
    )
  assert.equal((await from('203.0.113.7', PASSWORD)).status, 200, 'from the usual network')
  for (let i = 0; i < 12; i++) await from(`198.51.100.${i}`, 'a guess')
  assert.equal(
    (await from('198.51.100.99', PASSWORD)).status,
    429,
    'from another network even the correct password waits',
  )
  assert.equal((await from('203.0.113.7', PASSWORD)).status, 200, 'from the usual network it does not')
  // 56 bits of IPv6 are one network, and a header that is not an address is ignored.
  for (let i = 0; i < 30; i++) await from(`2001:db8:1:2${i.toString(16).padStart(2, '0')}::1`, 'a guess')
  assert.equal((await from('not an address', PASSWORD)).status, 429)
  await clearGuesses()
})

test('a reset link works once, ends every session, and is stored as a hash', async () => {
  const { owner } = await settings.newTeam()
  const browser = await signedIn(owner)
  const older = (await createResetLink(settings.db, owner.email)).linkPath.split('#')[1] ?? ''
  const { linkPath } = await createResetLink(settings.db, owner.email.toUpperCase())
  const token = linkPath.split('#')[1] ?? ''
  await fresh().refused(contract.getPasswordReset, { body: { token: older } }, 404, 'link_not_valid')
  assert.equal((await fresh().call(contract.getPasswordReset, { body: { token } })).email, owner.email)
  await fresh().refused(contract.resetPassword, { body: { token, newPassword: 'short' } }, 422, 'validation_failed')
  const outcomes = await Promise.all(
    ['first new password', 'second new password'].map((newPassword) =>
      fresh().send(contract.resetPassword, { body: { token, newPassword } }),
    ),
  )
  assert.deepEqual(outcomes.map(({ status }) => status).sort(), [200, 404])
  assert.equal(await isIn(browser), false)
  const [first, second] = await Promise.all(
    ['first new password', 'second new password'].map(
      async (password) => (await fresh().send(contract.signIn, { body: { email: owner.email, password } })).status,
    ),
  )
  assert.deepEqual([first, second].sort(), [200, 401])
  const { rows } = await settings.pool.query<{ rows: string }>(
    `select string_agg(r::text, '') as rows from password_resets r`,
  )
  assert.ok(!rows[0]?.rows?.includes(token))
})

test('a reset link that has expired does not work', async () => {
  const { owner } = await settings.newTeam()
  const token = (await createResetLink(settings.db, owner.email)).linkPath.split('#')[1] ?? ''
  await settings.pool.query(`update password_resets set expires_at = now() where account_id = $1`, [owner.accountId])
  await fresh().refused(
    contract.resetPassword,
    { body: { token, newPassword: 'a new password' } },
    404,
    'link_not_valid',
  )
  await signedIn(owner)
})

test('an operator can end all sessions of a person', async () => {
  const { owner } = await settings.newTeam()
  const [one, two] = [await signedIn(owner), await signedIn(owner)]
  assert.equal(await endAllSessions(settings.db, owner.email), 2)
  assert.deepEqual([await isIn(one), await isIn(two)], [false, false])
})

test('a person in two teams can switch between them, with the role of each', async () => {
  const first = await settings.newTeam()
  const second: TestTeam = await settings.newTeam('free')
  await settings.pool.query(`insert into team_members (team_id, account_id, role) values ($1, $2, 'member')`, [
    second.teamId,
    first.owner.accountId,
  ])
  const browser = await signedIn(first.owner)
  const there = await browser.call(contract.switchTeam, { body: { teamId: second.teamId } })
  assert.deepEqual([there.team.id, there.role, there.team.apiAccess], [second.teamId, 'member', false])
  assert.equal(there.teams.length, 2)
  await browser.refused(
    contract.createInvitation,
    { body: { email: 'x@example.com', role: 'member' } },
    403,
    'owners_only',
  )
  const back = await browser.call(contract.switchTeam, { body: { teamId: first.teamId } })
  assert.equal(back.role, 'owner')
})

test('no password, cookie or link token is ever logged', async () => {
  const { log, lines } = recordingLog()
  const logged = await startTestService({ log, env: { DATABASE_URL: settings.databaseUrl, LOG_LEVEL: 'trace' } })
  const { owner } = await settings.newTeam()
  const browser = new Browser(logged.url)
  await browser.call(contract.signIn, { body: { email: owner.email, password: PASSWORD } })
  const cookie = browser.cookie?.split('=')[1] ?? 'none'
  await browser.send(contract.resetPassword, { body: { token: 'x'.repeat(43), newPassword: 'hunter2 hunter2' } })
  await browser.send(contract.changePassword, { body: { currentPassword: 'hunter2', newPassword: 'hunter2 hunter2' } })
  const text = JSON.stringify(lines)
  assert.match(text, /settings-api\/session/)
  for (const secret of [PASSWORD, cookie, 'x'.repeat(43), 'hunter2', owner.email])
    assert.ok(!text.includes(secret), secret)
})
