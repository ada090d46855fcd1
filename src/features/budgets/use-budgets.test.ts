// The charge against a model, in virtual time, and under real concurrency.

import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import fc from 'fast-check'
import { openTestDatabase } from '../../../test/harness/database.ts'
import { type Database, one } from '../../db/index.ts'
import { createKey, revokeKey } from '../keys/index.ts'
import { createTeam, setLimitOverride, setPlan, type Team } from '../teams/index.ts'
import { type Account, BUCKETS, type Bucket, charge, type Draw, PLANS, peek, readBudgets } from './index.ts'

let db: Database
let made = 0
before(async () => {
  db = await openTestDatabase()
})
const pool = () => db.pool('charge')

const ANCHOR = new Date('2026-01-31T10:00:00Z')

async function newTeam(): Promise<{ team: Team; account: Account; keyId: string }> {
  const owner = { email: `owner${made++}@example.com`, password: 'a password' }
  const team = await createTeam(db, { name: 'Team', plan: 'pro', billingAnchor: ANCHOR }, owner)
  const { id: keyId } = await createKey(db.pool('settings'), team.id, { name: 'Key' })
  return { team, keyId, account: { teamId: team.id, keyId, plan: 'pro' } }
}

const company = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`

/** The budgets as the specification words them, over the list of what was charged. */
class Model {
  readonly limits: Record<Bucket, number> = { ...PLANS.pro.limits }
  #charged: { at: number; draw: Draw }[] = []

  used(at: number): Record<Bucket, number> {
    const second = Math.floor(at / 1_000)
    const day = Math.floor(at / 86_400_000)
    const month = monthStart(at)
    const inMinute = this.#charged.filter((each) => Math.floor(each.at / 1_000) >= second - 60)
    const inDay = this.#charged.filter((each) => Math.floor(each.at / 86_400_000) === day)
    const inMonth = this.#charged.filter((each) => each.at >= month)
    const sum = (of: (draw: Draw) => number) => inMonth.reduce((total, { draw }) => total + of(draw), 0)
    return {
      perMinute: inMinute.length,
      dailyRequests: inDay.length,
      monthlyRequests: inMonth.length,
      monthlyRecords: sum(({ records = 0 }) => records),
      monthlyPageTurns: sum(({ pageTurns = 0 }) => pageTurns),
      dailyCompanyDetail: new Set(inDay.flatMap(({ draw }) => draw.companyId ?? [])).size,
    }
  }

  /** Whether it fits; if so it is charged. */
  charge(at: number, draw: Draw): boolean {
    const now = this.used(at)
    this.#charged.push({ at, draw })
    const then = this.used(at)
    const fits = BUCKETS.every((bucket) => then[bucket] === now[bucket] || then[bucket] <= this.limits[bucket])
    if (!fits) this.#charged.pop()
    return fits
  }
}

/** Months from the 31st of January, 10:00 UTC, clamped to short months. */
function monthStart(at: number): number {
  let start = ANCHOR.getTime()
  for (let months = 1; ; months++) {
    const lastDay = new Date(Date.UTC(2026, months + 1, 0)).getUTCDate()
    const next = Date.UTC(2026, months, Math.min(31, lastDay), 10)
    if (next > at) return start
    start = next
  }
}

const steps = fc.array(
  fc.oneof(
    {
      weight: 12,
      arbitrary: fc.record({
        do: fc.constant('charge' as const),
        ms: fc.nat(4_000),
        records: fc.nat(60),
        pageTurns: fc.nat(1),
        company: fc.option(fc.nat(6)),
      }),
    },
    {
      weight: 2,
      arbitrary: fc.record({
        do: fc.constant('wait' as const),
        ms: fc.constantFrom(59_000, 60_000, 61_000, 3_600_000, 43_200_000, 86_400_000, 15 * 86_400_000),
      }),
    },
    {
      weight: 2,
      arbitrary: fc.record({
        do: fc.constant('limit' as const),
        bucket: fc.constantFrom(...BUCKETS),
        limit: fc.nat(40),
      }),
    },
  ),
  { minLength: 5, maxLength: 60 },
)

test('whatever is charged, waited for and limited, the counters are those of the model', async () => {
  await fc.assert(
    fc.asyncProperty(steps, fc.nat(120 * 86_400), async (program, startSeconds) => {
      const { team, account } = await newTeam()
      const model = new Model()
      let at = ANCHOR.getTime() + startSeconds * 1_000 + 250
      for (const step of program) {
        if (step.do === 'wait') at += step.ms
        else if (step.do === 'limit') {
          model.limits[step.bucket] = step.limit
          await setLimitOverride(db.pool('settings'), team.id, step.bucket, step.limit)
        } else {
          at += step.ms
          const draw = {
            endpoint: 'search',
            records: step.records,
            pageTurns: step.pageTurns,
            ...(step.company !== null && { companyId: company(step.company) }),
          }
          const fits = model.charge(at, draw)
          const verdict = await charge(pool(), account, draw, new Date(at))
          assert.equal(verdict.outcome, fits ? 'charged' : 'full')
        }
        const state = await readBudgets(pool(), account, new Date(at))
        assert.ok('buckets' in state)
        const used = model.used(at)
        for (const bucket of BUCKETS) {
          assert.equal(state.buckets[bucket].used, used[bucket], bucket)
          assert.equal(state.buckets[bucket].limit, model.limits[bucket], bucket)
        }
        assert.equal(state.monthStart.getTime(), monthStart(at))
      }
    }),
    { numRuns: Number(process.env.SOAK_ROUNDS ?? 0) > 0 ? 300 : 25 },
  )
})

test('200 requests of one team at once: exactly 20 pass, and nothing is over', async () => {
  const { account } = await newTeam()
  const verdicts = await Promise.all(
    Array.from({ length: 200 }, () => charge(pool(), account, { endpoint: 'search', records: 1 })),
  )
  assert.equal(verdicts.filter(({ outcome }) => outcome === 'charged').length, 20)
  const refused = verdicts.filter((verdict) => verdict.outcome === 'full')
  assert.equal(refused.length, 180)
  for (const { bucket, buckets } of refused) {
    assert.equal(bucket, 'perMinute')
    assert.equal(buckets.perMinute.used, 20)
    assert.equal(buckets.monthlyRecords.used, 20)
  }
})

test('32 opens of one new company at once count it once', async () => {
  const { team, account } = await newTeam()
  await setLimitOverride(db.pool('settings'), team.id, 'perMinute', 100)
  const draw = { endpoint: 'dossier', records: 1, companyId: company(1) }
  const verdicts = await Promise.all(Array.from({ length: 32 }, () => charge(pool(), account, draw)))
  assert.ok(verdicts.every(({ outcome }) => outcome === 'charged'))
  const state = await readBudgets(pool(), account)
  assert.ok('buckets' in state)
  assert.equal(state.buckets.dailyCompanyDetail.used, 1)
  assert.equal(state.buckets.monthlyRecords.used, 32)
})

test('a refused open leaves no trace', async () => {
  const { team, account } = await newTeam()
  await setLimitOverride(db.pool('settings'), team.id, 'monthlyRecords', 0)
  const draw = { endpoint: 'dossier', records: 1, companyId: company(2) }
  assert.equal((await charge(pool(), account, draw)).outcome, 'full')
  const traces = await one(
    pool(),
    `select (select count(*) from opened_companies where team_id = $1) as opened, (select count(*) from usage_daily where team_id = $1) as days`,
    [team.id],
  )
  assert.deepEqual(traces, { opened: 0, days: 0 })
})

test('of several full budgets the one that resets last is told', async () => {
  const { team, account } = await newTeam()
  for (const bucket of ['perMinute', 'dailyRequests', 'monthlyRequests'] as const) {
    await setLimitOverride(db.pool('settings'), team.id, bucket, 0)
  }
  const verdict = await peek(pool(), account, { endpoint: 'filters' })
  assert.ok(verdict.outcome === 'full')
  assert.equal(verdict.bucket, 'monthlyRequests')
})

test('a revoked key and a changed plan are noticed by the charge itself', async () => {
  const { team, account, keyId } = await newTeam()
  await setPlan(db.pool('settings'), team.id, 'free')
  assert.equal((await charge(pool(), account, { endpoint: 'search' })).outcome, 'plan_changed')
  await setPlan(db.pool('settings'), team.id, 'pro')
  await revokeKey(db.pool('settings'), team.id, keyId)
  assert.equal((await charge(pool(), account, { endpoint: 'search' })).outcome, 'key_refused')
})

test('the usage by day and endpoint is written with the charge', async () => {
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
