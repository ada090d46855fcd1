// The state of the saved searches of all teams, for operators: metrics and doctor.

import { HAS_API_ACCESS } from '../../../account/plans/index.ts'
import type { AlertDestination } from '../../../closed-sets/alerts.ts'
import { many, one, type Queryable } from '../../../db/index.ts'
import { ageOfNextEvent } from '../../../write/log/index.ts'
import { ENDPOINT_GONE } from './saved-search-queries.ts'

export interface AlertSurvey {
  readonly searches: number
  /** Those that can't be evaluated, such as one whose list was deleted. */
  readonly problems: number
  /** Of the process that watches. Null: there is none. */
  readonly holder: string | null
  /** How far the watcher is behind the log. */
  readonly lagEvents: number
  readonly lagSeconds: number
  readonly waiting: readonly WaitingMessages[]
  /** Searches whose endpoint is gone, or whose last messages were given up within a week. */
  readonly givenUp: readonly string[]
}

export interface WaitingMessages {
  readonly destination: AlertDestination
  readonly messages: number
  /** Since when the oldest could have been sent. A collecting digest is not late. */
  readonly oldestSeconds: number
  readonly [column: string]: unknown
}

const MAX_GIVEN_UP = 20

export async function surveyAlerts(db: Queryable): Promise<AlertSurvey> {
  const { position, ...counts } = await one<{
    searches: number
    problems: number
    holder: string | null
    position: number
    lagEvents: number
  }>(
    db,
    `select (select count(*) from saved_searches)::int as searches,
            (select count(*) from saved_searches where problem is not null)::int as problems,
            case when w.expires_at > clock_timestamp() then w.holder end as holder, w.position,
            greatest(0, h.position - w.position) as "lagEvents"
       from search_watch w, log_head h`,
  )
  const givenUp = await many<{ id: string }>(
    db,
    `select s.id from saved_searches s
      where ${ENDPOINT_GONE}
         or (s.failures > 0 and s.paused_at is null and s.muted_at is null and exists (
              select from search_messages m
               where m.search = s.n and m.state = 'failed' and m.ended_at > now() - interval '7 days'))
      order by s.n limit ${MAX_GIVEN_UP}`,
  )
  return {
    ...counts,
    lagSeconds: counts.lagEvents > 0 ? ((await ageOfNextEvent(db, position)) ?? 0) : 0,
    waiting: await readWaiting(db),
    givenUp: givenUp.map(({ id }) => id),
  }
}

/** Those held by a pause, a mute or a plan wait for a person, so they don't count. */
async function readWaiting(db: Queryable): Promise<WaitingMessages[]> {
  return many<WaitingMessages>(
    db,
    `select s.destination, count(*)::int as messages,
            greatest(0, extract(epoch from now() - min(coalesce(m.digest_at, m.created_at))))::float8 as "oldestSeconds"
       from search_messages m join saved_searches s on s.n = m.search join teams t on t.id = s.team_id
      where m.state = 'waiting' and s.destination <> 'today' and s.paused_at is null and s.muted_at is null and ${HAS_API_ACCESS} group by 1`,
  )
}
