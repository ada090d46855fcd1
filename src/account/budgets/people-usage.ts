import { many, maybeOne, type Queryable } from '../../db/index.ts'

export interface MemberUsage {
  readonly accountId: string
  /** Null: the person has left the team, and the account is deleted. */
  readonly email: string | null
  readonly isMember: boolean
  readonly companies: number
}

/** Every member, and everyone else who used the allowance on the day, which is YYYY-MM-DD in UTC. Most used first. */
export async function readMembersUsage(db: Queryable, teamId: string, day: string): Promise<MemberUsage[]> {
  return many<MemberUsage & { [column: string]: unknown }>(
    db,
    `select coalesce(m.account_id, u.account_id) as "accountId", a.email, m.account_id is not null as "isMember",
            coalesce(u.companies, 0) as companies
       from (select account_id from team_members where team_id = $1) m
       full join (select account_id, companies from people_usage where team_id = $1 and day = $2::date) u
              on u.account_id = m.account_id
       left join accounts a on a.id = coalesce(m.account_id, u.account_id)
      order by companies desc, a.email nulls last, "accountId"`,
    [teamId, day],
  )
}

/** Every day from the first to the last, including days without usage. */
export async function readPeopleUsageByDay(
  db: Queryable,
  teamId: string,
  from: string,
  until: string,
): Promise<{ day: string; companies: number }[]> {
  return many(
    db,
    `select to_char(d, 'YYYY-MM-DD') as day, coalesce(sum(u.companies), 0)::int as companies
       from generate_series($2::date::timestamp, $3::date::timestamp, interval '1 day') as d
       left join people_usage u on u.team_id = $1 and u.day = d::date
      group by d order by d`,
    [teamId, from, until],
  )
}

/** Whether opening the company is free for the team's people: it was shown to one of them on this UTC day. */
export async function wasShownToday(db: Queryable, teamId: string, companyId: string): Promise<boolean> {
  const shown = await maybeOne(
    db,
    `select from shown_companies where team_id = $1 and day = (now() at time zone 'utc')::date and company_id = $2`,
    [teamId, companyId],
  )
  return shown !== undefined
}

const MAX_PEOPLE = 500

/** Of the days from the first to the last. Most first. */
export async function readPeopleUsage(
  db: Queryable,
  teamId: string,
  from: string,
  until: string,
): Promise<MemberUsage[]> {
  return many<MemberUsage & { [column: string]: unknown }>(
    db,
    `select u.account_id as "accountId", a.email, m.account_id is not null as "isMember", sum(u.companies)::int as companies
       from people_usage u left join accounts a on a.id = u.account_id
       left join team_members m on m.team_id = u.team_id and m.account_id = u.account_id
      where u.team_id = $1 and u.day between $2::date and $3::date
      group by u.account_id, a.email, m.account_id order by companies desc, a.email nulls last limit ${MAX_PEOPLE}`,
    [teamId, from, until],
  )
}
