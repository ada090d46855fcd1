// Members, roles, invitations and the audit log, through the real server.

import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { asOwner } from '../../src/account/accounts/index.ts'
import { AUDIT_ACTIONS, contract, type InputOf, type Role, TEAM_HEADER } from '../../src/settings-contract/index.ts'
import { Browser, errorOf } from '../harness/browser.ts'
import { PASSWORD, type SettingsService, startSettings } from '../harness/settings.ts'

let settings: SettingsService
before(async () => {
  settings = await startSettings()
})

const fresh = () => new Browser(settings.url)
const tokenOf = (linkPath: string) => linkPath.split('#')[1] ?? ''

async function ownersOf(teamId: string): Promise<number> {
  const { rows } = await settings.pool.query<{ count: number }>(
    `select count(*)::int as count from team_members where team_id = $1 and role = 'owner'`,
    [teamId],
  )
  return rows[0]?.count ?? 0
}

test('a changed role applies from the next request on', async () => {
  const { teamId, owner, member } = await settings.newTeam()
  const [owners, members] = [await settings.browserOf(owner, teamId), await settings.browserOf(member, teamId)]
  const key = { body: { name: 'Key', expiresAt: null } }
  await members.refused(contract.createKey, key, 403, 'owners_only')
  const changed = await owners.call(contract.changeRole, {
    params: { accountId: member.accountId },
    body: { role: 'owner' },
  })
  assert.deepEqual([changed.member.email, changed.member.role, changed.member.you], [member.email, 'owner', false])
  await members.call(contract.createKey, key)
  await owners.call(contract.changeRole, { params: { accountId: member.accountId }, body: { role: 'member' } })
  await members.refused(contract.createKey, key, 403, 'owners_only')
})

test('a call for a team that the session has left does nothing', async () => {
  const [first, second] = [await settings.newTeam(), await settings.newTeam()]
  await settings.pool.query(`insert into team_members (team_id, account_id, role) values ($1, $2, 'owner')`, [
    second.teamId,
    first.owner.accountId,
  ])
  const owners = await settings.browserOf(first.owner, first.teamId)
  const shown = (teamId: string) => ({ headers: { [TEAM_HEADER]: teamId } })
  const key = { body: { name: 'Key', expiresAt: null } }
  const keysOf = async () => (await owners.call(contract.listKeys, {})).keys.length
  assert.equal((await owners.send(contract.createKey, key, shown(first.teamId))).status, 200)
  await owners.call(contract.switchTeam, { body: { teamId: second.teamId } })
  await owners.refused(contract.createKey, key, 409, 'team_changed', shown(first.teamId))
  await owners.refused(contract.listKeys, {}, 409, 'team_changed', shown(first.teamId))
  await owners.refused(contract.listKeys, {}, 409, 'team_changed', shown('garbage'))
  assert.equal(await keysOf(), 0, 'without the header nothing is checked')
  assert.equal((await owners.send(contract.whoAmI, {}, shown(first.teamId))).status, 200)
  const back = { body: { teamId: first.teamId } }
  assert.equal((await owners.send(contract.switchTeam, back, shown(first.teamId))).status, 200)
  assert.equal(await keysOf(), 1)
})

test('a removed member is signed out immediately, and their keys keep working', async () => {
  const { teamId, owner } = await settings.newTeam()
  const second = await settings.newMember(teamId, 'owner')
  const [owners, theirs] = [await settings.browserOf(owner, teamId), await settings.browserOf(second, teamId)]
  const { secret } = await theirs.call(contract.createKey, { body: { name: 'Key', expiresAt: null } })
  await owners.call(contract.removeMember, { params: { accountId: second.accountId } })
  await theirs.refused(contract.getSession, {}, 401, 'not_signed_in')
  const health = await fetch(`${settings.url}/api/v1/health`, { headers: { authorization: `Bearer ${secret}` } })
  assert.equal(health.status, 200)
  const { members } = await owners.call(contract.listMembers, {})
  assert.ok(!members.some(({ email }) => email === second.email))
})

test('the last owner can neither leave nor become a member', async () => {
  const { teamId, owner } = await settings.newTeam()
  const browser = await settings.browserOf(owner, teamId)
  const params = { accountId: owner.accountId }
  await browser.refused(contract.changeRole, { params, body: { role: 'member' } }, 409, 'last_owner')
  await browser.refused(contract.removeMember, { params }, 409, 'last_owner')
  assert.equal((await browser.call(contract.getSession, {})).role, 'owner')
})

test('whatever owners do to each other concurrently, one owner is left', async () => {
  for (let round = 0; round < 15; round++) {
    const { teamId, owner } = await settings.newTeam()
    const owners = [owner, await settings.newMember(teamId, 'owner'), await settings.newMember(teamId, 'owner')]
    const browsers = await Promise.all(owners.map((each) => settings.browserOf(each, teamId)))
    const member = { body: { role: 'member' as Role } }
    // Each owner removes the next one and demotes themselves, all concurrently.
    const outcomes = await Promise.all(
      browsers.flatMap((browser, i) => [
        browser.send(contract.removeMember, { params: { accountId: owners[(i + 1) % 3]?.accountId ?? '' } }),
        browser.send(contract.changeRole, { params: { accountId: owners[i]?.accountId ?? '' }, ...member }),
      ]),
    )
    const statuses = outcomes.map(({ status }) => status)
    assert.ok(
      statuses.every((status) => [200, 401, 403, 404, 409].includes(status)),
      statuses.join(),
    )
    assert.ok((await ownersOf(teamId)) >= 1, `round ${round}: ${statuses}`)
  }
})

test('an owner who is demoted in the middle of a change commits nothing', async () => {
  const { teamId, owner, member } = await settings.newTeam()
  await settings.pool.query(`update team_members set role = 'owner' where team_id = $1`, [teamId])
  const theirs = await settings.browserOf(member, teamId)
  const key = { body: { name: 'Too late', expiresAt: null } }
  const owners = await settings.browserOf(owner, teamId)
  // The demotion holds the team's lock while the other request passes the first check of its role.
  const { rows } = await settings.pool.query(`select id from sessions where account_id = $1`, [owner.accountId])
  const session = { sessionId: rows[0].id, accountId: owner.accountId, teamId } as Parameters<typeof asOwner>[1]
  let late: Promise<Response> | undefined
  await asOwner(settings.db, session, async (tx) => {
    await tx.query(`update team_members set role = 'member' where team_id = $1 and account_id = $2`, [
      teamId,
      member.accountId,
    ])
    late = theirs.send(contract.createKey, key)
    await untilLockWait()
  })
  assert.equal((await late)?.status, 403)
  assert.equal((await owners.call(contract.listKeys, {})).keys.length, 0)
})

async function untilLockWait(): Promise<void> {
  for (let tries = 0; tries < 2_400; tries++) {
    const { rows } = await settings.pool.query(
      `select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`,
    )
    if (rows.length > 0) return
    await sleep(25)
  }
  assert.fail('no query waits for a lock')
}

test('an invitation lets a new person join once, with the role they were invited for', async () => {
  const { teamId, owner, name } = await settings.newTeam()
  const owners = await settings.browserOf(owner, teamId)
  const email = `new-${teamId.slice(0, 8)}@example.com`
  const { invitation, linkPath } = await owners.call(contract.createInvitation, {
    body: { email: email.toUpperCase(), role: 'member' },
  })
  assert.equal(invitation.email, email)
  assert.match(linkPath, /^\/join#\w{43}$/)
  const token = tokenOf(linkPath)
  const { rows } = await settings.pool.query<{ rows: string }>(
    `select string_agg(r::text, '') as rows from invitations r`,
  )
  assert.ok(!rows[0]?.rows.includes(token))

  const preview = await fresh().call(contract.getInvitation, { body: { token } })
  assert.deepEqual(
    [preview.teamName, preview.email, preview.role, preview.invitedBy, preview.signedIn],
    [name, email, 'member', owner.email, false],
  )
  await fresh().refused(contract.acceptInvitation, { body: { token } }, 422, 'validation_failed')
  await fresh().refused(contract.acceptInvitation, { body: { token, password: 'short' } }, 422, 'validation_failed')
  const browsers = [fresh(), fresh(), fresh()]
  const outcomes = await Promise.all(
    browsers.map((browser) => browser.send(contract.acceptInvitation, { body: { token, password: 'a new password' } })),
  )
  const accepted = outcomes.filter(({ status }) => status === 200)
  assert.equal(accepted.length, 1, outcomes.map(({ status }) => status).join())
  const { members } = await owners.call(contract.listMembers, {})
  assert.equal(members.filter((each) => each.email === email && each.role === 'member').length, 1)
  assert.deepEqual((await owners.call(contract.listInvitations, {})).invitations, [])
  await fresh().refused(
    contract.acceptInvitation,
    { body: { token, password: 'a new password' } },
    404,
    'link_not_valid',
  )
  await fresh().call(contract.signIn, { body: { email, password: 'a new password' } })
})

test('a person with an account joins with its password, or without one if they are signed in', async () => {
  const [here, there] = [await settings.newTeam(), await settings.newTeam()]
  const owners = await settings.browserOf(here.owner, here.teamId)
  const invite = async () => {
    const body = { email: there.owner.email, role: 'owner' as const }
    return tokenOf((await owners.call(contract.createInvitation, { body })).linkPath)
  }
  const token = await invite()
  const wrong = { body: { token, password: 'not their password' } }
  await fresh().refused(contract.acceptInvitation, wrong, 403, 'wrong_password')
  const joined = await fresh().call(contract.acceptInvitation, { body: { token, password: PASSWORD } })
  assert.deepEqual([joined.team.id, joined.role, joined.teams.length], [here.teamId, 'owner', 2])

  await owners.call(contract.removeMember, { params: { accountId: there.owner.accountId } })
  const again = await invite()
  const members = await settings.browserOf(here.member, here.teamId)
  await members.refused(contract.acceptInvitation, { body: { token: again } }, 422, 'validation_failed')
  const signedIn = await settings.browserOf(there.owner, there.teamId)
  assert.equal((await signedIn.call(contract.getInvitation, { body: { token: again } })).signedIn, true)
  assert.equal((await signedIn.call(contract.acceptInvitation, { body: { token: again } })).team.id, here.teamId)
})

test('an invitation that was revoked or replaced, or has expired, does not work', async () => {
  const { teamId, owner, member } = await settings.newTeam()
  const browser = await settings.browserOf(owner, teamId)
  const invite = (email: string) => browser.call(contract.createInvitation, { body: { email, role: 'member' } })
  const dead = async (linkPath: string) =>
    fresh().refused(
      contract.acceptInvitation,
      { body: { token: tokenOf(linkPath), password: PASSWORD } },
      404,
      'link_not_valid',
    )

  const revoked = await invite('revoked@example.com')
  await browser.call(contract.revokeInvitation, { params: { invitationId: revoked.invitation.id } })
  await dead(revoked.linkPath)
  const replaced = await invite('replaced@example.com')
  await invite('replaced@example.com')
  await dead(replaced.linkPath)
  const expired = await invite('expired@example.com')
  await settings.pool.query(`update invitations set expires_at = now() where id = $1`, [expired.invitation.id])
  await dead(expired.linkPath)
  assert.deepEqual(
    (await browser.call(contract.listInvitations, {})).invitations.map(({ email }) => email),
    ['replaced@example.com'],
  )
  await browser.refused(
    contract.createInvitation,
    { body: { email: member.email, role: 'owner' } },
    409,
    'already_member',
  )
  await browser.refused(
    contract.createInvitation,
    { body: { email: 'no address', role: 'owner' } },
    422,
    'validation_failed',
  )
})

test('a team has at most 50 open invitations, even with concurrent requests', async () => {
  const { teamId, owner } = await settings.newTeam()
  const browser = await settings.browserOf(owner, teamId)
  await settings.pool.query(
    `insert into invitations (team_id, email, role, token_hash, expires_at)
     select $1::uuid, 'open' || i || '@example.com', 'member', sha256(($1::uuid::text || i)::bytea), now() + interval '1 day'
       from generate_series(1, 47) i`,
    [teamId],
  )
  const outcomes = await Promise.all(
    Array.from({ length: 8 }, (_, i) =>
      browser.send(contract.createInvitation, { body: { email: `one-more-${i}@example.com`, role: 'member' } }),
    ),
  )
  assert.deepEqual(outcomes.map(({ status }) => status).sort(), [200, 200, 200, 409, 409, 409, 409, 409])
})

/** Waits until so many statements wait for a lock. */
async function untilWaiting(count: number): Promise<void> {
  for (const deadline = Date.now() + 20_000; Date.now() < deadline; ) {
    const { rows } = await settings.pool.query(
      `select count(*)::int as waiting from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    )
    if (rows[0]?.waiting >= count) return
  }
  assert.fail(`fewer than ${count} statements wait`)
}

test('a team has at most 500 members, however many invitations are accepted at the same time', async () => {
  const { teamId, owner } = await settings.newTeam()
  const owners = await settings.browserOf(owner, teamId)
  const invite = async (i: number) => {
    const body = { email: `full-${i}-${teamId.slice(0, 8)}@example.com`, role: 'member' } as const
    return (await owners.call(contract.createInvitation, { body })).linkPath.split('#')[1] ?? ''
  }
  const tokens = await Promise.all(Array.from({ length: 8 }, (_, i) => invite(i)))
  await settings.pool.query(
    `with made as (insert into accounts (email, password_hash)
       select 'crowd-' || i || '-' || $1 || '@example.com', 'none' from generate_series(1, 497) i returning id)
     insert into team_members (team_id, account_id, role) select $1::uuid, id, 'member' from made`,
    [teamId],
  )
  const accept = (token: string) => fresh().send(contract.acceptInvitation, { body: { token, password: PASSWORD } })
  // As many as the service has connections are under way when the first may join.
  const { accepting } = await settings.db.transaction('settings', async (tx) => {
    await tx.query('lock table team_members in share mode')
    const accepting = tokens.map(accept)
    await untilWaiting(4)
    return { accepting }
  })
  const replies = await Promise.all(accepting)
  assert.deepEqual(replies.map(({ status }) => status).sort(), [200, 409, 409, 409, 409, 409, 409, 409])
  const { members } = await owners.call(contract.listMembers, {})
  assert.equal(members.length, 500)
  const rejected = tokens[replies.findIndex(({ status }) => status === 409)] ?? ''
  await errorOf(await accept(rejected), 409, 'team_full')
  const leaving = members.find(({ email }) => email.startsWith('crowd-'))?.accountId ?? ''
  await owners.call(contract.removeMember, { params: { accountId: leaving } })
  assert.equal((await accept(rejected)).status, 200, 'the link stays valid')
})

test('the audit log shows who did what from where, newest first, in pages, and can be filtered by subject', async () => {
  const { teamId, owner, member } = await settings.newTeam()
  const browser = fresh()
  await browser.call(contract.signIn, { body: { email: owner.email, password: PASSWORD } })
  const { key } = await browser.call(contract.createKey, { body: { name: 'CRM sync', expiresAt: null } })
  const rotated = await browser.call(contract.rotateKey, { params: { keyId: key.id }, body: { grace: '1h' } })
  await browser.call(contract.revokeKey, { params: { keyId: rotated.key.id }, body: {} })
  await browser.call(contract.revokeKey, { params: { keyId: rotated.key.id }, body: {} })
  await browser.call(contract.changeRole, { params: { accountId: member.accountId }, body: { role: 'owner' } })
  await browser.refused(contract.createKey, { body: { name: ' ', expiresAt: null } }, 422, 'validation_failed')

  const { entries, next } = await browser.call(contract.listAudit, { query: {} })
  assert.equal(next, null)
  assert.deepEqual(
    entries.map(({ action, actor, address, target, details }) => [action, actor, address, target?.name, details]),
    [
      ['member.role_changed', owner.email, '127.0.0.1', member.email, { role: 'owner' }],
      ['key.revoked', owner.email, '127.0.0.1', 'CRM sync', {}],
      ['key.rotated', owner.email, '127.0.0.1', 'CRM sync', { grace: '1h' }],
      ['key.created', owner.email, '127.0.0.1', 'CRM sync', {}],
      ['session.signed_in', owner.email, '127.0.0.1', undefined, {}],
    ],
  )
  const keys = await browser.call(contract.listAudit, { query: { subject: 'keys' } })
  assert.equal(keys.entries.length, 3)
  assert.equal(keys.entries[2]?.target?.id, key.id)
  const [newest] = entries
  const foundBy = async (query: InputOf<typeof contract.listAudit>['query']) =>
    (await browser.call(contract.listAudit, { query })).entries.length
  assert.equal(await foundBy({ action: 'key.revoked' }), 1)
  assert.equal(await foundBy({ actor: owner.email, rows: '500' }), 5)
  assert.equal(await foundBy({ actor: 'operator' }), 0)
  assert.equal(await foundBy({ actor: member.email }), 0)
  assert.equal(await foundBy({ until: entries.at(-1)?.at ?? '' }), 0)
  assert.equal(await foundBy({ since: newest?.at ?? '', action: 'member.role_changed' }), 1)

  await settings.pool.query(
    `insert into audit_log (team_id, action) select $1, 'key.created' from generate_series(1, 115)`,
    [teamId],
  )
  const seen = new Set<string>()
  let before: string | undefined
  let pages = 0
  do {
    const page = await browser.call(contract.listAudit, { query: before === undefined ? {} : { before } })
    for (const { id } of page.entries) seen.add(id)
    before = page.next ?? undefined
    pages++
  } while (before !== undefined)
  assert.deepEqual([pages, seen.size], [3, 120])
  await browser.refused(contract.listAudit, { query: { before: "1' or 1=1" } }, 422, 'validation_failed')
})

test('the audit log cannot be changed, and stays when an account is deleted', async () => {
  const { teamId, owner, member } = await settings.newTeam()
  const browser = await settings.browserOf(owner, teamId)
  await browser.call(contract.removeMember, { params: { accountId: member.accountId } })
  await settings.pool.query('delete from accounts where id = $1', [member.accountId])
  const { entries } = await browser.call(contract.listAudit, { query: { subject: 'members' } })
  assert.equal(entries[0]?.target?.name, member.email)
  await assert.rejects(settings.pool.query(`update audit_log set actor_email = 'x'`), /never changed/)
})

test('every audit action is unique and well-formed', () => {
  const actions = Object.values(AUDIT_ACTIONS).flat()
  assert.equal(new Set(actions).size, actions.length)
  for (const action of actions) assert.match(action, /^[a-z]+\.[a-z_]+$/)
})

test('a time zone can have any name that JavaScript and the database know', async () => {
  const { teamId, owner } = await settings.newTeam()
  const browser = await settings.browserOf(owner, teamId)
  const stored = async (timeZone: string) => {
    await browser.call(contract.setTimeZone, { body: { timeZone } })
    return (await browser.call(contract.listSearches, {})).timeZone
  }
  for (const zone of ['Europe/Kyiv', 'Europe/Kiev', 'Asia/Kolkata', 'Asia/Calcutta', 'America/New_York', 'UTC']) {
    assert.equal(await stored(zone), zone)
  }
  assert.equal(await stored('europe/berlin'), 'Europe/Berlin')
  for (const timeZone of ['Europe/Atlantis', '+05:30', 'posix/Europe/Berlin', "UTC' or 1=1"]) {
    await browser.refused(contract.setTimeZone, { body: { timeZone } }, 422, 'validation_failed')
  }
})
