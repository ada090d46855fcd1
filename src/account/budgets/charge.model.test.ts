// The charge against a model of plain objects, in virtual time. Random programs consist of charges (some of them
// concurrent, on several connections), waits until the end, or just before the end, of a minute, day or month,
// revocations, changes of plan and limits, and updates from the billing provider. Keys are charged to the budgets of the
// API, people to their own. After every step all budgets must equal those of the model. `npm run soak:budgets` runs ten times as many programs.

import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import pg from 'pg'
import { ANCHOR, BudgetModel, DAY } from '../../../test/harness/budget-model.ts'
import { cleanup } from '../../../test/harness/cleanup.ts'
import { createDatabase } from '../../../test/harness/database.ts'
import fc from '../../../test/harness/fast-check.ts'
import { one } from '../../db/index.ts'
import { CHARGED_LIMITS } from '../plans/index.ts'
import { type BudgetState, type ChargeVerdict, type Cost, charge, readBudgets } from './charge.ts'

const PROGRAMS = Number(process.env.BUDGET_PROGRAMS ?? 200)

/** The charges of a program run on the first connection, those of a burst on all of them concurrently. */
const clients: pg.Client[] = []
/** The members of every team. */
const people: string[] = []
let keyCount = 0

before(async () => {
  const connectionString = await createDatabase()
  for (let i = 0; i < 4; i++) {
    const client = new pg.Client({ connectionString })
    await client.connect()
    // Nothing here has to survive a server crash.
    await client.query('set synchronous_commit = off')
    clients.push(client)
    cleanup(() => client.end())
  }
  for (const name of ['owner', 'member']) {
    const account = await one<{ id: string }>(
      db(),
      `insert into accounts (email, password_hash) values ($1, '') returning id`,
      [`${name}@example.com`],
    )
    people.push(account.id)
  }
})

const db = () => clients[0] as pg.Client
const company = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`

const cost = fc.record({
  records: fc.oneof(fc.nat(3), fc.nat(60)),
  pageTurns: fc.nat(1),
  company: fc.option(fc.nat(6), { nil: undefined }),
})
const shown = { person: fc.nat(1), companies: fc.array(fc.nat(12), { maxLength: 8 }) }
const steps = fc.array(
  fc.oneof(
    { weight: 6, arbitrary: fc.record({ do: fc.constant('show' as const), ms: fc.nat(4_000), ...shown }) },
    {
      weight: 1,
      arbitrary: fc.record({
        do: fc.constant('show at once' as const),
        ...shown,
        times: fc.integer({ min: 2, max: 4 }),
      }),
    },
    {
      weight: 12,
      arbitrary: fc.record({ do: fc.constant('charge' as const), ms: fc.nat(4_000), cost, key: fc.nat(1) }),
    },
    {
      weight: 2,
      arbitrary: fc.record({ do: fc.constant('burst' as const), cost, times: fc.integer({ min: 2, max: 6 }) }),
    },
    {
      weight: 2,
      arbitrary: fc.record({ do: fc.constant('wait' as const), ms: fc.constantFrom(59_000, 3_600_000, 15 * DAY) }),
    },
    {
      weight: 3,
      arbitrary: fc.record({
        do: fc.constant('edge' as const),
        of: fc.constantFrom('minute' as const, 'day' as const, 'month' as const),
        before: fc.constantFrom(0, 1, 1_000),
      }),
    },
    {
      weight: 3,
      arbitrary: fc.record({
        do: fc.constant('limit' as const),
        bucket: fc.constantFrom(...CHARGED_LIMITS),
        limit: fc.option(fc.oneof(fc.nat(3), fc.nat(40)), { freq: 5 }),
      }),
    },
    { weight: 1, arbitrary: fc.record({ do: fc.constant('revoke' as const), key: fc.nat(1) }) },
    { weight: 1, arbitrary: fc.record({ do: fc.constant('renew key' as const), key: fc.nat(1) }) },
    {
      weight: 1,
      arbitrary: fc.record({
        do: fc.constant('plan' as const),
        plan: fc.constantFrom('free' as const, 'pro' as const),
      }),
    },
    {
      weight: 1,
      arbitrary: fc.record({
        do: fc.constant('provider update' as const),
        agoSeconds: fc.oneof(fc.constant(0), fc.nat(20 * 86_400)),
        days: fc.constantFrom(14, 28, 31, 365),
      }),
    },
  ),
  { minLength: 4, maxLength: 24 },
)
type Step = typeof steps extends fc.Arbitrary<(infer T)[]> ? T : never

class Program {
  readonly model = new BudgetModel()
  readonly #teamId: string
  readonly #keys: string[]
  #at: number

  constructor(teamId: string, keys: string[], at: number) {
    this.#teamId = teamId
    this.#keys = keys
    this.#at = at
  }

  async run(step: Step): Promise<void> {
    const { model } = this
    const at = this.#at
    switch (step.do) {
      case 'charge':
        this.#at += step.ms
        return this.#charge(step.key, costOf(step.cost))
      case 'burst':
        return this.#burst(costOf(step.cost), step.times)
      case 'show':
        this.#at += step.ms
        return this.#show(step.person, step.companies.map(company))
      case 'show at once':
        return this.#showAtOnce(step.person, step.companies.map(company), step.times)
      case 'wait':
        this.#at += step.ms
        return
      case 'edge': {
        const edges = {
          minute: model.resets(at).perMinute * 1_000,
          day: model.resets(at).dailyRequests * 1_000,
          month: model.month(at).end,
        }
        this.#at = Math.max(at, edges[step.of] - step.before)
        return
      }
      case 'limit':
        if (step.limit === null) delete model.overrides[step.bucket]
        else model.overrides[step.bucket] = step.limit
        await db().query(
          step.limit === null
            ? `delete from team_limits where team_id = $1 and bucket = $2 and $3::int is null`
            : `insert into team_limits (team_id, bucket, "limit") values ($1, $2, $3) on conflict (team_id, bucket) do update set "limit" = $3`,
          [this.#teamId, step.bucket, step.limit],
        )
        return
      case 'revoke':
        model.keysValid[step.key] = false
        await db().query(`update api_keys set revoked_at = now() where id = $1`, [this.#keys[step.key]])
        return
      case 'renew key': {
        model.keysValid[step.key] = true
        this.#keys[step.key] = await newKey(this.#teamId)
        return
      }
      case 'plan':
        model.plan = step.plan
        await db().query(`update teams set plan = $2 where id = $1`, [this.#teamId, step.plan])
        return
      case 'provider update': {
        const start = Math.floor(at / 1_000) * 1_000 - step.agoSeconds * 1_000
        const period = { start, end: start + step.days * DAY, divided: step.days === 365 }
        model.period = period
        await db().query(
          `insert into team_billing (team_id, provider, customer_id, period_start, period_end, anchor, divided)
           values ($1, 'stripe', $2, $3, $4, $3, $5)
           on conflict (team_id) do update set period_start = $3, period_end = $4, anchor = $3, divided = $5`,
          [this.#teamId, this.#teamId, new Date(period.start), new Date(period.end), period.divided],
        )
      }
    }
  }

  async #charge(key: number, cost: Cost): Promise<void> {
    const expected = this.model.charge(this.#at, key, cost)
    const verdict = await this.#send(db(), key, cost)
    assert.equal(outcomeOf(verdict), expected)
    if ('buckets' in verdict) this.#compareWith(verdict)
  }

  /** Equal costs at one moment: in any order, as many fit as would fit sequentially. */
  async #burst(cost: Cost, times: number): Promise<void> {
    const expected = Array.from({ length: times }, () => this.model.charge(this.#at, 0, cost))
    const sent = expected.map((_, i) => this.#send(clients[i % clients.length] as pg.Client, 0, cost))
    const verdicts = (await Promise.all(sent)).map(outcomeOf)
    const count = (of: string[]) => of.filter((outcome) => outcome === 'charged').length
    assert.equal(count(verdicts), count(expected))
  }

  async #show(person: number, companies: readonly string[]): Promise<void> {
    const expected = this.model.show(this.#at, person, companies)
    const verdict = await this.#sendShown(db(), person, companies)
    assert.equal(outcomeOf(verdict), expected)
    if ('buckets' in verdict) this.#compareWith(verdict, person)
  }

  /** The same page, opened several times at one moment, is charged once: all or none of them get it. */
  async #showAtOnce(person: number, companies: readonly string[], times: number): Promise<void> {
    const expected = Array.from({ length: times }, () => this.model.show(this.#at, person, companies))
    const sent = expected.map((_, i) => this.#sendShown(clients[i % clients.length] as pg.Client, person, companies))
    assert.deepEqual((await Promise.all(sent)).map(outcomeOf), expected)
  }

  #sendShown(client: pg.Client, person: number, companies: readonly string[]): Promise<ChargeVerdict> {
    const account = { teamId: this.#teamId, memberId: people[person] as string, plan: 'pro' as const }
    return charge(client, account, { endpoint: 'search', companies }, new Date(this.#at))
  }

  #send(client: pg.Client, key: number, cost: Cost): Promise<ChargeVerdict> {
    const account = { teamId: this.#teamId, keyId: this.#keys[key] as string, plan: 'pro' as const }
    return charge(client, account, cost, new Date(this.#at))
  }

  async compare(): Promise<void> {
    const { model } = this
    const account = { teamId: this.#teamId, plan: model.plan, memberId: people[0] as string }
    const state = await readBudgets(db(), account, new Date(this.#at))
    assert.ok('buckets' in state)
    this.#compareWith(state, 0)
    assert.equal(state.provisional, model.period !== undefined && this.#at >= model.period.end)
  }

  #compareWith({ buckets, monthStart }: BudgetState, person?: number): void {
    const { model } = this
    const at = this.#at
    const [used, limits, resets] = [model.used(at, person), model.limits(), model.resets(at)]
    for (const bucket of CHARGED_LIMITS) {
      const found = [buckets[bucket].used, buckets[bucket].limit, buckets[bucket].resetUnix]
      assert.deepEqual(found, [used[bucket], limits[bucket], resets[bucket]], bucket)
    }
    assert.equal(monthStart.getTime(), model.month(at).start)
  }
}

const outcomeOf = (verdict: ChargeVerdict) => (verdict.outcome === 'full' ? verdict.bucket : verdict.outcome)

const costOf = ({
  company: n,
  ...rest
}: {
  records: number
  pageTurns: number
  company?: number | undefined
}): Cost => ({
  endpoint: 'search',
  ...rest,
  ...(n !== undefined && { companyId: company(n) }),
})

async function newKey(teamId: string): Promise<string> {
  const key = await one<{ id: string }>(
    db(),
    `insert into api_keys (team_id, name, hash, prefix, last_four) values ($1, 'Key', sha256($2::text::bytea), 'psk_', '')
     returning id`,
    [teamId, `key ${keyCount++}`],
  )
  return key.id
}

async function newProgram(at: number): Promise<Program> {
  const team = await one<{ id: string }>(
    db(),
    `with made as (insert into teams (name, plan, billing_anchor) values ('Team', 'pro', $1) returning id)
     insert into team_members (team_id, account_id, role) select made.id, a.id, 'owner' from made, unnest($2::uuid[]) a (id)
     returning team_id as id`,
    [new Date(ANCHOR), people],
  )
  return new Program(team.id, [await newKey(team.id), await newKey(team.id)], at)
}

test(`in ${PROGRAMS} random programs the budgets equal those of the model after every step`, async () => {
  const start = fc.nat(120 * 86_400).map((seconds) => ANCHOR + seconds * 1_000 + 250)
  await fc.assert(
    fc.asyncProperty(steps, start, async (program, at) => {
      const running = await newProgram(at)
      for (const step of program) {
        await running.run(step)
        // A charge already returns and compares the budgets.
        if (step.do !== 'charge' && step.do !== 'show' && step.do !== 'limit') await running.compare()
      }
    }),
    { numRuns: PROGRAMS },
  )
})
