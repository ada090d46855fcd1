import { many, maybeOne, type Queryable, type Transaction } from '../../db/index.ts'
import type { ProSubscription } from './pro-subscription.ts'

/** A numbered request to the provider. Its answer is stored only if no later request's answer was. */
export interface Refresh {
  teamId: string
  customerId: string
  number: number
}

const REFRESH = `team_id as "teamId", customer_id as "customerId", asked as number`
/** The caller has this long before the team is due again. It is also the retry interval. */
const CLAIM = `set asked = asked + 1, due_at = clock_timestamp() + interval '1 minute'`
/** Without any event, a team is still refreshed this often, to make up for lost events. */
const MAX_AGE = `interval '1 day'`

export async function claimCustomer(db: Queryable, customerId: string): Promise<Refresh | undefined> {
  return maybeOne<Refresh & { [key: string]: unknown }>(
    db,
    `update team_billing ${CLAIM} where provider = 'stripe' and customer_id = $1 returning ${REFRESH}`,
    [customerId],
  )
}

/** Longest due first. Concurrent callers get different teams. */
export async function claimDue(db: Queryable, limit: number): Promise<Refresh[]> {
  return many<Refresh & { [key: string]: unknown }>(
    db,
    `with due as (
       select team_id, due_at as since from team_billing where provider = 'stripe' and due_at <= clock_timestamp()
        order by due_at limit $1 for update skip locked),
     claimed as (
       update team_billing b ${CLAIM} from due where b.team_id = due.team_id
       returning b.team_id, customer_id, asked, since)
     select ${REFRESH} from claimed order by since`,
    [limit],
  )
}

/** The team is due again after 1, 2, 4 … minutes, at most an hour, unless another refresh has been claimed since. */
export async function postpone(db: Queryable, { teamId, number }: Refresh): Promise<void> {
  await db.query(
    `update team_billing
        set failures = failures + 1,
            due_at = clock_timestamp() + least(interval '1 hour', interval '1 minute' * 2 ^ least(failures, 6))
      where team_id = $1 and asked = $2`,
    [teamId, number],
  )
}

/** Releases unused claims: the teams are due immediately, for any process. */
export async function releaseClaims(db: Queryable, claims: readonly Refresh[]): Promise<void> {
  await db.query(
    `update team_billing set due_at = clock_timestamp() where provider = 'stripe' and team_id = any($1::uuid[])`,
    [claims.map(({ teamId }) => teamId)],
  )
}

/**
 * Reconnecting the same customer keeps the stored data. A different customer starts without any. The numbers continue,
 * so an answer about the previous customer is out of date and dropped. False: it was connected to this customer already.
 */
export async function upsertConnection(tx: Transaction, teamId: string, customerId: string): Promise<boolean> {
  const { rowCount } = await tx.query(
    `insert into team_billing as b (team_id, provider, customer_id) values ($1, 'stripe', $2)
     on conflict (team_id) do update
        set provider = 'stripe', customer_id = $2, connected_at = now(), subscription_id = null, status = null,
            period_start = null, period_end = null, anchor = null, divided = false, heard_at = null,
            heard = b.asked, failures = 0, due_at = now()
      where (b.provider, b.customer_id) <> ('stripe', $2)`,
    [teamId, customerId],
  )
  return rowCount === 1
}

/**
 * False: the answer is out of date. Unless another refresh has been claimed since, the next one is due when the period
 * ends.
 */
export async function storeSubscription(
  tx: Transaction,
  { teamId, number }: Refresh,
  subscription: ProSubscription | undefined,
): Promise<boolean> {
  const { rowCount } = await tx.query(
    `update team_billing
        set subscription_id = $3, status = $4, period_start = to_timestamp($5), period_end = to_timestamp($6),
            anchor = to_timestamp($7), divided = $8, heard = $2, heard_at = clock_timestamp(), failures = 0,
            due_at = case when asked > $2 then due_at
                          when to_timestamp($6) > clock_timestamp() then least(to_timestamp($6), clock_timestamp() + ${MAX_AGE})
                          when $9 then clock_timestamp() + interval '1 minute'
                          else clock_timestamp() + ${MAX_AGE} end
      where team_id = $1 and heard < $2`,
    [
      teamId,
      number,
      subscription?.id ?? null,
      subscription?.status ?? null,
      subscription?.period?.start ?? null,
      subscription?.period?.end ?? null,
      subscription?.period?.anchor ?? null,
      subscription?.divided ?? false,
      subscription?.plan === 'pro',
    ],
  )
  return rowCount === 1
}

export interface Billing {
  customerId: string | null
  subscriptionId: string | null
  status: string | null
  monthStart: Date
  monthEnd: Date
  /** The provider has not confirmed the month yet. */
  provisional: boolean
  heardAt: Date | null
  dueAt: Date | null
}

export async function findBilling(db: Queryable, teamId: string): Promise<Billing | undefined> {
  return maybeOne<Billing & { [key: string]: unknown }>(
    db,
    `select b.customer_id as "customerId", b.subscription_id as "subscriptionId", b.status,
            m.month_start as "monthStart", m.month_end as "monthEnd", m.provisional, b.heard_at as "heardAt", b.due_at as "dueAt"
       from teams t left join team_billing b on b.team_id = t.id, team_month(t.billing_anchor, b, clock_timestamp()) m
      where t.id = $1`,
    [teamId],
  )
}

/**
 * Months continue from the provider's anchor, so leaving the provider resets no counter. False: the team isn't
 * connected.
 */
export async function deleteConnection(tx: Transaction, teamId: string): Promise<boolean> {
  const { rowCount } = await tx.query(
    `with removed as (delete from team_billing where team_id = $1 returning anchor)
     update teams set billing_anchor = coalesce(removed.anchor, billing_anchor) from removed where id = $1`,
    [teamId],
  )
  return rowCount === 1
}
