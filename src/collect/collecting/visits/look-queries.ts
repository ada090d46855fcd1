// Which looks are due, which node visits them, and the results. Each function is one statement.

import { columns, type Database, many, one, type Queryable } from '../../../db/index.ts'
import { STORED_COMPANY } from '../companies/stored-company.ts'
import { DEMO_LANE } from '../companies/watch-queries.ts'
import { isFree } from './collect-lease.ts'
import type { LastAnswer } from './last-answer.ts'
import type { Look, LookCompany } from './look.ts'
import { MIN_SECONDS_BETWEEN_VISITS } from './schedule.ts'

export interface ClaimOptions {
  /** How many looks each lane takes at most. */
  readonly rooms: ReadonlyMap<string, number>
  /** Unix seconds: also looks that are not due, unless visited since then. */
  readonly allBefore?: number | undefined
  readonly domain?: string | undefined
  /** Looks to leave out. */
  readonly except?: ReadonlySet<number>
}

type LookRow = Look & { [column: string]: unknown }

/** What is known about the company of a row `w` of watched_companies. */
const COMPANY_JSON = `json_build_object(
           'stored', case when c.ordinal is not null then json_build_object('name', c.name, 'logo', c.logo,
             'hqCountry', c.hq_country, 'employeeCount', c.employee_count) end,
           'givenName', w.given_name, 'written', w.facts,
           'aliases', array(
             select a.domain from company_aliases a where a.company_ordinal = c.ordinal and a.domain <> w.domain
             union select c.domain where c.domain <> w.domain
             union select m.domain from companies m where m.merged_into = c.ordinal and m.domain <> w.domain
             order by 1))`

/** Consecutive losses without backoff: a process may be killed for reasons unrelated to the source that it visits. */
const FREE_LOSSES = 3

/**
 * SQL: how long a lost look `t` waits after the end of its node's lease, unless an operator requests a visit. Backoff
 * as after failures, up to a day.
 */
const LOST_PAUSE = `case when t.lost < ${FREE_LOSSES} or $4::float8 is not null then interval '0' else least(interval '1 day', interval '1 hour' * 2 ^ (t.lost - ${FREE_LOSSES})) end`

/** SQL: 1 if the process that visited the look `t` ended before the visit did. */
const IS_LOST = `(exists (select from collect_nodes n where n.id = t.holder and t.look_id = any(n.visiting)))::int`

const MAX_COUNTED = 1_000

/**
 * Takes looks that are due, the ones that were never visited first, then those that have waited longest. Two nodes
 * never take the same look: the second one finds another number. The visit counts from here on, at no cost: this part
 * of the row is written anyway.
 */
const CLAIM = `
  with due as (
    select look_id, fence from (
      select t.look_id, t.fence, r.room,
             row_number() over (partition by t.lane order by t.visited_at is not null, t.due_at, t.look_id) as n
        from look_times t join unnest($2::text[], $3::int[]) as r (lane, room) on r.lane = t.lane
       where ${isFree('t.holder', LOST_PAUSE)}
         and case when $4::float8 is null
                  then t.due_at <= now() and (t.visited_at is null or t.visited_at <= now() - make_interval(secs => ${MIN_SECONDS_BETWEEN_VISITS}))
                  else t.visited_at is null or t.visited_at < to_timestamp($4) end
         and ($5::text is null or t.look_id in (select id from looks where domain = $5))
         and t.look_id <> all($6::int[])) ranked
     where n <= room),
  taken as (
    update look_times t set holder = $1, fence = t.fence + 1, visits = t.visits + 1,
           lost = least(t.lost + ${IS_LOST}, ${MAX_COUNTED}), failures = least(t.failures + ${IS_LOST}, ${MAX_COUNTED}) from due
     where t.look_id = due.look_id and t.fence = due.fence
    returning t.*),
  failed as (
    update looks l set failure = 'unreadable: the process that visited it ended, ' || t.lost || case t.lost when 1 then ' time' else ' times in a row' end
      from taken t where l.id = t.look_id and t.lost > 0)
  select l.id, l.domain, l.collector, l.target, coalesce(l.reported_as, l.target) as "reportedAs", t.lane, t.fence, t.visits - 1 as visits, t.failures,
         extract(epoch from l.known_since)::bigint as "knownSince", floor(extract(epoch from t.seen_through))::bigint as "seenThrough",
         (select ceil(extract(epoch from greatest(i.since, w.added_at)))::bigint from filing_indexes i where i.collector = l.collector) as "newsSince",
         l.records_hash as "recordsHash", l.pending, l.validators,
         ${COMPANY_JSON} as company
    from taken t join looks l on l.id = t.look_id join watched_companies w on w.domain = l.domain
    ${STORED_COMPANY}
   order by t.visited_at is not null, t.due_at`

export async function claimLooks(
  db: Database,
  node: number,
  { rooms, allBefore, domain, except = new Set() }: ClaimOptions,
): Promise<Look[]> {
  const lanes = [...rooms].filter(([, room]) => room > 0)
  if (lanes.length === 0) return []
  return many<LookRow>(db.pool('ingest'), CLAIM, [
    node,
    lanes.map(([lane]) => lane),
    lanes.map(([, room]) => room),
    allBefore ?? null,
    domain ?? null,
    [...except],
  ])
}

/** How many looks are being visited now. */
export async function countVisiting(db: Queryable, domain: string | undefined): Promise<number> {
  const { visiting } = await one<{ visiting: number }>(
    db,
    `select count(*)::int as visiting from look_times t
      where not ${isFree('t.holder')} and t.lane <> '${DEMO_LANE}'
        and ($1::text is null or t.look_id in (select id from looks where domain = $1))`,
    [domain ?? null],
  )
  return visiting
}

/** How a visit ended, for the row that every visit writes. */
export interface Finish {
  readonly look: Look
  /** Unix seconds. */
  readonly at: number
  readonly dueAt: number
  /** The visit was complete. */
  readonly seen: boolean
  readonly failed: boolean
}

const FINISHED = columns<Finish>(2, {
  id: ['int', ({ look }) => look.id],
  fence: ['int', ({ look }) => look.fence],
  at: ['float8', ({ at }) => at],
  due_at: ['float8', ({ dueAt }) => dueAt],
  seen: ['boolean', ({ seen }) => seen],
  failed: ['boolean', ({ failed }) => failed],
})

const FINISH = `
  update look_times t
     set holder = 0, failures = case when f.failed then least(t.failures + 1, ${MAX_COUNTED}) else 0 end, lost = 0,
         due_at = to_timestamp(f.due_at), visited_at = clock_timestamp(),
         seen_through = case when f.seen then to_timestamp(f.at) else t.seen_through end
    from ${FINISHED.as('f')} where t.look_id = f.id and t.fence = f.fence and t.holder = $1
  returning t.look_id as id`

/** Returns the ids of the looks that the node still held. The others are unchanged. */
export async function finishLooks(db: Queryable, node: number, finished: readonly Finish[]): Promise<Set<number>> {
  const rows = await many<{ id: number }>(db, FINISH, [node, ...FINISHED.values(finished)])
  return new Set(rows.map(({ id }) => id))
}

export interface Release {
  readonly look: Look
  /** Unix seconds: not before. Undefined: as before. */
  readonly dueAt?: number | undefined
}

const RELEASED = columns<Release>(2, {
  id: ['int', ({ look }) => look.id],
  fence: ['int', ({ look }) => look.fence],
  due_at: ['float8', ({ dueAt }) => dueAt ?? null],
})

/** No result: nothing was requested, or the answer is unusable. */
export async function releaseLooks(db: Queryable, node: number, released: readonly Release[]): Promise<void> {
  await db.query(
    `update look_times t set holder = 0, visits = t.visits - 1, due_at = greatest(t.due_at, to_timestamp(r.due_at))
       from ${RELEASED.as('r')} where t.look_id = r.id and t.fence = r.fence and t.holder = $1`,
    [node, ...RELEASED.values(released)],
  )
}

/** Makes the websites of these companies due as soon as possible. */
export async function hurryWebsites(db: Queryable, domains: readonly string[]): Promise<void> {
  if (domains.length === 0) return
  await db.query(
    `update look_times t
        set due_at = least(t.due_at, coalesce(t.visited_at + make_interval(secs => ${MIN_SECONDS_BETWEEN_VISITS}), now()))
       from looks l
      where l.id = t.look_id and l.domain = any($1::text[]) and l.target = l.domain`,
    [domains],
  )
}

interface FailedVisit {
  readonly look: Look
  readonly at: number
  readonly message: string
  /** Undefined: it failed before anything could be read. */
  readonly unreadable: number | undefined
}

const FAILED = columns<FailedVisit>(1, {
  id: ['int', ({ look }) => look.id],
  number: ['int', ({ look }) => look.visits + 1],
  at: ['float8', ({ at }) => at],
  message: ['text', ({ message }) => message],
  unreadable: ['int', ({ unreadable }) => unreadable ?? null],
})

export async function writeFailures(db: Queryable, failed: readonly FailedVisit[]): Promise<void> {
  const values = FAILED.values(failed)
  await db.query(
    `update looks l set failure = f.message, entries_unreadable = coalesce(f.unreadable, l.entries_unreadable),
            entries_read = case when f.unreadable is null then l.entries_read end
       from ${FAILED.as('f')} where l.id = f.id`,
    values,
  )
  await db.query(
    `insert into visits (look_id, number, at, outcome, message)
     select f.id, f.number, to_timestamp(f.at), 'failed', f.message from ${FAILED.as('f')} join looks l on l.id = f.id
     on conflict do nothing`,
    values,
  )
}

const MAX_VISITS = 20

/** Keeps the newest visits of these looks. */
export async function pruneVisits(db: Queryable, lookIds: readonly number[]): Promise<void> {
  await db.query(
    `delete from visits v using unnest($1::int[]) as l (id)
      where v.look_id = l.id and v.number <= (
        select number from visits where look_id = l.id order by number desc offset ${MAX_VISITS} limit 1)`,
    [lookIds],
  )
}

/** For looks whose previous visit failed: it no longer does. */
export async function clearFailures(db: Queryable, lookIds: readonly number[]): Promise<void> {
  await db.query(
    `update looks set failure = null, entries_read = null, entries_unreadable = null
      where id = any($1::int[]) and failure is not null`,
    [lookIds],
  )
}

export async function readSnapshots(db: Queryable, lookIds: readonly number[]): Promise<Map<number, string>> {
  const rows = await many<{ id: number; entries: string }>(
    db,
    `select look_id as id, entries from look_snapshots where look_id = any($1::int[])`,
    [lookIds],
  )
  return new Map(rows.map(({ id, entries }) => [id, entries]))
}

interface KeptAnswer {
  readonly look: Look
  readonly answer: LastAnswer
}

const ANSWERS = columns<KeptAnswer>(1, {
  id: ['int', ({ look }) => look.id],
  validators: ['text', ({ answer }) => JSON.stringify(answer)],
  records_hash: ['text', ({ look }) => look.recordsHash],
})

/** Unless another node has written other records since. */
export async function writeAnswers(db: Queryable, kept: readonly KeptAnswer[]): Promise<void> {
  if (kept.length === 0) return
  await db.query(
    `update looks l set validators = a.validators::jsonb from ${ANSWERS.as('a')}
      where l.id = a.id and l.records_hash = a.records_hash and not l.pending`,
    ANSWERS.values(kept),
  )
}

/** By domain. Other looks of the company may have written since these were claimed. */
export async function readLookCompanies(
  db: Queryable,
  domains: readonly string[],
): Promise<ReadonlyMap<string, LookCompany>> {
  const rows = await many<{ domain: string; company: LookCompany }>(
    db,
    `select w.domain, ${COMPANY_JSON} as company from watched_companies w ${STORED_COMPANY} where w.domain = any($1::text[])`,
    [domains],
  )
  return new Map(rows.map(({ domain, company }) => [domain, company]))
}

/** Unix seconds with a fraction: what was visited before is older. */
export async function readTime(db: Queryable): Promise<number> {
  return (await one<{ now: number }>(db, `select extract(epoch from clock_timestamp())::float8 as now`)).now
}
