import { columns, many, one, type Queryable, type Statement } from '../../db/index.ts'
import { CHARGED_LIMITS, type ChargedLimit, PLANS, type PlanName } from '../plans/index.ts'

/** The cost of a request, besides the request itself. */
export interface Cost {
  readonly endpoint: string
  readonly records?: number
  readonly pageTurns?: number
  /** The company whose dossier is opened. */
  readonly companyId?: string
  /**
   * The companies on a page. People are charged for those that their team wasn't shown today; for keys, `records`
   * counts.
   */
  readonly companies?: readonly string[]
}

interface BucketState {
  readonly limit: number
  readonly used: number
  readonly remaining: number
  /** Unix seconds. */
  readonly resetUnix: number
  /** An operator changed the limit for this team. */
  readonly overridden: boolean
}

export interface BudgetState {
  readonly buckets: Readonly<Record<ChargedLimit, BucketState>>
  readonly monthStart: Date
  /** The database's clock, in Unix seconds with a fraction. */
  readonly nowUnix: number
}

export type ChargeVerdict =
  | ({ readonly outcome: 'charged' | 'seen' } & BudgetState)
  | ({ readonly outcome: 'full'; readonly bucket: ChargedLimit } & BudgetState)
  /**
   * The key was revoked or has expired, the person is no longer a member, or the team's plan isn't the one that the
   * caller assumed.
   */
  | { readonly outcome: 'key_refused' | 'plan_changed' }
  /** Nothing was charged: another transaction has locked the team's row, or the client has disconnected. */
  | { readonly outcome: 'locked' | 'gone' }

export interface ChargedAccount {
  readonly teamId: string
  readonly keyId?: string
  /** The person on the screen whose allowance is charged instead of the API's budgets. Without one it reads as unused. */
  readonly memberId?: string
  readonly plan: PlanName
}

interface ChargeRow {
  outcome: ChargeVerdict['outcome']
  refused: number | null
  limits: number[]
  overridden: boolean[]
  used: number[]
  resets: number[]
  monthStart: Date
  nowUnix: number
  provisional?: boolean
  [key: string]: unknown
}

export interface Charge {
  readonly account: ChargedAccount
  readonly cost: Cost
}

/** Charges one request: all budgets or none. For tests and benchmarks; the server charges in batches (chargeAll). */
export async function charge(db: Queryable, account: ChargedAccount, cost: Cost, at?: Date): Promise<ChargeVerdict> {
  return verdictOf(await callUseBudgets(db, account, true, cost, 1, at))
}

/**
 * Charges several requests in one round trip and with one flush to disk. With 64 callers this took half of the
 * processor time of one call each. Each request gets its own verdict. A team whose row another transaction has locked
 * is `locked` and delays no other team. Only a database error rolls back the batch. A team occurs only once in a batch:
 * a second charge would find a row changed by the same statement, and count as locked too.
 */
export async function chargeAll(db: Queryable, charges: readonly Charge[]): Promise<ChargeVerdict[]> {
  const limits = charges.flatMap(({ account }) => planLimits(account))
  const rows = await many<ChargeRow & { n: number }>(db, CHARGE_ALL, [limits, ...CHARGES.values(charges)])
  const verdicts: ChargeVerdict[] = []
  for (const row of rows) verdicts[row.n - 1] = verdictOf(row)
  return verdicts
}

/** Charges one request and waits for the team's row for a short time; then it fails with LOCK_NOT_AVAILABLE. */
export async function chargeWaiting(db: Queryable, { account, cost }: Charge): Promise<ChargeVerdict> {
  return verdictOf(await callUseBudgets(db, account, true, cost, 1, undefined, CHARGE_WAITING))
}

const planLimits = ({ plan }: ChargedAccount) => CHARGED_LIMITS.map((limit) => PLANS[plan].limits[limit])

/** Keys are charged for records, so the companies of their pages aren't sent. */
const companiesOf = ({ memberId }: ChargedAccount, { companies = [] }: Cost) =>
  memberId === undefined ? [] : companies

/** Checks whether the cost would fit now, without charging it. */
export async function peek(db: Queryable, account: ChargedAccount, cost: Cost, at?: Date): Promise<ChargeVerdict> {
  return verdictOf(await callUseBudgets(db, account, false, cost, 1, at))
}

/** The current state of the budgets. Provisional: the billing provider hasn't confirmed the month yet. */
export async function readBudgets(
  db: Queryable,
  account: ChargedAccount,
  at?: Date,
): Promise<ChargeVerdict & { readonly provisional: boolean }> {
  const row = await callUseBudgets(db, account, false, { endpoint: '' }, 0, at, READ_BUDGETS)
  return { ...verdictOf(row), provisional: row.provisional ?? false }
}

const VERDICT = `outcome, refused, limits::float8[], overridden, used::float8[], resets::float8[],
  month_start as "monthStart", now_unix as "nowUnix"`

const ARGUMENTS = '$2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13'
const USE_BUDGETS = {
  name: 'use_budgets',
  text: `select ${VERDICT} from use_team_budgets($1, ${ARGUMENTS})`,
}
/** For this statement only. Everything that uses `bounded` runs after it is set. */
const LOCK_TIMEOUT = `(select set_config('lock_timeout', '100', true) is not null as bounded) s`
const CHARGE_WAITING = {
  name: 'charge_waiting',
  text: `select ${VERDICT}
           from ${LOCK_TIMEOUT}
          cross join lateral use_team_budgets(case when bounded then $1::uuid end, ${ARGUMENTS})`,
}
const READ_BUDGETS = {
  name: 'read_budgets',
  text: `select ${VERDICT},
                (select m.provisional from teams t left join team_billing b on b.team_id = t.id,
                        team_month(t.billing_anchor, b, to_timestamp(now_unix)) m
                  where t.id = $1) as provisional
           from use_team_budgets($1, ${ARGUMENTS})`,
}
/** After $1, the plan limits of all charges in one array: all limits of each charge, in its order. */
const CHARGES = columns<Charge>(2, {
  team: ['uuid', ({ account }) => account.teamId],
  key: ['uuid', ({ account }) => account.keyId ?? null],
  member: ['uuid', ({ account }) => account.memberId ?? null],
  plan: ['text', ({ account }) => account.plan],
  endpoint: ['text', ({ cost }) => cost.endpoint],
  records: ['int', ({ cost }) => cost.records ?? 0],
  page_turns: ['int', ({ cost }) => cost.pageTurns ?? 0],
  company: ['uuid', ({ cost }) => cost.companyId ?? null],
  // An array of arrays can't have rows of different lengths.
  companies: ['text', ({ account, cost }) => companiesOf(account, cost).join()],
})
/**
 * use_team_budgets waits for the team's row, so it is called without a team if the row can't be locked immediately. It
 * may still wait for another row, such as that of a team being deleted: the timeout limits that.
 */
const CHARGE_ALL = {
  name: 'charge_all',
  text: `select c.n, case when free.team is null then 'locked' else outcome end as outcome, refused, limits::float8[],
                overridden, used::float8[], resets::float8[], month_start as "monthStart", now_unix as "nowUnix"
           from ${LOCK_TIMEOUT}
          cross join (select * from ${CHARGES.as('given', 'n')} order by team, n) c
           left join lateral (
             select team_id from team_usage where team_id = c.team and bounded for update skip locked
           ) locked on true
          cross join lateral (
             select case when locked.team_id is not null or not exists (select from team_usage u where u.team_id = c.team)
                         then c.team end as team
           ) free
          cross join lateral use_team_budgets(free.team, c.key, c.member, c.plan,
            ($1::int[])[c.n * ${CHARGED_LIMITS.length} - ${CHARGED_LIMITS.length - 1} : c.n * ${CHARGED_LIMITS.length}],
            true, c.endpoint, 1, c.records, c.page_turns, c.company, string_to_array(c.companies, ',')::uuid[], null)`,
}

function callUseBudgets(
  db: Queryable,
  account: ChargedAccount,
  charging: boolean,
  cost: Cost,
  requests: number,
  at?: Date,
  statement: Statement = USE_BUDGETS,
): Promise<ChargeRow> {
  const { endpoint, records = 0, pageTurns = 0, companyId = null } = cost
  return one<ChargeRow>(db, statement, [
    account.teamId,
    account.keyId ?? null,
    account.memberId ?? null,
    account.plan,
    planLimits(account),
    charging,
    endpoint,
    requests,
    records,
    pageTurns,
    companyId,
    companiesOf(account, cost),
    at ?? null,
  ])
}

function verdictOf(row: ChargeRow): ChargeVerdict {
  const { outcome } = row
  if (outcome === 'key_refused' || outcome === 'plan_changed' || outcome === 'locked' || outcome === 'gone') {
    return { outcome }
  }
  const state = { buckets: bucketsOf(row), monthStart: row.monthStart, nowUnix: row.nowUnix }
  if (outcome !== 'full') return { outcome, ...state }
  return { outcome: 'full', bucket: CHARGED_LIMITS[(row.refused ?? 1) - 1] ?? 'perMinute', ...state }
}

function bucketsOf({ limits, used, resets, overridden }: ChargeRow): Record<ChargedLimit, BucketState> {
  const states = CHARGED_LIMITS.map((bucket, i) => {
    const [limit = 0, usedSoFar = 0, resetUnix = 0] = [limits[i], used[i], resets[i]]
    // An operator may set a limit below what is already used.
    return [
      bucket,
      {
        limit,
        used: usedSoFar,
        remaining: Math.max(0, limit - usedSoFar),
        resetUnix,
        overridden: overridden[i] ?? false,
      },
    ]
  })
  return Object.fromEntries(states) as Record<ChargedLimit, BucketState>
}
