import { many, maybeOne, type Queryable } from '../../db/index.ts'

/** Returning after this long begins a new visit. */
const VISIT_PAUSE = `interval '30 minutes'`
/** What is new on the first visit. */
const FIRST_VISIT = `interval '7 days'`

export interface Viewer {
  readonly teamId: string
  readonly accountId: string
}

export interface KnownCompany {
  readonly ordinal: number
  readonly id: string
  readonly name: string
  readonly [column: string]: unknown
}

/** The companies with these ordinals, or those that they were merged into, each once and always in the same order. */
export async function readCompanies(db: Queryable, ordinals: readonly number[]): Promise<KnownCompany[]> {
  return many<KnownCompany>(
    db,
    {
      name: 'today_companies',
      text: `select ordinal, id, name from companies
              where ordinal in (select coalesce(merged_into, ordinal) from companies where ordinal = any($1::int[]))
              order by ordinal`,
    },
    [ordinals],
  )
}

interface NewSince {
  readonly since: Date
  /** Before the person joined, so nothing of it was seen. */
  readonly isFirstVisit: boolean
}

/** Later entries are new to the person. */
export async function readNewSince(db: Queryable, { teamId, accountId }: Viewer): Promise<NewSince | undefined> {
  return maybeOne<NewSince>(
    db,
    `select since, since < joined_at as "isFirstVisit"
       from today_visits join team_members using (team_id, account_id),
            lateral (select case when active_at < now() - ${VISIT_PAUSE} then seen_until else new_since end as since) s
      where team_id = $1 and account_id = $2`,
    [teamId, accountId],
  )
}

/**
 * A minute less than given: entries that were being committed while the page was built have an earlier time but weren't
 * on it. A member who was removed meanwhile has no visit.
 */
export async function recordVisit(db: Queryable, { teamId, accountId }: Viewer, seenUntil: Date): Promise<void> {
  await db.query(
    `insert into today_visits as v (team_id, account_id, new_since, seen_until)
     select team_id, account_id, now() - ${FIRST_VISIT}, least($3, now()) - interval '1 minute'
       from team_members where team_id = $1 and account_id = $2
     on conflict (team_id, account_id) do update
       set new_since = case when v.active_at < now() - ${VISIT_PAUSE} then v.seen_until else v.new_since end,
           seen_until = greatest(v.seen_until, excluded.seen_until),
           active_at = now()`,
    [teamId, accountId, seenUntil],
  )
}
