// The charge under real concurrency, and the rows it writes. charge.model.test.ts compares it with a model.

import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { openTestDatabase } from '../../../test/harness/database.ts'
import { createKey, revokeKey, setLimitOverride, setPlan } from '../../../test/harness/operator.ts'
import { type Database, one } from '../../db/index.ts'
import { BUCKETS, type Bucket, type Limit } from '../plans/index.ts'
import { createTeam, type Team } from '../teams/index.ts'
import { Budgets } from './budgets.ts'
import { type ChargedAccount, type ChargeVerdict, charge, chargeAll, peek, readBudgets } from './charge.ts'
import { countAsOpened } from './count-as-opened.ts'
import { deleteOldPeopleUsage, purgeOpenedCompanies } from './purge-opened-companies.ts'

let db: Database
let teamCount = 0
before(async () => {
  db = await openTestDatabase()
})
const pool = () => db.pool('charge')

const ANCHOR = new Date('2026-01-31T10:00:00Z')

async function newTeam(): Promise<{ team: Team; account: ChargedAccount; keyId: string }> {
  const owner = { email: `owner${teamCount++}@example.com`, password: 'a password' }
  const team = await createTeam(db, { name: 'Team', plan: 'pro', billingAnchor: ANCHOR }, owner)
  const { id: keyId } = await createKey(db.pool('settings'), team.id, { name: 'Key' })
  return { team, keyId, account: { teamId: team.id, keyId, plan: 'pro' } }
}

async function personOf(team: Team): Promise<ChargedAccount> {
  const { id } = await one<{ id: string }>(pool(), `select account_id as id from team_members where team_id = $1`, [
    team.id,
  ])
  return { teamId: team.id, memberId: id, plan: 'pro' }
}

const company = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`

test('exactly 20 of 200 concurrent requests of one team pass, and no limit is exceeded', async () => {
  const { account } = await newTeam()
  const verdicts = await Promise.all(
    Array.from({ length: 200 }, () => charge(pool(), account, { endpoint: 'search', records: 1 })),
  )
  assert.equal(verdicts.filter(({ outcome }) => outcome === 'charged').length, 20)
  const rejected = verdicts.filter((verdict) => verdict.outcome === 'full')
  assert.equal(rejected.length, 180)
  for (const { bucket, buckets } of rejected) {
    assert.equal(bucket, 'perMinute')
    assert.equal(buckets.perMinute.used, 20)
    assert.equal(buckets.monthlyRecords.used, 20)
  }
})

test('batches of two nodes are charged like single requests: those that fit, and only those', async () => {
  const teams = await Promise.all(Array.from({ length: 5 }, newTeam))
  const [full, revoked] = teams as [(typeof teams)[0], (typeof teams)[0]]
  await setLimitOverride(db.pool('settings'), full.team.id, 'monthlyRecords', 7)
  await revokeKey(db.pool('settings'), revoked.team.id, revoked.keyId)
  // Three charges of each team, on two nodes at the same time, in opposite orders.
  const charges = teams.flatMap(({ account }) =>
    [1, 2, 3].map(() => ({ account, cost: { endpoint: 'search', records: 3 } })),
  )
  const send = (batch: typeof charges) => {
    const budgets = new Budgets(pool())
    return Promise.all(batch.map((each) => budgets.charge({ ...each, isGone: () => false })))
  }
  const verdicts = await Promise.all([send(charges), send(charges.toReversed())])
  const outcomes = verdicts.flatMap((each, group) =>
    each.map(({ outcome }, i) => ({
      team: (group === 0 ? charges[i] : charges.toReversed()[i])?.account.teamId,
      outcome,
    })),
  )
  for (const { account } of teams) {
    const charged = outcomes.filter(({ team, outcome }) => team === account.teamId && outcome === 'charged').length
    const state = await readBudgets(pool(), { teamId: account.teamId, plan: 'pro' })
    assert.ok('buckets' in state)
    assert.equal(state.buckets.monthlyRequests.used, charged)
    assert.equal(charged, account === full.account ? 2 : account === revoked.account ? 0 : 6)
  }
})

test('32 concurrent opens of one new company count it once', async () => {
  const { team, account } = await newTeam()
  await setLimitOverride(db.pool('settings'), team.id, 'perMinute', 100)
  const cost = { endpoint: 'dossier', records: 1, companyId: company(1) }
  const verdicts = await Promise.all(Array.from({ length: 32 }, () => charge(pool(), account, cost)))
  assert.ok(verdicts.every(({ outcome }) => outcome === 'charged'))
  const state = await readBudgets(pool(), account)
  assert.ok('buckets' in state)
  assert.equal(state.buckets.dailyCompanyDetail.used, 1)
  assert.equal(state.buckets.monthlyRecords.used, 32)
})

test('a rejected open leaves no trace', async () => {
  const { team, account } = await newTeam()
  await setLimitOverride(db.pool('settings'), team.id, 'monthlyRecords', 0)
  const cost = { endpoint: 'dossier', records: 1, companyId: company(2) }
  assert.equal((await charge(pool(), account, cost)).outcome, 'full')
  const traces = await one(
    pool(),
    `select (select count(*) from opened_companies where team_id = $1) as opened, (select count(*) from usage_daily where team_id = $1) as days`,
    [team.id],
  )
  assert.deepEqual(traces, { opened: 0, days: 0 })
})

test('companies opened or shown before yesterday are purged, and those of today and yesterday stay', async () => {
  const { team } = await newTeam()
  for (const table of ['opened_companies', 'shown_companies']) {
    await pool().query(
      `insert into ${table} select $1, (now() at time zone 'utc')::date - n, $2 from generate_series(0, 3) n`,
      [team.id, company(7)],
    )
    await purgeOpenedCompanies(pool())
    const { days } = await one<{ days: number }>(
      pool(),
      `select count(*)::int as days from ${table} where team_id = $1`,
      [team.id],
    )
    assert.equal(days, 2, table)
  }
})

test('what people used is deleted after 400 days', async () => {
  const { team } = await newTeam()
  await pool().query(
    `insert into people_usage select $1, (now() at time zone 'utc')::date - n, $2, 3 from unnest(array[0, 399, 400, 401]) n`,
    [team.id, company(7)],
  )
  await deleteOldPeopleUsage(pool())
  const { oldest } = await one<{ oldest: number }>(
    pool(),
    `select (now() at time zone 'utc')::date - min(day) as oldest from people_usage where team_id = $1`,
    [team.id],
  )
  assert.equal(oldest, 400)
})

test('a company is free for people on the day on which one that they were shown is merged into it', async () => {
  const { team } = await newTeam()
  const owner = await personOf(team)
  const show = (n: number) => charge(pool(), owner, { endpoint: 'search', companies: [company(n)] }).then(usedBy)
  await show(1)
  await db.transaction('settings', (tx) => countAsOpened(tx, company(1), company(2)))
  assert.equal((await show(2)).dailyMemberCompanies, 1)
})

test('of several full budgets the one that resets last is reported', async () => {
  const { team, account } = await newTeam()
  for (const bucket of ['perMinute', 'dailyRequests', 'monthlyRequests'] as const) {
    await setLimitOverride(db.pool('settings'), team.id, bucket, 0)
  }
  const verdict = await peek(pool(), account, { endpoint: 'filters' })
  assert.ok(verdict.outcome === 'full')
  assert.equal(verdict.bucket, 'monthlyRequests')
})

test('a batch skips teams whose row is locked, and charges the others', async () => {
  const teams = await Promise.all(Array.from({ length: 4 }, newTeam))
  const charges = teams.map(({ account }) => ({ account, cost: { endpoint: 'search' } }))
  await chargeAll(pool(), charges)
  const [first, second] = teams.map(({ team }) => team.id)
  await db.transaction('settings', async (tx) => {
    await tx.query('select from team_usage where team_id in ($1, $2) for update', [first, second])
    const outcomes = (await chargeAll(pool(), charges)).map(({ outcome }) => outcome)
    assert.deepEqual(outcomes, ['locked', 'locked', 'charged', 'charged'])
  })
  const used = await Promise.all(teams.map(async ({ account }) => usedBy(await readBudgets(pool(), account))))
  assert.deepEqual(
    used.map(({ monthlyRequests }) => monthlyRequests),
    [1, 1, 2, 2],
  )
})

const HOUR = 3_600_000
/** In the billing month from 31 October, 10:00. */
const NOON = Date.UTC(2026, 10, 15, 12)
const usedBy = (verdict: ChargeVerdict) => {
  assert.ok('buckets' in verdict)
  const used = Object.entries(verdict.buckets).map(([bucket, state]) => [bucket, state.used])
  return Object.fromEntries(used) as Record<Limit, number>
}

test('a database clock that was ahead and is set back locks out no team for longer than one window', async () => {
  const windows: [Bucket, number][] = [
    ['perMinute', 61_000],
    ['dailyRequests', 12 * HOUR],
    ['monthlyRequests', 15 * 24 * HOUR - 2 * HOUR],
    ['monthlyRecords', 15 * 24 * HOUR - 2 * HOUR],
    ['monthlyPageTurns', 15 * 24 * HOUR - 2 * HOUR],
    ['dailyCompanyDetail', 12 * HOUR],
  ]
  for (const ahead of [5_000, 90_000, 13 * HOUR, 40 * 24 * HOUR, 400 * 24 * HOUR]) {
    for (const [bucket, untilNextWindow] of windows) {
      const { team, account } = await newTeam()
      await setLimitOverride(db.pool('settings'), team.id, bucket, 1)
      let companies = 0
      const outcomeAt = async (ms: number, call = charge) => {
        const cost = { endpoint: 'search', records: 1, pageTurns: 1, companyId: company(companies++) }
        const verdict = await call(pool(), account, cost, new Date(ms))
        return verdict.outcome === 'full' ? verdict.bucket : verdict.outcome
      }
      const name = `${bucket}, ${ahead} ms ahead`
      assert.equal(await outcomeAt(NOON + ahead), 'charged', name)
      // Usage from while the clock was ahead counts as used now. Only a peek detects it: a full budget is never
      // charged.
      assert.equal(await outcomeAt(NOON, peek), bucket, name)
      assert.equal(await outcomeAt(NOON + untilNextWindow - 1_000), bucket, name)
      assert.equal(await outcomeAt(NOON + untilNextWindow), 'charged', name)
    }
  }
})

test('a database clock that is set back gives no second budget in the same window', async () => {
  const { account } = await newTeam()
  const cost = (n: number) => ({ endpoint: 'dossier', records: 1, pageTurns: 1, companyId: company(n) })
  const one = await charge(pool(), account, cost(1), new Date(NOON + 5_000))
  const two = await charge(pool(), account, cost(2), new Date(NOON))
  const three = await charge(pool(), account, cost(3), new Date(NOON + 5_000))
  const ofApi = (used: Record<Limit, number>) => BUCKETS.map((bucket) => used[bucket])
  assert.deepEqual([one, two, three].map(usedBy).map(ofApi), [Array(6).fill(1), Array(6).fill(2), Array(6).fill(3)])
})

test('a company that was opened while the clock was ahead stays open after it is set back', async () => {
  const { account } = await newTeam()
  const cost = { endpoint: 'dossier', records: 1, companyId: company(8) }
  await charge(pool(), account, cost, new Date(NOON + 24 * HOUR))
  const verdicts = [
    await charge(pool(), account, { endpoint: 'search' }, new Date(NOON)),
    await charge(pool(), account, cost, new Date(NOON)),
  ]
  assert.deepEqual(
    verdicts.map((verdict) => usedBy(verdict).dailyCompanyDetail),
    [1, 1],
  )
})

test('the charge itself detects a revoked key and a changed plan', async () => {
  const { team, account, keyId } = await newTeam()
  await setPlan(db.pool('settings'), team.id, 'free')
  assert.equal((await charge(pool(), account, { endpoint: 'search' })).outcome, 'plan_changed')
  await setPlan(db.pool('settings'), team.id, 'pro')
  await revokeKey(db.pool('settings'), team.id, keyId)
  assert.equal((await charge(pool(), account, { endpoint: 'search' })).outcome, 'key_refused')
})

test('a page is charged once a day to the first member who sees it, in batches of two nodes as in single calls', async () => {
  const { team, account } = await newTeam()
  const owner = await personOf(team)
  const other = await newTeam()
  const show = (person: ChargedAccount, ids: number[]) => ({
    account: person,
    cost: { endpoint: 'search', companies: ids.map(company) },
    isGone: () => false,
  })
  const nodes = [new Budgets(pool()), new Budgets(pool())] as const
  const sent = [1, 2, 3, 4].flatMap((n) => nodes.map((node) => node.charge(show(owner, [n, n + 1, n + 1]))))
  const verdicts = await Promise.all([...sent, nodes[0].charge(show(await personOf(other.team), [1]))])
  assert.ok(verdicts.every(({ outcome }) => outcome === 'charged'))
  const used = usedBy(await charge(pool(), owner, { endpoint: 'search', companies: [company(5)] }))
  assert.deepEqual([used.dailyPeopleCompanies, used.dailyMemberCompanies], [5, 5])
  assert.deepEqual([used.dailyRequests, used.monthlyRecords, used.dailyCompanyDetail], [0, 0, 0])
  // A key opens one of them: that is charged only to the API.
  const opened = usedBy(await charge(pool(), account, { endpoint: 'dossier', records: 1, companyId: company(1) }))
  assert.deepEqual([opened.dailyRequests, opened.dailyCompanyDetail], [1, 1])
  assert.equal(usedBy(await readBudgets(pool(), owner)).dailyPeopleCompanies, 5)
})

test('a person who is not a member of the team is not charged, and gets nothing', async () => {
  const { team } = await newTeam()
  const stranger = await personOf((await newTeam()).team)
  const verdict = await charge(
    pool(),
    { ...stranger, teamId: team.id },
    { endpoint: 'search', companies: [company(1)] },
  )
  assert.equal(verdict.outcome, 'key_refused')
})

test("when the clock is set back, what people were shown is kept, and their day doesn't start again", async () => {
  const { team } = await newTeam()
  const owner = await personOf(team)
  const [ahead, now] = [new Date('2026-03-11T12:00:00Z'), new Date('2026-03-10T12:00:00Z')]
  const show = (ids: number[], at: Date) =>
    charge(pool(), owner, { endpoint: 'search', companies: ids.map(company) }, at).then(usedBy)
  await show([1], now)
  await show([1, 2, 3], ahead)
  assert.equal((await show([2, 4], now)).dailyMemberCompanies, 5)
  assert.equal((await show([1, 2, 3], ahead)).dailyMemberCompanies, 3, 'nothing of that day is left')
})

test('usage by day and endpoint is written with the charge', async () => {
  const { team, account } = await newTeam()
  await charge(pool(), account, { endpoint: 'search', records: 25 })
  await charge(pool(), account, { endpoint: 'search', records: 5 })
  const day = await one(pool(), `select endpoint, requests, records from usage_daily where team_id = $1`, [team.id])
  assert.deepEqual(day, { endpoint: 'search', requests: 2, records: 30 })
})

test('billing months are counted from the anchor, clamped in short months, and do not drift', async () => {
  const table: [string, string, string, string][] = [
    ['2026-01-31T10:00:00Z', '2026-02-28T09:59:59Z', '2026-01-31T10:00:00Z', '2026-02-28T10:00:00Z'],
    ['2026-01-31T10:00:00Z', '2026-02-28T10:00:00Z', '2026-02-28T10:00:00Z', '2026-03-31T10:00:00Z'],
    ['2026-01-31T10:00:00Z', '2026-03-30T00:00:00Z', '2026-02-28T10:00:00Z', '2026-03-31T10:00:00Z'],
    ['2024-01-30T00:00:00Z', '2024-02-29T12:00:00Z', '2024-02-29T00:00:00Z', '2024-03-30T00:00:00Z'],
    ['2025-12-15T08:00:00Z', '2026-01-01T00:00:00Z', '2025-12-15T08:00:00Z', '2026-01-15T08:00:00Z'],
    ['2026-05-10T00:00:00Z', '2026-05-01T00:00:00Z', '2026-04-10T00:00:00Z', '2026-05-10T00:00:00Z'],
  ]
  for (const [anchor, at, start, end] of table) {
    const month = await one<{ from: Date; to: Date }>(
      pool(),
      `select month_start as from, month_end as to from billing_month($1, $2)`,
      [anchor, at],
    )
    assert.deepEqual([month.from, month.to], [new Date(start), new Date(end)], `${anchor} at ${at}`)
  }
})
