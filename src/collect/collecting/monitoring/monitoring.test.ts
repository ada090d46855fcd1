// Monitored lists: which companies are watched, however their changes, the operator and several nodes interleave.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newList, setLimitOverride, setPlan } from '../../../../test/harness/operator.ts'
import { startSettings } from '../../../../test/harness/settings.ts'
import {
  addAccounts,
  deleteList,
  monitorList,
  removeAccounts,
  stopMonitoringList,
} from '../../../account/lists/index.ts'
import { deleteTeam } from '../../../account/teams/index.ts'
import { many, type Transaction } from '../../../db/index.ts'
import { contract, type ListMonitoring } from '../../../settings-contract/index.ts'
import { COLLECTORS } from '../../collectors/index.ts'
import { insertMatches } from '../companies/found-boards.ts'
import { addWatched, removeWatched } from '../watching/watch.ts'
import { readListProgress } from './progress.ts'
import { reconcileLists } from './reconcile.ts'

const collectors = COLLECTORS.filter(({ name }) => ['home-page', 'discovery', 'lever'].includes(name))
const settings = await startSettings({ env: { COLLECT_CONTACT: 'owner@example.com' } })
const { db, pool } = settings

const inTx = <T>(work: (tx: Transaction) => Promise<T>) => db.transaction('settings', work)
const monitor = (teamId: string, listId: string, mode: ListMonitoring = 'on') =>
  inTx((tx) => monitorList(tx, 'operator', teamId, { listId, mode }))
const names = (prefix: string, count: number) => Array.from({ length: count }, (_, i) => `${prefix}-${i + 1}.example`)

async function follow(mode: ListMonitoring = 'on'): Promise<void> {
  const options = { collectors, mode, maxWaiting: Number.POSITIVE_INFINITY }
  for (let steps = 0; steps < 500; steps++) if ((await reconcileLists(db, options)) === 'settled') return
  assert.fail('it does not settle')
}

const watched = async () =>
  (await many<{ domain: string }>(pool, `select domain from watched_companies order by domain`)).map(
    ({ domain }) => domain,
  )
const watchedFor = async (teamId: string) =>
  (
    await many<{ domain: string }>(pool, `select domain from team_watches where team_id = $1 order by domain`, [teamId])
  ).map(({ domain }) => domain)
const looksOf = async (domain: string) => (await many(pool, `select from looks where domain = $1`, [domain])).length

test('a company is watched once while any list or the operator wants it', async () => {
  const [one, two] = [await settings.newTeam(), await settings.newTeam()]
  const first = await newList(pool, one.teamId, 'First', 'shared.example only-one.example')
  const second = await newList(pool, two.teamId, 'Second', 'shared.example kept.example')
  await follow()
  assert.deepEqual(await watched(), [], 'a list that is not monitored watches nobody')
  await inTx((tx) => addWatched(tx, [{ domain: 'kept.example' }], collectors))
  await monitor(one.teamId, first)
  await monitor(two.teamId, second)
  await follow()
  assert.deepEqual(await watched(), ['kept.example', 'only-one.example', 'shared.example'])
  assert.equal(await looksOf('shared.example'), 2, 'one look for each collector of websites')
  // Later ones follow, and removed ones are dropped.
  await inTx((tx) => addAccounts(tx, 'operator', one.teamId, { listId: first, accounts: 'later.example' }))
  await inTx((tx) => removeAccounts(tx, 'operator', one.teamId, { listId: first, accounts: 'only-one.example' }))
  await follow()
  assert.deepEqual(await watched(), ['kept.example', 'later.example', 'shared.example'])
  assert.equal(await removeWatched(db, 'kept.example'), 'kept')
  await inTx((tx) => stopMonitoringList(tx, 'operator', one.teamId, first))
  await follow()
  assert.deepEqual(await watched(), ['kept.example', 'shared.example'], 'the other team still has it')
  await inTx((tx) => addWatched(tx, [{ domain: 'shared.example' }], collectors))
  await inTx((tx) => deleteTeam(tx, two.teamId))
  await follow()
  assert.deepEqual(await watched(), ['shared.example'], 'the operator still wants it')
  assert.equal(await removeWatched(db, 'shared.example'), 'removed')
  assert.deepEqual(await watched(), [])
  assert.deepEqual(await many(pool, `select from team_watches union all select from team_monitoring`), [])
})

test('two concurrent owners never exceed the team’s limit, and earlier companies stay', async () => {
  const { teamId, owner } = await settings.newTeam()
  const other = await settings.newMember(teamId, 'owner')
  await setLimitOverride(pool, teamId, 'watchedCompanies', 40)
  const lists = [
    await newList(pool, teamId, 'A', names('a', 30).join(' ')),
    await newList(pool, teamId, 'B', names('b', 30).join(' ')),
  ]
  const browsers = [await settings.browserOf(owner, teamId), await settings.browserOf(other, teamId)]
  let isOver = false
  let most = 0
  const counting = (async () => {
    while (!isOver) most = Math.max(most, (await watchedFor(teamId)).length)
  })()
  await Promise.all([
    ...browsers.map((browser, i) =>
      browser.call(contract.monitorList, { params: { listId: lists[i] ?? '' }, body: {} }),
    ),
    ...[1, 2, 3].map(() => follow()),
  ])
  await follow()
  const before = await watchedFor(teamId)
  assert.equal(before.length, 40)
  // A list whose entries are older than those of the others displaces nobody.
  await pool.query(`update list_entries set added_at = '2020-01-01' where list_id = $1`, [lists[1]])
  await inTx((tx) => addAccounts(tx, 'operator', teamId, { listId: lists[0] ?? '', accounts: 'a-31.example' }))
  await follow()
  assert.deepEqual(await watchedFor(teamId), before)
  isOver = true
  await counting
  assert.ok(most <= 40, `${most} at once`)
  const { monitoring } = await (browsers[0] as (typeof browsers)[0]).call(contract.getMonitoring, {
    params: { listId: lists[0] ?? '' },
    query: {},
  })
  assert.deepEqual(monitoring.allowance, { limit: 40, used: 40, beyond: 21 })
  const shown = await Promise.all(
    lists.map((listId) => readListProgress(pool, teamId, listId, { mode: 'on', allowed: [] })),
  )
  assert.equal(shown.flat().filter(({ state }) => state === 'beyond').length, 21)
  await setLimitOverride(pool, teamId, 'watchedCompanies', 10)
  await follow()
  assert.equal((await watchedFor(teamId)).length, 10)
  await setPlan(pool, teamId, 'free')
  await follow()
  assert.deepEqual(await watchedFor(teamId), [], 'a team without API access watches nobody')
  await setPlan(pool, teamId, 'pro')
  await inTx((tx) => deleteTeam(tx, teamId))
  await follow()
})

test('however changes interleave on three nodes, exactly the companies of the lists are watched', async () => {
  const teams = await Promise.all([settings.newTeam(), settings.newTeam(), settings.newTeam()])
  const lists = await Promise.all(
    teams.flatMap(({ teamId }) =>
      [1, 2].map(async (n) => ({ teamId, listId: await newList(pool, teamId, `L${n}`, '') })),
    ),
  )
  const domains = names('m', 12)
  let seed = 7
  const below = (bound: number) => {
    seed = (seed * 48_271) % 2_147_483_647
    return seed % bound
  }
  const change = async () => {
    const { teamId, listId } = lists[below(lists.length)] as (typeof lists)[0]
    const accounts = [domains[below(12)], domains[below(12)]].join(' ')
    switch (below(6)) {
      case 0:
        return inTx((tx) => stopMonitoringList(tx, 'operator', teamId, listId))
      case 1:
        return monitor(teamId, listId)
      case 2:
      case 3:
        return inTx((tx) => addAccounts(tx, 'operator', teamId, { listId, accounts }))
      case 4:
        return inTx((tx) => removeAccounts(tx, 'operator', teamId, { listId, accounts }))
      default:
        return setLimitOverride(pool, teamId, 'watchedCompanies', below(14))
    }
  }
  const changes = async () => {
    for (let n = 0; n < 25; n++) await change().catch((error) => assert.equal(error.code, 'no_watched_companies'))
  }
  await Promise.all([changes(), changes(), follow(), follow(), follow()])
  await follow()
  const wanted = new Set<string>()
  for (const { teamId } of teams) {
    const [limit] = await many<{ limit: number }>(
      pool,
      `select coalesce((select "limit" from team_limits where team_id = $1 and bucket = 'watchedCompanies'), 500)::int as limit`,
      [teamId],
    )
    const rows = await many<{ domain: string; at: Date }>(
      pool,
      `select domain, greatest(monitored_at, added_at) as at from lists l join list_entries e on e.list_id = l.id
        where team_id = $1 and monitored_at is not null`,
      [teamId],
    )
    const since = new Map<string, number>()
    for (const { domain, at } of rows) since.set(domain, Math.min(at.getTime(), since.get(domain) ?? at.getTime()))
    const naive = [...since].sort((a, b) => a[1] - b[1] || (a[0] < b[0] ? -1 : 1)).slice(0, limit?.limit)
    assert.equal((await watchedFor(teamId)).length, naive.length)
    // Times of one millisecond may be in another order here than in the database.
    if (naive.length === since.size) assert.deepEqual(await watchedFor(teamId), naive.map(([domain]) => domain).sort())
    for (const domain of await watchedFor(teamId)) wanted.add(domain)
  }
  assert.deepEqual(await watched(), [...wanted].sort())
  for (const { teamId, listId } of lists)
    await inTx((tx) => deleteList(tx, 'operator', teamId, { listId, force: true, usersOf: async () => [] }))
  await follow()
  assert.deepEqual(await watched(), [])
})

test('a list of thousands is taken a few hundred at a time, and another team does not wait for it', async () => {
  const [large, small] = [await settings.newTeam(), await settings.newTeam()]
  await setLimitOverride(pool, large.teamId, 'watchedCompanies', 10_000)
  await monitor(large.teamId, await newList(pool, large.teamId, 'Large', names('large', 450).join(' ')))
  await monitor(small.teamId, await newList(pool, small.teamId, 'Small', names('small', 20).join(' ')))
  const steps = async () => {
    for (let n = 0; n < 10; n++) await reconcileLists(db, { collectors, mode: 'on' })
  }
  await steps()
  assert.deepEqual([(await watchedFor(large.teamId)).length, (await watchedFor(small.teamId)).length], [200, 20])
  await pool.query(
    `update look_times set visited_at = now() where look_id in (select id from looks where domain like 'large-1%')`,
  )
  const visited = (await watchedFor(large.teamId)).filter((domain) => domain.startsWith('large-1')).length
  await steps()
  assert.ok(visited > 0)
  assert.equal((await watchedFor(large.teamId)).length, 200 + visited)
  for (const { teamId } of [large, small]) await inTx((tx) => deleteTeam(tx, teamId))
  await follow()
  assert.deepEqual(await watched(), [])
})

test('the operator approves lists, or turns them off', async () => {
  const { teamId, owner } = await settings.newTeam()
  const listId = await newList(pool, teamId, 'Asked', 'asked.example')
  const person = { accountId: owner.accountId, email: owner.email, address: '127.0.0.1' }
  const asOwner = (mode: ListMonitoring) => inTx((tx) => monitorList(tx, person, teamId, { listId, mode }))
  await assert.rejects(asOwner('off'), { code: 'monitoring_off' })
  await asOwner('approval')
  await follow('approval')
  assert.deepEqual(await watched(), [])
  await monitor(teamId, listId, 'approval')
  await follow('approval')
  assert.deepEqual(await watched(), ['asked.example'])
  await follow('off')
  assert.deepEqual(await watched(), [])
  const free = await settings.newTeam('free')
  await assert.rejects(monitor(free.teamId, await newList(pool, free.teamId, 'Free', 'asked.example')), {
    code: 'no_watched_companies',
  })
  await inTx((tx) => deleteTeam(tx, teamId))
  await follow()
})

test('an owner decides for all teams only if the company’s own site is the evidence', async () => {
  const [one, two] = [await settings.newTeam(), await settings.newTeam()]
  const browsers = {
    one: await settings.browserOf(one.owner, one.teamId),
    two: await settings.browserOf(two.owner, two.teamId),
  }
  const members = await settings.browserOf(one.member, one.teamId)
  for (const { teamId } of [one, two])
    await monitor(teamId, await newList(pool, teamId, 'Boards', 'boards.example rival.example'))
  await follow()
  const match = (target: string, unsigned: boolean, domain = 'boards.example') => ({
    ...{ domain, collector: 'lever', target, page: `https://${domain}/careers`, why: 'It is there.', unsigned },
  })
  await insertMatches(pool, [
    match('quiet', true),
    match('named', false),
    match('shy', true),
    match('quiet', true, 'rival.example'),
  ])
  const waiting = async (browser = browsers.one) => (await browser.call(contract.listWaitingBoards, {})).boards
  const idOf = async (target: string, domain = 'boards.example') =>
    (await waiting()).find((board) => board.target === target && board.domain === domain)?.id ?? 0
  assert.deepEqual(
    (await waiting()).map(({ target, domain, forOwners }) => `${forOwners} ${target} ${domain}`).sort(),
    ['false named boards.example', 'true quiet boards.example', 'true quiet rival.example', 'true shy boards.example'],
  )
  const [quiet, named, shy, rival] = [
    await idOf('quiet'),
    await idOf('named'),
    await idOf('shy'),
    await idOf('quiet', 'rival.example'),
  ]
  const decide = (id: number, accept: boolean, browser = browsers.one) =>
    browser.call(contract.decideBoard, { body: { id, accept } })
  await assert.rejects(decide(named, true), /needs_operator|Only the operator/)
  await assert.rejects(decide(quiet, true, members), /owners/i)
  const foreign = await settings.newTeam()
  await assert.rejects(decide(quiet, true, await settings.browserOf(foreign.owner, foreign.teamId)), /No such board/)
  // Two owners of two teams at the same time: one decides, and the other gets an error.
  const both = await Promise.allSettled([decide(quiet, true), decide(quiet, true, browsers.two)])
  assert.deepEqual(both.map(({ status }) => status).sort(), ['fulfilled', 'rejected'])
  await assert.rejects(decide(rival, true), /another company/)
  await decide(shy, false)
  assert.deepEqual(
    (await waiting()).map(({ target, domain }) => `${target} ${domain}`),
    ['quiet rival.example', 'named boards.example'],
  )
  assert.ok(
    (await waiting(browsers.two)).some(({ target }) => target === 'shy'),
    'a rejection applies only to the team',
  )
  const looks = await many<{ target: string }>(pool, `select target from looks where collector = 'lever'`)
  assert.deepEqual(looks, [{ target: 'quiet' }])
  const { entries } = await browsers.one.call(contract.listAudit, { query: { subject: 'lists' } })
  assert.deepEqual(
    entries.filter(({ action }) => action.startsWith('list.board')).map(({ action, target }) => [action, target?.name]),
    [
      ['list.board_rejected', 'lever shy'],
      ...(both[0]?.status === 'fulfilled' ? [['list.board_accepted', 'lever quiet']] : []),
    ],
  )
})
