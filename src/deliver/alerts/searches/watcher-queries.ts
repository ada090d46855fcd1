// The SQL of the watcher: its lease, and what it reads and writes about members.

import { HAS_API_ACCESS } from '../../../account/plans/index.ts'
import type { AlertDestination, AlertInterval, SearchAction, Silence, Sweep } from '../../../closed-sets/alerts.ts'
import { columns, many, maybeOne, one, type Queryable, type Transaction } from '../../../db/index.ts'
import { MAIL_ALLOWED } from '../addresses/addresses.ts'
import { isMuted } from '../addresses/mute-queries.ts'

export interface Watch {
  readonly holder: string
  readonly epoch: number
  readonly position: number
}

/** Takes the watch if it is free, or renews it. Undefined while another node has it. */
export async function takeWatch(db: Queryable, holder: string, seconds: number): Promise<Watch | undefined> {
  const row = await maybeOne<{ epoch: number; position: number }>(
    db,
    `update search_watch set holder = $1, epoch = epoch + (holder is distinct from $1)::int,
            expires_at = clock_timestamp() + make_interval(secs => $2)
      where holder = $1 or holder is null or expires_at < clock_timestamp() returning epoch, position`,
    [holder, seconds],
  )
  return row && { holder, ...row }
}

export async function leaveWatch(db: Queryable, holder: string): Promise<void> {
  await db.query(`update search_watch set holder = null, expires_at = '-infinity' where holder = $1`, [holder])
}

/**
 * Moves the position in the transaction of its results. False if another node has taken the watch since: then nothing
 * may be written. The row stays locked until the end of the transaction, so no other node can take it in between.
 */
export async function moveWatch(tx: Transaction, watch: Watch, position: number, seconds: number): Promise<boolean> {
  const { rowCount } = await tx.query(
    `update search_watch set position = $3, expires_at = clock_timestamp() + make_interval(secs => $4)
      where holder = $1 and epoch = $2`,
    [watch.holder, watch.epoch, position, seconds],
  )
  return (rowCount ?? 0) > 0
}

/** Unix seconds. */
export async function readNow(db: Queryable): Promise<number> {
  return (await one<{ now: number }>(db, `select floor(extract(epoch from clock_timestamp()))::bigint as now`)).now
}

export interface Pair {
  readonly search: number
  readonly company: number
}

export const pairKey = ({ search, company }: Pair) => `${search} ${company}`

export interface Member extends Pair {
  readonly leftAt: number | null
  readonly [column: string]: unknown
}

const MEMBER = `m.search, m.company, extract(epoch from m.left_at)::bigint as "leftAt"`

const PAIRS = columns<Pair>(1, { search: ['int', ({ search }) => search], company: ['int', ({ company }) => company] })

export async function readMembers(db: Queryable, pairs: readonly Pair[]): Promise<Member[]> {
  if (pairs.length === 0) return []
  return many<Member>(
    db,
    `select ${MEMBER} from ${PAIRS.as('p')} join search_members m on m.search = p.search and m.company = p.company`,
    PAIRS.values(pairs),
  )
}

/** The searches that have the companies now. */
export async function readMembersOf(db: Queryable, companies: readonly number[]): Promise<Member[]> {
  if (companies.length === 0) return []
  return many<Member>(
    db,
    `select ${MEMBER} from search_members m where m.company = any($1::int[]) and m.left_at is null`,
    [companies],
  )
}

/** The companies that a search has now. */
export async function readCompaniesOf(db: Queryable, search: number): Promise<number[]> {
  const rows = await many<{ company: number }>(
    db,
    `select company from search_members where search = $1 and left_at is null`,
    [search],
  )
  return rows.map(({ company }) => company)
}

/** Reads and locks a search in the transaction that writes its changes. */
export interface RingingSearch {
  readonly n: number
  readonly version: number
  readonly every: AlertInterval
  readonly destination: AlertDestination
  readonly awayDays: number
  readonly isPaused: boolean
  readonly isMuted: boolean
  readonly hasAccess: boolean
  /** False for a mail address that may not be mailed to. */
  readonly isAllowed: boolean
  readonly timeZone: string
  readonly [column: string]: unknown
}

export async function lockSearches(tx: Transaction, searches: readonly number[]): Promise<Map<number, RingingSearch>> {
  const rows = await many<RingingSearch>(
    tx,
    `select s.n, s.version, s.every, s.destination, s.away_days as "awayDays", s.paused_at is not null as "isPaused",
            s.muted_at is not null as "isMuted", ${HAS_API_ACCESS} as "hasAccess",
            s.destination <> 'mail' or ${MAIL_ALLOWED} as "isAllowed", t.time_zone as "timeZone"
       from saved_searches s join teams t on t.id = s.team_id where s.n = any($1::int[]) order by s.n for no key update of s`,
    [searches],
  )
  return new Map(rows.map((row) => [row.n, row]))
}

export async function readMutes(tx: Transaction, pairs: readonly Pair[]): Promise<Set<string>> {
  const rows = await many<{ search: number; company: number }>(
    tx,
    `select p.search, p.company from ${PAIRS.as('p')} where ${isMuted('p.search', 'p.company')}`,
    PAIRS.values(pairs),
  )
  return new Set(rows.map(pairKey))
}

export interface NewChange extends Pair {
  readonly id: string
  readonly action: SearchAction
  /** Unix seconds. */
  readonly at: number
  readonly match: number | null
  readonly signals: readonly unknown[]
  readonly silence: Silence | null
  readonly message: string | null
}

const CHANGES = columns<NewChange>(1, {
  id: ['uuid', ({ id }) => id],
  search: ['int', ({ search }) => search],
  company: ['int', ({ company }) => company],
  action: ['text', ({ action }) => action],
  at: ['bigint', ({ at }) => at],
  match: ['float8', ({ match }) => match],
  signals: ['text', ({ signals }) => JSON.stringify(signals)],
  silence: ['text', ({ silence }) => silence],
  message: ['uuid', ({ message }) => message],
})

/** The members after the changes, and the history. */
export async function writeChanges(tx: Transaction, changes: readonly NewChange[]): Promise<void> {
  if (changes.length === 0) return
  await tx.query(
    `insert into search_members (search, company, entered_at)
     select c.search, c.company, to_timestamp(c.at) from ${CHANGES.as('c')} where c.action = 'entered'
     on conflict (search, company) do update set entered_at = excluded.entered_at, left_at = null`,
    CHANGES.values(changes),
  )
  await tx.query(
    `update search_members m set left_at = to_timestamp(c.at) from ${CHANGES.as('c')}
      where c.action = 'left' and m.search = c.search and m.company = c.company`,
    CHANGES.values(changes),
  )
  await tx.query(
    `insert into search_changes (id, search, company, action, at, match, signals, silence, message)
     select c.id, c.search, c.company, c.action, to_timestamp(c.at), c.match, c.signals::jsonb, c.silence, c.message
       from ${CHANGES.as('c')}`,
    CHANGES.values(changes),
  )
  await tx.query(
    `update saved_searches s set members = s.members + d.more
       from (select c.search, sum(case c.action when 'entered' then 1 else -1 end)::int as more
               from ${CHANGES.as('c')} group by 1) d where d.search = s.n and d.more <> 0`,
    CHANGES.values(changes),
  )
}

/** The companies that a search starts with. They don't count as entries. */
export async function writeStock(
  tx: Transaction,
  search: number,
  companies: readonly number[],
  at: number,
): Promise<void> {
  await tx.query(`delete from search_members where search = $1`, [search])
  await tx.query(
    `insert into search_members (search, company, entered_at)
     select $1, company, to_timestamp($3) from unnest($2::int[]) company`,
    [search, companies, at],
  )
  await tx.query(
    `update saved_searches set sweep = null, swept_on = (to_timestamp($3) at time zone 'utc')::date,
            stocked_at = to_timestamp($3), members = $2, problem = null where n = $1`,
    [search, companies.length, at],
  )
}

/** This version has not been swept yet. */
export async function noteSwept(
  tx: Transaction,
  { n, version }: Pick<DueSweep, 'n' | 'version'>,
  at: number,
): Promise<void> {
  await tx.query(
    `update saved_searches set sweep = null, swept_on = (to_timestamp($3) at time zone 'utc')::date, problem = null
      where n = $1 and version = $2`,
    [n, version, at],
  )
}

export async function noteProblem(db: Queryable, search: number, problem: string): Promise<void> {
  await db.query(`update saved_searches set problem = $2 where n = $1 and problem is distinct from $2`, [
    search,
    problem,
  ])
}

export interface DueSweep {
  readonly n: number
  readonly version: number
  readonly sweep: Sweep
  /** The last second of the day of the last sweep, if a quiet one is due on a later day. Otherwise null. */
  readonly dayEnd: number | null
  readonly [column: string]: unknown
}

/** New searches first, then those that a change or a new day made due. */
export async function readDueSweeps(db: Queryable, now: number, limit: number): Promise<DueSweep[]> {
  return many<DueSweep>(
    db,
    `select n, version, coalesce(sweep, 'loud') as sweep,
            case when sweep = 'quiet' and swept_on < today then extract(epoch from swept_on + 1)::bigint - 1 end as "dayEnd"
       from saved_searches, lateral (select (to_timestamp($1) at time zone 'utc')::date as today) d
      where sweep is not null or swept_on is distinct from today
      order by sweep is distinct from 'stock', n limit $2`,
    [now, limit],
  )
}

/** A sweep that was requested already stays: first and quiet sweeps send no alerts, and go first. */
export async function askForSweep(
  tx: Transaction,
  sweep: Exclude<Sweep, 'stock'>,
  searches: readonly number[] | undefined,
): Promise<void> {
  await tx.query(`update saved_searches set sweep = $1 where sweep is null and ($2::int[] is null or n = any($2))`, [
    sweep,
    searches ?? null,
  ])
}
