import { one, type Queryable, type Statement } from '../../db/index.ts'
import { BUCKETS, type Bucket, PLANS, type PlanName } from './plans.ts'

/** What a request draws on, beside the request itself. */
export interface Draw {
  readonly endpoint: string
  readonly records?: number
  readonly pageTurns?: number
  /** The company whose dossier is opened. */
  readonly companyId?: string
}

export interface BucketState {
  readonly limit: number
  readonly used: number
  readonly remaining: number
  /** Unix seconds. */
  readonly resetUnix: number
  /** An operator changed the limit for this team. */
  readonly overridden: boolean
}

export interface BudgetState {
  readonly buckets: Readonly<Record<Bucket, BucketState>>
  readonly monthStart: Date
  /** The database's clock, in Unix seconds with a fraction. */
  readonly nowUnix: number
}

export type Verdict =
  | ({ readonly outcome: 'charged' | 'seen' } & BudgetState)
  | ({ readonly outcome: 'full'; readonly bucket: Bucket } & BudgetState)
  /** The key was revoked or has expired, or the team's plan is another one than the caller believed. */
  | { readonly outcome: 'key_refused' | 'plan_changed' }

export interface Account {
  readonly teamId: string
  readonly keyId?: string
  readonly plan: PlanName
}

interface Row {
  outcome: Verdict['outcome']
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

/** Charges all budgets in one step, or none: one call, one round trip. */
export async function charge(db: Queryable, account: Account, draw: Draw, at?: Date): Promise<Verdict> {
  return verdictOf(await use(db, account, true, draw, 1, at))
}

/** Looks whether the draw would fit now, and charges nothing. */
export async function peek(db: Queryable, account: Account, draw: Draw, at?: Date): Promise<Verdict> {
  return verdictOf(await use(db, account, false, draw, 1, at))
}

/** How the budgets stand, and whether the billing provider has yet to confirm the month. */
export async function readBudgets(
  db: Queryable,
  account: Account,
  at?: Date,
): Promise<Verdict & { readonly provisional: boolean }> {
  const row = await use(db, account, false, { endpoint: '' }, 0, at, READ_BUDGETS)
  return { ...verdictOf(row), provisional: row.provisional ?? false }
}

const USE = (moreColumns: string) => `
  select outcome, refused, limits::float8[], overridden, used::float8[], resets::float8[], month_start as "monthStart",
         now_unix as "nowUnix" ${moreColumns}
    from use_budgets($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`
const USE_BUDGETS = { name: 'use_budgets', text: USE('') }
const READ_BUDGETS = {
  name: 'read_budgets',
  text: USE(`,
         (select m.provisional from teams t left join team_billing b on b.team_id = t.id,
                 team_month(t.billing_anchor, b, to_timestamp(now_unix)) m
           where t.id = $1) as provisional`),
}
function use(
  db: Queryable,
  account: Account,
  charging: boolean,
  draw: Draw,
  requests: number,
  at?: Date,
  statement: Statement = USE_BUDGETS,
): Promise<Row> {
  const { endpoint, records = 0, pageTurns = 0, companyId = null } = draw
  const planLimits = BUCKETS.map((bucket) => PLANS[account.plan].limits[bucket])
  return one<Row>(db, statement, [
    account.teamId,
    account.keyId ?? null,
    account.plan,
    planLimits,
    charging,
    endpoint,
    requests,
    records,
    pageTurns,
    companyId,
    at ?? null,
  ])
}

function verdictOf(row: Row): Verdict {
  if (row.outcome === 'key_refused' || row.outcome === 'plan_changed') return { outcome: row.outcome }
  const state = { buckets: bucketsOf(row), monthStart: row.monthStart, nowUnix: row.nowUnix }
  if (row.outcome !== 'full') return { outcome: row.outcome, ...state }
  return { outcome: 'full', bucket: BUCKETS[(row.refused ?? 1) - 1] ?? 'perMinute', ...state }
}

function bucketsOf({ limits, used, resets, overridden }: Row): Record<Bucket, BucketState> {
  const states = BUCKETS.map((bucket, i) => {
    const [limit = 0, taken = 0, resetUnix = 0] = [limits[i], used[i], resets[i]]
    // An operator may set a limit below what is used already.
    return [
      bucket,
      { limit, used: taken, remaining: Math.max(0, limit - taken), resetUnix, overridden: overridden[i] ?? false },
    ]
  })
  return Object.fromEntries(states) as Record<Bucket, BucketState>
}
