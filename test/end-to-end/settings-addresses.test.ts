// Who owns an address: an invite link proves nothing, an operator's statement does.

import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { createTeam } from '../../src/account/teams/index.ts'
import { contract } from '../../src/settings-contract/index.ts'
import { Browser } from '../harness/browser.ts'
import { createResetLink } from '../harness/operator.ts'
import { startTestService } from '../harness/service.ts'
import { PASSWORD, type SettingsService, startSettings } from '../harness/settings.ts'

let settings: SettingsService
before(async () => {
  settings = await startSettings()
})

const fresh = () => new Browser(settings.url)
const tokenOf = (linkPath: string) => linkPath.split('#')[1] ?? ''

/** An owner invites the address and opens the link themselves, or hands it over: the two can't be distinguished. */
async function join(email: string, password: string, role: 'owner' | 'member' = 'member') {
  const { teamId, owner } = await settings.newTeam()
  const owners = await settings.browserOf(owner, teamId)
  const { linkPath } = await owners.call(contract.createInvitation, { body: { email, role } })
  const browser = fresh()
  await browser.call(contract.acceptInvitation, { body: { token: tokenOf(linkPath), password } })
  return { teamId, owners, owner, browser }
}

test('an owner who invites an address and opens the link does not keep its owner from getting a team', async () => {
  const email = 'victim@example.com'
  const { owners, owner, browser, teamId } = await join(email, 'the password of a thief', 'owner')
  // The account that came by the link is the only owner: its team must not be left without one.
  await owners.call(contract.changeRole, { params: { accountId: owner.accountId }, body: { role: 'member' } })

  const created = await createTeam(settings.db, { name: 'Theirs', plan: 'pro' }, { email, password: 'their password' })
  assert.match(created.displaced ?? '', /^[\da-f-]{36}@displaced\.invalid$/)
  await browser.refused(contract.getSession, {}, 401, 'not_signed_in')
  await fresh().refused(
    contract.signIn,
    { body: { email, password: 'the password of a thief' } },
    401,
    'invalid_credentials',
  )
  const session = await fresh().call(contract.signIn, { body: { email, password: 'their password' } })
  assert.deepEqual(session.teams, [{ id: created.id, name: 'Theirs', role: 'owner' }])

  const { members } = await owners.call(contract.listMembers, {})
  assert.deepEqual(
    members.filter(({ role }) => role === 'owner').map((member) => member.email),
    [created.displaced],
  )
  const { entries } = await owners.call(contract.listAudit, { query: {} })
  const [lost] = entries.filter(({ action }) => action === 'member.address_lost')
  assert.deepEqual([lost?.actor, lost?.target?.name, lost?.details], [null, email, { address: created.displaced }])
  assert.equal((await settings.pool.query('select from teams where id = $1', [teamId])).rowCount, 1)
})

test('with the password of the account that came by an invitation, the account is kept and proven', async () => {
  const email = 'both@example.com'
  const { teamId } = await join(email, 'my own password')
  const created = await createTeam(settings.db, { name: 'Second', plan: 'pro' }, { email, password: 'my own password' })
  assert.equal(created.displaced, undefined)
  const { teams } = await fresh().call(contract.signIn, { body: { email, password: 'my own password' } })
  assert.deepEqual(teams.map(({ id }) => id).sort(), [created.id, teamId].sort())
  const another = createTeam(settings.db, { name: 'Third', plan: 'pro' }, { email, password: 'another password' })
  await assert.rejects(another, /has an account with another password/)
})

test('a reset link proves the address, and the account keeps its teams', async () => {
  const email = 'reset@example.com'
  const { teamId } = await join(email, 'a first password')
  const token = tokenOf((await createResetLink(settings.db, email)).linkPath)
  await fresh().call(contract.resetPassword, { body: { token, newPassword: 'a second password' } })
  const taking = createTeam(settings.db, { name: 'Taking', plan: 'pro' }, { email, password: 'another password' })
  await assert.rejects(taking, /has an account with another password/)
  const { teams } = await fresh().call(contract.signIn, { body: { email, password: 'a second password' } })
  assert.deepEqual(
    teams.map(({ id }) => id),
    [teamId],
  )
})

test('an invited person whose address someone else uses is advised to ask for a reset link', async () => {
  const email = 'invited-twice@example.com'
  await join(email, 'the password of a thief')
  const { teamId, owner } = await settings.newTeam()
  const owners = await settings.browserOf(owner, teamId)
  const { linkPath } = await owners.call(contract.createInvitation, { body: { email, role: 'member' } })
  const body = { token: tokenOf(linkPath), password: 'my own password' }
  const refused = await fresh().send(contract.acceptInvitation, { body })
  assert.equal(refused.status, 403)
  assert.match(await refused.text(), /ask the operator of this service for a reset link/)
})

test('a reset link clears the throttle of every network, also of those where the person usually signs in', async () => {
  await settings.pool.query('delete from attempt_levels')
  const proxied = await startTestService({ env: { TRUST_PROXY: '1', DATABASE_URL: settings.databaseUrl } })
  const { owner } = await settings.newTeam()
  const from = async (address: string, password: string) => {
    const options = { headers: { 'x-forwarded-for': address } }
    const body = { email: owner.email, password }
    return (await new Browser(proxied.url).send(contract.signIn, { body }, options)).status
  }
  const networks = ['203.0.113.7', '2001:db8:5:600::1', '198.51.100.1']
  // Two familiar networks and a new one.
  for (const network of networks.slice(0, 2)) assert.equal(await from(network, PASSWORD), 200)
  for (const network of networks) {
    for (let guess = 0; guess < 10; guess++) await from(network, 'a guess')
    assert.equal(await from(network, PASSWORD), 429)
  }
  const token = tokenOf((await createResetLink(settings.db, owner.email)).linkPath)
  await fresh().call(contract.resetPassword, { body: { token, newPassword: 'a new password' } })
  for (const network of networks) assert.equal(await from(network, 'a new password'), 200, network)
  await settings.pool.query('delete from attempt_levels')
})
