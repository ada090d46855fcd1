import { many, maybeOne, type Queryable } from '../../db/index.ts'
import { notFound } from '../../http/index.ts'
import type { contract, ReplyOf } from '../../settings-contract/index.ts'
import { readPeopleUsage } from './people-usage.ts'

const MAX_ENDPOINTS = 10
const MAX_KEYS = 100

type UsageMonth = ReplyOf<typeof contract.getUsageMonth>
type UsageDay = UsageMonth['days'][number]
type UsageEndpoint = UsageMonth['endpoints'][number]
type UsageKey = UsageMonth['keys'][number]
type Row<Shape> = Shape & { [column: string]: unknown }

interface Month {
  [column: string]: unknown
  startsAt: Date
  endsAt: Date
  isCurrent: boolean
  hasEarlier: boolean
  from: string
  until: string
}

/** The billing month that contains the day, or this one. Days are YYYY-MM-DD in UTC. */
export async function readUsageMonth(db: Queryable, teamId: string, day?: string): Promise<UsageMonth> {
  const found = await findMonth(db, teamId, day)
  if (!found) throw notFound('the month')
  const { startsAt, endsAt, isCurrent, hasEarlier, from, until } = found
  const [days, endpoints, keys, people] = await Promise.all([
    readDays(db, teamId, from, until),
    readEndpoints(db, teamId, from, until),
    readKeys(db, teamId, from, until),
    readPeopleUsage(db, teamId, from, until),
  ])
  const month = { startsAt: startsAt.toISOString(), endsAt: endsAt.toISOString() }
  return { month, isCurrent, hasEarlier, days, endpoints, keys, people }
}

/** A future day counts as today. The middle of a day distinguishes two months that meet on it. */
function findMonth(db: Queryable, teamId: string, day?: string): Promise<Month | undefined> {
  return maybeOne<Month>(
    db,
    `select m.month_start as "startsAt", m.month_end as "endsAt", m.month_end > now() as "isCurrent",
            to_char(m.month_start at time zone 'utc', 'YYYY-MM-DD') as "from",
            to_char(least(m.month_end - interval '1 microsecond', now()) at time zone 'utc', 'YYYY-MM-DD') as until,
            exists (select from usage_daily u where u.team_id = t.id and u.day < (m.month_start at time zone 'utc')::date)
              or exists (select from people_usage p where p.team_id = t.id and p.day < (m.month_start at time zone 'utc')::date)
              as "hasEarlier"
       from teams t left join team_billing b on b.team_id = t.id,
            team_month(t.billing_anchor, b, least(($2::date + interval '12 hours') at time zone 'utc', now())) m
      where t.id = $1`,
    [teamId, day ?? null],
  )
}

/** Every day from the first to the last, including days without usage. */
function readDays(db: Queryable, teamId: string, from: string, until: string) {
  return many<Row<UsageDay>>(
    db,
    `select to_char(d, 'YYYY-MM-DD') as day, coalesce(sum(u.requests), 0)::int as requests,
            coalesce(sum(u.records), 0)::int as records
       from generate_series($2::date::timestamp, $3::date::timestamp, interval '1 day') as d
       left join usage_daily u on u.team_id = $1 and u.day = d::date
      group by d order by d`,
    [teamId, from, until],
  )
}

function readEndpoints(db: Queryable, teamId: string, from: string, until: string) {
  return many<Row<UsageEndpoint>>(
    db,
    `select endpoint, sum(requests)::int as requests, sum(records)::int as records
       from usage_daily where team_id = $1 and day between $2::date and $3::date
      group by endpoint order by sum(requests) desc, endpoint limit ${MAX_ENDPOINTS}`,
    [teamId, from, until],
  )
}

function readKeys(db: Queryable, teamId: string, from: string, until: string) {
  return many<Row<UsageKey>>(
    db,
    `select k.id, k.name, k.prefix, k.last_four as "lastFour", sum(u.requests)::int as requests,
            sum(u.records)::int as records, sum(u.failed)::int as failed
       from usage_by_key u join api_keys k on k.id = u.key_id
      where u.team_id = $1 and u.day between $2::date and $3::date
      group by k.id order by sum(u.requests) desc, sum(u.failed) desc, k.id limit ${MAX_KEYS}`,
    [teamId, from, until],
  )
}
