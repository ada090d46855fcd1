import { many, maybeOne, type Queryable } from '../../db/index.ts'

/** The companies that a team can be shown on a UTC day. The table has as many places. */
const MAX_COMPANIES_A_DAY = 200
/** Who comes back after this long begins a new visit. */
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

/** By id or by ordinal. */
export async function readCompanies(
  db: Queryable,
  ids: readonly string[],
  ordinals: readonly number[],
): Promise<KnownCompany[]> {
  return many<KnownCompany>(
    db,
    {
      name: 'today_companies',
      text: `select ordinal, id, name from companies where id = any($1::uuid[])
             union select ordinal, id, name from companies where ordinal = any($2::int[])`,
    },
    [ids, ordinals],
  )
}

/**
 * Takes a place of the team's day for each company, in this order, and returns those that have one. A company keeps its
 * place for the day. Concurrent calls may take each other's places; each is asked for again once.
 */
export async function takePlaces(
  db: Queryable,
  teamId: string,
  companies: readonly number[],
): Promise<ReadonlySet<number>> {
  let placed = new Set<number>()
  for (let tries = 0; tries < 2 && placed.size < companies.length; tries++) {
    const rows = await many<{ company: number }>(db, TAKE_PLACES, [teamId, companies])
    placed = new Set(rows.map(({ company }) => company))
  }
  return placed
}

const TAKE_PLACES = {
  name: 'today_take_places',
  text: `
    with had as (
      select company, place from today_companies where team_id = $1 and day = (now() at time zone 'utc')::date),
    gone as (
      delete from today_companies where team_id = $1 and day < (now() at time zone 'utc')::date),
    wanted as (
      select w.company, (select coalesce(max(place), 0) from had) + row_number() over (order by w.n) as place
        from unnest($2::int[]) with ordinality w (company, n)
       where not exists (select from had where had.company = w.company)),
    added as (
      insert into today_companies (team_id, day, place, company)
      select $1, (now() at time zone 'utc')::date, place, company from wanted where place <= ${MAX_COMPANIES_A_DAY}
      on conflict do nothing returning company)
    select company from added union all select company from had where company = any($2::int[])`,
}

/** What came later is new to the person. */
export async function readNewSince(db: Queryable, { teamId, accountId }: Viewer): Promise<Date | undefined> {
  const row = await maybeOne<{ since: Date }>(
    db,
    `select case when active_at < now() - ${VISIT_PAUSE} then seen_until else new_since end as since
       from today_visits where team_id = $1 and account_id = $2`,
    [teamId, accountId],
  )
  return row?.since
}

/**
 * A minute less than given: what was being committed while the page was made has an earlier time and wasn't on it. A
 * member who was removed meanwhile has no visit.
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
