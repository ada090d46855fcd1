import { many, maybeOne, type Queryable } from '../../db/index.ts'
import type { Subscription } from './pro-subscription.ts'

/** A question that has been numbered: its answer is kept only if no later one's was. */
export interface Question {
  teamId: string
  customerId: string
  number: number
}

const QUESTION = `team_id as "teamId", customer_id as "customerId", asked as number`
/** Who asks has this long before the team is due again; it is also the pace of new tries. */
const ASK = `set asked = asked + 1, due_at = clock_timestamp() + interval '1 minute'`
/** However quiet it is, a team is asked about this often: an event that never came is made up for. */
const AT_LEAST_EVERY = `interval '1 day'`

export async function askAboutCustomer(db: Queryable, customerId: string): Promise<Question | undefined> {
  return maybeOne<Question & { [key: string]: unknown }>(
    db,
    `update team_billing ${ASK} where provider = 'stripe' and customer_id = $1 returning ${QUESTION}`,
    [customerId],
  )
}

/** Several processes that ask at once get different teams. */
export async function askAboutDue(db: Queryable, most: number): Promise<Question[]> {
  return many<Question & { [key: string]: unknown }>(
    db,
    `update team_billing ${ASK}
      where team_id in (select team_id from team_billing where provider = 'stripe' and due_at <= clock_timestamp()
                         order by due_at limit $1 for update skip locked)
      returning ${QUESTION}`,
    [most],
  )
}

/**
 * A customer who was connected before keeps what is known; another one begins with nothing known, and with the numbers
 * going on, so that an answer about the one before comes too late.
 */
export async function upsertConnection(db: Queryable, teamId: string, customerId: string): Promise<void> {
  await db.query(
    `insert into team_billing as b (team_id, provider, customer_id) values ($1, 'stripe', $2)
     on conflict (team_id) do update
        set provider = 'stripe', customer_id = $2, connected_at = now(), subscription_id = null, status = null,
            period_start = null, period_end = null, anchor = null, divided = false, heard_at = null,
            heard = b.asked, due_at = now()
      where (b.provider, b.customer_id) <> ('stripe', $2)`,
    [teamId, customerId],
  )
}

/** Whether the answer is kept. Unless somebody has asked since, the next question is due when the period ends. */
export async function keepAnswer(
  db: Queryable,
  { teamId, number }: Question,
  subscription: Subscription | undefined,
): Promise<boolean> {
  const { rowCount } = await db.query(
    `update team_billing
        set subscription_id = $3, status = $4, period_start = to_timestamp($5), period_end = to_timestamp($6),
            anchor = to_timestamp($7), divided = $8, heard = $2, heard_at = clock_timestamp(),
            due_at = case when asked > $2 then due_at
                          when to_timestamp($6) > clock_timestamp() then least(to_timestamp($6), clock_timestamp() + ${AT_LEAST_EVERY})
                          when $9 then clock_timestamp() + interval '1 minute'
                          else clock_timestamp() + ${AT_LEAST_EVERY} end
      where team_id = $1 and heard < $2`,
    [
      teamId,
      number,
      subscription?.id ?? null,
      subscription?.status ?? null,
      subscription?.periodStart ?? null,
      subscription?.periodEnd ?? null,
      subscription?.anchor ?? null,
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

/** Months go on from where the provider's were counted, so that leaving it starts no counter anew. */
export async function disconnect(db: Queryable, teamId: string): Promise<boolean> {
  const { rowCount } = await db.query(
    `with gone as (delete from team_billing where team_id = $1 returning anchor)
     update teams set billing_anchor = coalesce(gone.anchor, billing_anchor) from gone where id = $1`,
    [teamId],
  )
  return rowCount === 1
}
