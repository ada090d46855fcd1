import { many, type Queryable } from '../../db/index.ts'

interface UsageAmounts {
  requests: number
  records: number
}

/** Every day from the first to the last, including days without usage. Days are YYYY-MM-DD in UTC. */
export async function readUsageByDay(
  db: Queryable,
  teamId: string,
  from: string,
  until: string,
): Promise<(UsageAmounts & { day: string })[]> {
  return many(
    db,
    `select to_char(d, 'YYYY-MM-DD') as day, coalesce(sum(u.requests), 0)::int as requests,
            coalesce(sum(u.records), 0)::int as records
       from generate_series($2::date::timestamp, $3::date::timestamp, interval '1 day') as d
       left join usage_daily u on u.team_id = $1 and u.day = d::date
      group by d order by d`,
    [teamId, from, until],
  )
}

export async function readTopEndpoints(
  db: Queryable,
  teamId: string,
  from: string,
  limit: number,
): Promise<(UsageAmounts & { endpoint: string })[]> {
  return many(
    db,
    `select endpoint, sum(requests)::int as requests, sum(records)::int as records
       from usage_daily where team_id = $1 and day >= $2::date
      group by endpoint order by sum(requests) desc, endpoint limit $3`,
    [teamId, from, limit],
  )
}
