// What a member may do with saved searches: save them for themselves, and change those. And the first steps, which tick from
// what the team has.

import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { contract } from '../../src/settings-contract/index.ts'
import { Stamper } from '../../src/write/log/index.ts'
import { writeRecords } from '../../src/write/write-path/index.ts'
import { saveSearch } from '../harness/alerts.ts'
import { beforeEachTest } from '../harness/cleanup.ts'
import { saveWebhook } from '../harness/firehose.ts'
import { createKey, setLimitOverride } from '../harness/operator.ts'
import { rowsOfTeam, type SettingsService, startSettings, type TestTeam } from '../harness/settings.ts'
import { signal } from '../harness/signals.ts'

let settings: SettingsService
let team: TestTeam

before(async () => {
  settings = await startSettings()
})
beforeEachTest(async () => {
  team = await settings.newTeam()
})

const SEARCH = { query: 'funding', filters: {}, every: 'now', awayDays: 7 } as const
const ELSEWHERE = [
  'webhook:https://hooks.example.com/a',
  'slack:https://hooks.slack.com/services/T0/B0/x',
  'mail:other@example.com',
] as const

test('a member saves a search for themselves, changes it and deletes it, without an owner', async () => {
  const member = await settings.browserOf(team.member, team.teamId)
  const created = await member.call(contract.createSearch, { body: { ...SEARCH, name: 'Mine', to: 'today' } })
  const { id: searchId, canChange, savedBy, destination } = created.search
  assert.deepEqual([canChange, savedBy, destination], [true, team.member.email, 'today'])
  const params = { searchId }
  const body = { ...SEARCH, query: 'hiring' }
  const { search } = await member.call(contract.changeSearch, { params, body: { ...body, name: 'Still mine' } })
  assert.deepEqual([search.name, search.query], ['Still mine', 'hiring'])
  assert.equal((await member.call(contract.pauseSearch, { params, body: {} })).search.state, 'paused')
  assert.notEqual((await member.call(contract.resumeSearch, { params, body: {} })).search.state, 'paused')
  // There is nothing to send a test message to.
  await member.refused(contract.testSearch, { params, body: {} }, 422, 'validation_failed')
  // Everybody in the team sees it, and only its author and owners change it.
  const other = await settings.browserOf(await settings.newMember(team.teamId, 'member'), team.teamId)
  const [seen] = (await other.call(contract.listSearches, {})).searches
  assert.deepEqual([seen?.id, seen?.canChange], [searchId, false])
  await other.refused(contract.deleteSearch, { params }, 403, 'owners_only')
  await member.call(contract.deleteSearch, { params })
  assert.deepEqual((await member.call(contract.listSearches, {})).searches, [])
})

test('a member can’t send alerts to others: neither with a new search nor by changing their own', async () => {
  const member = await settings.browserOf(team.member, team.teamId)
  const { search } = await member.call(contract.createSearch, { body: { ...SEARCH, name: 'Mine', to: 'today' } })
  const before = await rowsOfTeam(settings.db, team.teamId)
  for (const to of ELSEWHERE) {
    await member.refused(contract.createSearch, { body: { ...SEARCH, name: 'Other', to } }, 403, 'owners_only')
    const change = { params: { searchId: search.id }, body: { ...SEARCH, name: 'Mine', to } }
    await member.refused(contract.changeSearch, change, 403, 'owners_only')
  }
  // Their own address is theirs. This service has no mail server.
  const own = { ...SEARCH, name: 'By mail', to: `mail:${team.member.email.toUpperCase()}` }
  await member.refused(contract.createSearch, { body: own }, 409, 'no_mail')
  assert.deepEqual(await rowsOfTeam(settings.db, team.teamId), before)
})

test('a search that an owner points at others is no longer the member’s to change', async () => {
  const member = await settings.browserOf(team.member, team.teamId)
  const owner = await settings.browserOf(team.owner, team.teamId)
  const { search } = await member.call(contract.createSearch, { body: { ...SEARCH, name: 'Mine', to: 'today' } })
  const params = { searchId: search.id }
  await owner.call(contract.changeSearch, { params, body: { ...SEARCH, name: 'Ours', to: ELSEWHERE[1] } })
  assert.equal((await member.call(contract.getSearch, { params })).search.canChange, false)
  for (const route of [contract.pauseSearch, contract.testSearch, contract.askAddress]) {
    await member.refused(route, { params, body: {} }, 403, 'owners_only')
  }
  assert.equal((await owner.call(contract.getSearch, { params })).search.canChange, true)
})

test('current matches are charged once, and rejected if the allowance is used up', async () => {
  const member = await settings.browserOf(team.member, team.teamId)
  const owner = await settings.browserOf(team.owner, team.teamId)
  const { id } = await saveSearch(settings.db, team.teamId, { name: 'Now', query: 'funding' })
  const params = { searchId: id }
  await member.refused(contract.sendMatches, { params, body: {} }, 403, 'owners_only')
  await owner.refused(contract.sendMatches, { params, body: {} }, 409, 'getting_ready')
  await writeRecords(settings.db, new Stamper(settings.db), [signal('now.example', 'now', { type: 'funding' })])
  await settings.pool.query(
    `with s as (update saved_searches set sweep = null, stocked_at = now(), members = 1 where id = $1 returning n)
     insert into search_members (search, company, entered_at) select s.n, c.ordinal, now() from s, companies c where c.domain = 'now.example'`,
    [id],
  )
  await setLimitOverride(settings.pool, team.teamId, 'dailyPeopleCompanies', 0)
  await owner.refused(contract.sendMatches, { params, body: {} }, 429, 'rate_limit_exceeded')
  await setLimitOverride(settings.pool, team.teamId, 'dailyPeopleCompanies', 10)
  assert.deepEqual(await owner.call(contract.sendMatches, { params, body: {} }), { companies: 1 })
  assert.notEqual((await owner.call(contract.getSearch, { params })).search.matchesSentAt, null)
  await owner.refused(contract.sendMatches, { params, body: {} }, 409, 'already_sent')
  assert.equal((await owner.call(contract.getPeopleUsage, {})).team.used, 1)
})

test('the first steps follow from what the team has, and are dismissed per person', async () => {
  const owner = await settings.browserOf(team.owner, team.teamId)
  const member = await settings.browserOf(team.member, team.teamId)
  const nothing = {
    ...{ isDismissed: false, accounts: 0, hasMonitored: null, searches: 0, hasDestination: false, hasAlert: false },
    ...{ hasKey: false, hasCopied: false, hasRequest: false, hasWebhook: false, hasTestedWebhook: false },
  }
  assert.deepEqual(await owner.call(contract.getFirstSteps, {}), nothing)

  await member.call(contract.createList, { body: { name: 'Mine', accounts: 'acme.example\nglobex.example' } })
  const searching = await member.call(contract.createSearch, { body: { ...SEARCH, name: 'Mine', to: 'today' } })
  const sales = { ...nothing, accounts: 2, searches: 1 }
  assert.deepEqual(await owner.call(contract.getFirstSteps, {}), sales)
  await settings.pool.query(
    `insert into crm_connections (team_id, kind, instance, account, credentials, fields)
     values ($1, 'hubspot', 'http://127.0.0.1:9', 'CRM', 'sealed', '{}')`,
    [team.teamId],
  )
  assert.deepEqual(await owner.call(contract.getFirstSteps, {}), sales)
  await settings.pool.query('insert into crm_searches select c.id, n, 0 from crm_connections c, saved_searches')
  assert.deepEqual(await owner.call(contract.getFirstSteps, {}), { ...sales, hasDestination: true })
  await settings.pool.query('delete from crm_connections')
  await saveSearch(settings.db, team.teamId, { name: 'Ours', query: 'hiring' })
  await settings.pool.query(
    `insert into search_changes (search, company, action, at)
     select n, 1, 'entered', now() from saved_searches where id = $1`,
    [searching.search.id],
  )
  const alerted = { ...sales, searches: 2, hasDestination: true, hasAlert: true }
  assert.deepEqual(await owner.call(contract.getFirstSteps, {}), alerted)

  const key = await createKey(settings.pool, team.teamId, { name: 'First' })
  const webhook = await saveWebhook(settings.db, team.teamId, { url: 'http://127.0.0.1:9/hook' })
  // Nothing listens there, so the test fails and ticks nothing.
  await owner.call(contract.testWebhook, { params: { webhookId: webhook.id }, body: {} })
  const failed = { ...alerted, hasKey: true, hasWebhook: true }
  assert.deepEqual(await owner.call(contract.getFirstSteps, {}), failed)
  await settings.pool.query(`update webhook_attempts set status = 204, reason = null where webhook_id = $1`, [
    webhook.id,
  ])
  await settings.pool.query('update api_keys set last_used_at = now() where id = $1', [key.id])
  await owner.call(contract.noteFirstSteps, { body: { hasCopied: true } })
  const done = { ...failed, hasCopied: true, hasRequest: true, hasTestedWebhook: true }
  assert.deepEqual(await owner.call(contract.getFirstSteps, {}), done)

  await owner.call(contract.noteFirstSteps, { body: { isDismissed: true } })
  await owner.call(contract.noteFirstSteps, { body: { hasCopied: true } })
  assert.deepEqual(await owner.call(contract.getFirstSteps, {}), { ...done, isDismissed: true })
  assert.deepEqual(await member.call(contract.getFirstSteps, {}), { ...done, hasCopied: false })
  await owner.call(contract.noteFirstSteps, { body: { isDismissed: false } })
  assert.equal((await owner.call(contract.getFirstSteps, {})).isDismissed, false)
})
