// Every route of the settings contract for everyone who may and may not call it. A rejected call changes nothing and
// reveals nothing.

import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { before, test } from 'node:test'
import { many, one } from '../../src/db/index.ts'
import { addressToken } from '../../src/deliver/alerts/addresses/addresses.ts'
import { muteToken } from '../../src/deliver/alerts/messages/mute-links.ts'
import { contract, type InputOf, type RouteName, type SettingsRoute } from '../../src/settings-contract/index.ts'
import { Stamper } from '../../src/write/log/index.ts'
import { companyId, writeRecords } from '../../src/write/write-path/index.ts'
import { saveSearch } from '../harness/alerts.ts'
import { Browser, errorOf } from '../harness/browser.ts'
import { beforeEachTest } from '../harness/cleanup.ts'
import { box, insertFailingEvents, saveWebhook, writeSignals } from '../harness/firehose.ts'
import { createKey, createResetLink, createSignInLink, newList } from '../harness/operator.ts'
import { rowsOfTeam, type SettingsService, startSettings, type TestTeam } from '../harness/settings.ts'
import { settingsCalls, type Targets } from '../harness/settings-calls.ts'
import { company } from '../harness/signals.ts'
import { TeamCalls } from '../harness/team-calls.ts'

let settings: SettingsService
let team: TestTeam
let free: TestTeam
let foreign: TestTeam

before(async () => {
  settings = await startSettings()
  await writeRecords(settings.db, new Stamper(settings.db), [company('explored.example')])
})
beforeEachTest(async () => {
  team = await settings.newTeam()
  free = await settings.newTeam('free')
  foreign = await settings.newTeam()
})

async function targetsOf({ teamId, owner }: TestTeam): Promise<Targets> {
  // There are more routes than a team can have keys and invitations.
  await settings.pool.query('delete from api_keys where team_id = $1', [teamId])
  await settings.pool.query('delete from invitations where team_id = $1', [teamId])
  const { id: keyId } = await createKey(settings.pool, teamId, { name: 'Secret name' })
  await settings.pool.query(
    `insert into usage_daily values ($1, (now() at time zone 'utc')::date, 'secret-endpoint', 481511, 481512) on conflict do nothing`,
    [teamId],
  )
  const victim = await settings.newMember(teamId, 'member')
  const browser = await settings.browserOf(owner, teamId)
  const { sessions } = await browser.call(contract.listSessions, {})
  const email = `invited-${keyId.slice(0, 8)}@example.com`
  const { invitation, linkPath } = await browser.call(contract.createInvitation, { body: { email, role: 'member' } })
  await settings.pool.query('delete from webhooks where team_id = $1', [teamId])
  const webhook = await saveWebhook(settings.db, teamId, { url: 'http://127.0.0.1:9/secret-hook' })
  await settings.pool.query(
    `insert into webhook_notices (team_id, webhook_id, kind, message) values ($1, $2, 'gone', 'secret notice')`,
    [teamId, webhook.id],
  )
  await insertFailingEvents(settings.db, webhook.id)
  await settings.pool.query('delete from saved_searches where team_id = $1', [teamId])
  const to = 'webhook:http://127.0.0.1:9/secret-hook'
  const search = await saveSearch(settings.db, teamId, { name: 'Secret search', query: 'hiring', to })
  await settings.pool.query(
    `insert into alert_addresses (team_id, address) values ($1, 'asked@example.com') on conflict do nothing`,
    [teamId],
  )
  await settings.pool.query('delete from lists where team_id = $1', [teamId])
  const listId = await newList(settings.pool, teamId, 'Secret list', 'secret-target.example')
  await settings.pool.query('delete from imports where team_id = $1', [teamId])
  const { id: importId } = await one<{ id: string }>(
    settings.pool,
    `insert into imports (team_id, file_name, mapping, sends_news, bytes)
     values ($1, 'secret-file.csv', '{"preset": "sheet", "columns": [], "dates": null}', false, 10) returning id`,
    [teamId],
  )
  await settings.pool.query(`insert into import_rejects values ($1, 0, 2, 'secret-reason', 'text')`, [importId])
  const { id: mappingId } = await one<{ id: string }>(
    settings.pool,
    `insert into import_mappings (team_id, name, mapping) values ($1, 'secret-mapping', '{"preset": "sheet", "columns": []}')
     on conflict (team_id, lower(name)) do update set name = excluded.name returning id`,
    [teamId],
  )
  await settings.pool.query('delete from crm_connections where team_id = $1', [teamId])
  const crmId = randomUUID()
  await settings.pool.query(
    `insert into crm_connections (id, team_id, kind, instance, account, credentials, fields)
     values ($1, $2, 'hubspot', 'http://127.0.0.1:9', 'Secret CRM', $3, '{}')`,
    [crmId, teamId, box.seal('{"token":"secret-hook"}', crmId)],
  )
  const reset = await createResetLink(settings.db, victim.email)
  const signIn = await createSignInLink(settings.db, victim.email)
  return {
    teamId,
    keyId,
    accountId: victim.accountId,
    sessionId: sessions.find(({ current }) => current)?.id ?? '',
    invitationId: invitation.id,
    invitationToken: linkPath.split('#')[1] ?? '',
    signInToken: signIn.linkPath.split('#')[1] ?? '',
    resetToken: reset.linkPath.split('#')[1] ?? '',
    webhookId: webhook.id,
    searchId: search.id,
    muteToken: muteToken(box, search.id, undefined, Math.floor(Date.now() / 1_000)),
    addressToken: addressToken(box, teamId, 'asked@example.com', Math.floor(Date.now() / 1_000)),
    listId,
    importId,
    mappingId,
    companyId: companyId('explored.example'),
  }
}

const CALLS = settingsCalls(() => team)
const routeNames = Object.keys(CALLS) as RouteName[]

const ANYONE = `whoAmI getMail signIn signOut requestPasswordReset getPasswordReset resetPassword getInvitation
  acceptInvitation getSignOn startSignOn finishSignOn useSignInLink getMute useMute getAddress confirmAddress`.split(
  /\s+/,
)
/** The outcomes for an owner that are not 200. */
const OWNERS_OUTCOME: Partial<Record<RouteName, [number, string]>> = {
  changePassword: [403, 'wrong_password'],
  startSecondFactor: [403, 'wrong_password'],
  confirmSecondFactor: [409, 'no_second_factor'],
  renewRecoveryCodes: [409, 'no_second_factor'],
  removeSecondFactor: [409, 'no_second_factor'],
  // This service has no mail server: test/end-to-end/settings-mail.test.ts has one.
  requestPasswordReset: [409, 'no_mail'],
  sendInvitation: [409, 'no_mail'],
  // It has no provider of sign-on either: test/end-to-end/sign-on.test.ts has one.
  startSignOn: [409, 'no_sign_on'],
  finishSignOn: [409, 'no_sign_on'],
  // The team has no event yet.
  getEvent: [404, 'not_found'],
  askAddress: [409, 'no_mail'],
  // The search was just saved, and no watcher runs here.
  sendMatches: [409, 'getting_ready'],
  // There are several teams, and the operator has not allowed it.
  previewImport: [409, 'imports_off'],
  createImport: [409, 'imports_off'],
  // Nothing answers there.
  connectCrm: [503, 'service_unavailable'],
  testCrm: [503, 'service_unavailable'],
  writeCrmMatches: [409, 'nothing_matches'],
  // No board waits.
  decideBoard: [404, 'not_found'],
}

/** What a reply can reveal of this team. Usage is a whole number: the random ids in replies hold any few digits by chance. */
const SECRETS =
  /Secret name|Secret CRM|Secret search|Secret list|secret-(?:endpoint|hook|target|file|reason|mapping)|secret notice|\b48151[12]\b/g
const SECRET_COUNT = 13 + 5

function secretsIn(text: string, { keyId }: Targets): string[] {
  const own = { team: team.teamId, name: team.name, owner: team.owner.email, member: team.member.email, key: keyId }
  const named = Object.entries(own).flatMap(([what, secret]) => (text.includes(secret) ? [what] : []))
  return [...named, ...(text.match(SECRETS) ?? [])]
}

const callsOf = (called: TestTeam, open: () => Promise<Browser>) =>
  new TeamCalls(settings.db, called, () => targetsOf(called), open)

async function send(name: RouteName, browser: Browser, targets: Targets): Promise<Response> {
  return browser.send(contract[name] as SettingsRoute, CALLS[name](targets) as InputOf<SettingsRoute>)
}

test('exactly these routes are open to a caller without a session', () => {
  const open = Object.values(contract).filter(({ access }) => access === 'anyone')
  assert.deepEqual(open.map(({ name }) => name).sort(), ANYONE.toSorted())
})

test('without a session every route but the open ones is 401, and nothing is changed', async () => {
  const calls = callsOf(team, async () => new Browser(settings.url))
  for (const name of routeNames) {
    const isRejected = contract[name].access !== 'anyone'
    const { targets, browser } = await calls.prepare(isRejected)
    const response = await send(name, browser, targets)
    if (!isRejected) {
      assert.equal(response.status, (OWNERS_OUTCOME[name] ?? [200])[0], name)
      calls.accepted(contract[name])
      continue
    }
    assert.ok(response.headers.get('www-authenticate'))
    await errorOf(response, 401, 'not_signed_in')
    await calls.assertUnchanged(name)
  }
})

test('a member can read, and manage their own account; routes for owners are rejected and change nothing', async () => {
  const calls = callsOf(team, () => settings.browserOf(team.member, team.teamId))
  for (const name of routeNames) {
    const isRejected = /^(owner|author)/.test(contract[name].access)
    const { targets, browser } = await calls.prepare(isRejected)
    const response = await send(name, browser, targets)
    if (!isRejected) {
      const [status] = name === 'endSession' ? [404] : (OWNERS_OUTCOME[name] ?? [200])
      assert.equal(response.status, status, name)
      calls.accepted(contract[name])
      continue
    }
    await errorOf(response, 403, 'owners_only')
    await calls.assertUnchanged(name)
  }
})

test('an owner may call every route, and reads all that is secret to other teams', async () => {
  const read = new Set<string>()
  const calls = callsOf(team, () => settings.browserOf(team.owner, team.teamId))
  for (const name of routeNames) {
    const { targets, browser } = await calls.prepare(false)
    const response = await send(name, browser, targets)
    calls.accepted(contract[name])
    const [status, code] = OWNERS_OUTCOME[name] ?? [200, '']
    const text = await response.clone().text()
    assert.equal(response.status, status, `${name}: ${text}`)
    if (code) await errorOf(response, status, code)
    for (const secret of secretsIn(text, targets)) read.add(secret)
  }
  assert.equal(read.size, SECRET_COUNT, [...read].join())
})

test('an owner without API access can’t create keys or webhooks or explore, and may call every other route', async () => {
  const calls = callsOf(free, () => settings.browserOf(free.owner, free.teamId))
  for (const name of routeNames) {
    const isRejected = contract[name].access.endsWith('_with_api_access')
    const { targets, browser } = await calls.prepare(isRejected)
    const response = await send(name, browser, targets)
    if (!isRejected) {
      assert.equal(response.status, (OWNERS_OUTCOME[name] ?? [200])[0], name)
      calls.accepted(contract[name])
      continue
    }
    await errorOf(response, 403, 'api_access_required')
    await calls.assertUnchanged(name)
  }
})

test('the owner of another team reads nothing of this team and changes nothing in it', async () => {
  const calls = callsOf(team, async () => new Browser(settings.url))
  for (const name of routeNames) {
    const isForAnyone = contract[name].access === 'anyone'
    const { targets } = await calls.prepare(!isForAnyone)
    // Its own session may end by what it calls.
    const browser = await settings.browserOf(foreign.owner, foreign.teamId)
    const response = await send(name, browser, targets)
    const text = await response.clone().text()
    if (isForAnyone) {
      // A link works for anyone who has it.
      assert.equal(response.status, (OWNERS_OUTCOME[name] ?? [200])[0], name)
      calls.accepted(contract[name])
      continue
    }
    const namesCompany = /^exploreCompany|Disposition$|^getWindowCompany$/.test(name)
    // The other team has connected no CRM.
    const ofCrm = /^(?:change|test|disconnect)Crm$/.test(name)
    const namesTarget = ('params' in contract[name] && !namesCompany) || name === 'switchTeam' || ofCrm
    if (namesTarget) await errorOf(response, 404, 'not_found')
    else assert.equal(response.status, (OWNERS_OUTCOME[name] ?? [200])[0], name)
    assert.deepEqual(secretsIn(text, targets), [], name)
    await calls.assertUnchanged(name)
  }
})

test('a webhook id of another team is as unknown as any other, on every route that takes one', async () => {
  const targets = await targetsOf(team)
  const { webhookId } = targets
  await writeSignals(settings.db, new Stamper(settings.db), 'foreign', 1)
  const { position } = await one<{ position: string }>(settings.pool, 'select position::text from log_head')
  await settings.pool.query(
    `insert into webhook_attempts (day, webhook_id, at, position, lane, attempt, status, reason, latency_ms, excerpt)
     values ((now() at time zone 'utc')::date, $1, now(), $2, 'late', 2, 500, 'status', 1, 'secret reply')`,
    [webhookId, position],
  )
  await settings.pool.query(
    `insert into webhook_gaps (webhook_id, from_position, to_position, counts) values ($1, 1, 2, '{"hiring":2}')`,
    [webhookId],
  )
  const names = routeNames.filter((name) => contract[name].path.includes(':webhookId'))
  assert.ok(names.length >= 10, names.join())
  const call = (name: RouteName, browser: Browser, id: string) => {
    const input = CALLS[name]({ ...targets, webhookId: id }) as object
    const asked = { ...input, ...(name === 'getEvent' && { query: { position } }) }
    return browser.send(contract[name] as SettingsRoute, asked as InputOf<SettingsRoute>)
  }
  const tables = ['cursors', 'types', 'retries', 'attempts', 'gaps', 'replays', 'notices'].map(
    (name) => `webhook_${name}`,
  )
  const hash = `select md5(string_agg(t::text, ',' order by t::text))`
  const stateOf = () =>
    Promise.all(
      tables.map((table) => many(settings.pool, `${hash} from ${table} t where webhook_id = $1`, [webhookId])),
    )
  const before = [await stateOf(), await rowsOfTeam(settings.db, team.teamId)]
  const stranger = await settings.browserOf(foreign.owner, foreign.teamId)
  for (const name of names) {
    const refused = await call(name, stranger, webhookId)
    const unknown = await call(name, stranger, UNKNOWN_WEBHOOK)
    assert.deepEqual([refused.status, unknown.status], [404, 404], name)
    const messages = await Promise.all(
      [refused, unknown].map(async (reply) => (await errorOf(reply, 404, 'not_found')).message),
    )
    assert.equal(messages[0]?.replaceAll(webhookId, ''), messages[1]?.replaceAll(UNKNOWN_WEBHOOK, ''), name)
    assert.deepEqual([await stateOf(), await rowsOfTeam(settings.db, team.teamId)], before, name)
  }
  // The same calls by its owner find it, so a 404 above is a rejection.
  const owner = await settings.browserOf(team.owner, team.teamId)
  for (const name of names.filter((each) => each !== 'deleteWebhook')) {
    assert.equal((await call(name, owner, webhookId)).status, 200, name)
  }
})

const UNKNOWN_WEBHOOK = '6f0c1a52-0000-4000-8000-000000000000'

test('malformed ids and unknown ids are both 404', async () => {
  const browser = await settings.browserOf(team.owner, team.teamId)
  for (const keyId of ['nonsense', "' or 1=1 --", '00000000-0000-4000-8000-000000000000']) {
    await browser.refused(contract.revokeKey, { params: { keyId }, body: {} }, 404, 'not_found')
  }
})
