// Charges of many teams in one process, while other connections hold locks on some of their rows.

import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { openTestDatabase } from '../../../test/harness/database.ts'
import { type Database, isUnavailable, type Queryable } from '../../db/index.ts'
import { createTeam } from '../teams/index.ts'
import { Budgets, type PendingCharge } from './budgets.ts'
import { type ChargedAccount, charge, readBudgets } from './charge.ts'

let db: Database
let teamCount = 0
before(async () => {
  db = await openTestDatabase()
})

/** Longer than any test takes. */
const PATIENT = { lockWaitMs: 600_000 }
const COST = { endpoint: 'search' }
const present = (account: ChargedAccount): PendingCharge => ({ account, cost: COST, isGone: () => false })

async function newTeams(count: number): Promise<ChargedAccount[]> {
  return Promise.all(
    Array.from({ length: count }, async () => {
      const owner = { email: `owner${teamCount++}@example.com`, password: 'a password' }
      const { id: teamId } = await createTeam(db, { name: 'Team', plan: 'pro' }, owner)
      return { teamId, plan: 'pro' as const }
    }),
  )
}

/** Teams that have been charged once, so each has a row. */
async function chargedTeams(count: number): Promise<ChargedAccount[]> {
  const accounts = await newTeams(count)
  for (const account of accounts) await charge(db.pool('charge'), account, COST)
  return accounts
}

/** The charge pool, with the number of queries sent and the maximum that ran at once. */
function watchedPool() {
  const counts = { sent: 0, running: 0, mostAtOnce: 0 }
  const pool: Queryable = {
    query: async (sql, values) => {
      counts.sent++
      counts.running++
      counts.mostAtOnce = Math.max(counts.mostAtOnce, counts.running)
      return db
        .pool('charge')
        .query(sql as never, values as unknown[])
        .finally(() => counts.running--) as never
    },
  }
  return { pool, counts }
}

/** Runs work while another connection holds a row of each of these teams. */
function whileLocked(table: 'team_usage' | 'teams', accounts: readonly ChargedAccount[], work: () => Promise<void>) {
  return db.transaction('settings', async (tx) => {
    const id = table === 'teams' ? 'id' : 'team_id'
    const teamIds = accounts.map(({ teamId }) => teamId)
    await tx.query(`select from ${table} where ${id} = any($1) for update`, [teamIds])
    await work()
  })
}

async function until(isSo: () => boolean): Promise<void> {
  for (let tries = 0; tries < 2_000 && !isSo(); tries++) await sleep(5)
  assert.ok(isSo())
}

const usedBy = async (account: ChargedAccount) => {
  const state = await readBudgets(db.pool('charge'), account)
  assert.ok('buckets' in state)
  return state.buckets.monthlyRequests.used
}

test('teams whose usage row is locked wait separately: charges of all other teams continue', async () => {
  const [locked, free] = [await chargedTeams(10), await chargedTeams(3)]
  const { pool, counts } = watchedPool()
  const budgets = new Budgets(pool, PATIENT)
  let settled = 0
  let waiting: Promise<string>[] = []
  await whileLocked('team_usage', locked, async () => {
    waiting = locked.map(async (account) => {
      const { outcome } = await budgets.charge(present(account)).finally(() => settled++)
      return outcome
    })
    for (let round = 0; round < 5; round++) {
      const verdicts = await Promise.all(free.map((account) => budgets.charge(present(account))))
      assert.deepEqual(new Set(verdicts.map(({ outcome }) => outcome)), new Set(['charged']))
    }
    assert.equal(settled, 0, 'the locked ones still wait')
    // Two batches, and two connections that wait for rows.
    assert.ok(counts.mostAtOnce <= 4, `${counts.mostAtOnce} queries at once`)
  })
  assert.deepEqual(new Set(await Promise.all(waiting)), new Set(['charged']))
  assert.deepEqual(await Promise.all([...locked, ...free].map(usedBy)), [...Array(10).fill(2), ...Array(3).fill(6)])
})

test('a team that waits for another row than its usage, as while it is deleted, does not delay the others', async () => {
  const [locked, free] = [await newTeams(2), await newTeams(2)]
  const budgets = new Budgets(db.pool('charge'), PATIENT)
  let settled = 0
  let waiting: Promise<unknown>[] = []
  await whileLocked('teams', locked, async () => {
    waiting = locked.map((account) => budgets.charge(present(account)).finally(() => settled++))
    for (let round = 0; round < 3; round++) {
      const verdicts = await Promise.all(free.map((account) => budgets.charge(present(account))))
      assert.deepEqual(
        verdicts.map(({ outcome }) => outcome),
        ['charged', 'charged'],
      )
    }
    assert.equal(settled, 0, 'the locked ones still wait')
  })
  await Promise.all(waiting)
  assert.deepEqual(await Promise.all([...locked, ...free].map(usedBy)), [1, 1, 3, 3])
})

test('a team whose row stays locked fails as unavailable and is not charged, and is charged again afterwards', async () => {
  const [account] = (await chargedTeams(1)) as [ChargedAccount]
  const budgets = new Budgets(db.pool('charge'), { lockWaitMs: 1 })
  await whileLocked('team_usage', [account], async () => {
    const charges = [1, 2, 3].map(() => budgets.charge(present(account)))
    for (const { reason } of (await Promise.allSettled(charges)) as PromiseRejectedResult[]) {
      assert.ok(isUnavailable(reason), String(reason))
    }
  })
  assert.equal(await usedBy(account), 1)
  assert.equal((await budgets.charge(present(account))).outcome, 'charged')
})

test('a client that leaves while its team waits for a locked row is not charged', async () => {
  const [account] = (await chargedTeams(1)) as [ChargedAccount]
  const { pool, counts } = watchedPool()
  const budgets = new Budgets(pool, PATIENT)
  let gone = false
  await whileLocked('team_usage', [account], async () => {
    const waiting = budgets.charge({ ...present(account), isGone: () => gone })
    await until(() => counts.sent >= 2)
    gone = true
    assert.equal((await waiting).outcome, 'gone')
  })
  assert.equal(await usedBy(account), 1)
})

test('only the requests of a batch whose clients are still connected are charged', async () => {
  const accounts = await chargedTeams(6)
  const { pool, counts } = watchedPool()
  const budgets = new Budgets(pool)
  // The first two run immediately; the others queue up behind them and go out as one batch.
  const left = new Set<ChargedAccount>()
  const charges = accounts.map((account) => budgets.charge({ account, cost: COST, isGone: () => left.has(account) }))
  await until(() => counts.sent >= 2)
  for (const account of accounts.slice(4)) left.add(account)
  const outcomes = (await Promise.all(charges)).map(({ outcome }) => outcome)
  assert.deepEqual(outcomes, ['charged', 'charged', 'charged', 'charged', 'gone', 'gone'])
  assert.deepEqual(await Promise.all(accounts.map(usedBy)), [2, 2, 2, 2, 1, 1])
})
