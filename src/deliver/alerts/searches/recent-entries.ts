// What a team's searches found recently, for the screen.

import { many, type Queryable } from '../../../db/index.ts'
import type { PublicSignal } from '../../../meaning/signals/index.ts'

/** A company that entered a search and still matches it. */
export interface RecentEntry {
  readonly companyId: string
  readonly ordinal: number
  readonly searchId: string
  readonly searchName: string
  readonly enteredAt: Date
  /** The signals that caused it, as they were. */
  readonly signals: readonly PublicSignal[]
  readonly [column: string]: unknown
}

/**
 * Newest first, one for each company and search. Entries that sent an alert, or would have if their address were
 * confirmed: not those of a paused or muted search, and not history.
 */
export async function readRecentEntries(
  db: Queryable,
  teamId: string,
  { days, limit }: { readonly days: number; readonly limit: number },
): Promise<RecentEntry[]> {
  return many<RecentEntry>(
    db,
    `select * from (
       select distinct on (e.search, c.ordinal) c.id as "companyId", c.ordinal, s.id as "searchId", s.name as "searchName",
              e.at as "enteredAt", e.signals
         from saved_searches s
         cross join lateral (
           select * from search_changes where search = s.n order by n desc limit $3) e
         join companies was on was.ordinal = e.company
         join companies c on c.ordinal = coalesce(was.merged_into, was.ordinal)
         join search_members m on m.search = s.n and m.company = e.company and m.left_at is null
        where s.team_id = $1 and e.action = 'entered' and (e.silence is null or e.silence = 'unconfirmed')
          and e.at > now() - make_interval(days => $2)
          and not exists (select from search_mutes u where u.search = s.n and u.company = e.company)
        order by e.search, c.ordinal, e.n desc) found
      order by "enteredAt" desc, "companyId" limit $3`,
    [teamId, days, limit],
  )
}

/** By team: changes whenever a company enters or leaves one of the team's searches, or one of them is deleted. */
export async function readLastChanges(db: Queryable, teamIds: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const rows = await many<{ teamId: string; last: string }>(
    db,
    {
      name: 'last_search_changes',
      text: `select t.id as "teamId",
                    count(s.n) || ' ' || coalesce(max((select max(c.n) from search_changes c where c.search = s.n)), 0) as last
               from unnest($1::uuid[]) t (id) left join saved_searches s on s.team_id = t.id group by t.id`,
    },
    [teamIds],
  )
  return new Map(rows.map(({ teamId, last }) => [teamId, last]))
}
