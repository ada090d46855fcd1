// The SQL of saved searches, for people. Every function is bound to a team, except the lookup of a search's team.

import { HAS_API_ACCESS } from '../../../account/plans/index.ts'
import { type AlertDestination, type AlertInterval, MAX_SAVED_SEARCHES } from '../../../closed-sets/alerts.ts'
import { many, maybeOne, one, type Queryable, type Transaction } from '../../../db/index.ts'
import { rotatedSecret } from '../../sending/index.ts'
import { MAIL_ALLOWED } from '../addresses/addresses.ts'
import type { Answer } from './answer-texts.ts'

export interface StoredSearch {
  readonly n: number
  readonly id: string
  readonly name: string
  readonly query: string
  readonly filters: Record<string, unknown>
  readonly listId: string | null
  /** The name of its list. */
  readonly list: string | null
  readonly every: AlertInterval
  readonly awayDays: number
  readonly destination: AlertDestination
  readonly target: string
  readonly pausedAt: Date | null
  /** Whether its endpoint's 410 paused it. */
  readonly isGone: boolean
  readonly mutedAt: Date | null
  readonly stockedAt: Date | null
  /** Whether its first sweep is still to come. */
  readonly isNew: boolean
  readonly members: number
  /** Why it can't be compared with all companies. */
  readonly problem: string | null
  readonly failures: number
  /** To the last attempt, if it failed. */
  readonly lastAnswer: Answer | null
  /** Whether its address may be mailed to. Null: it sends no mail. */
  readonly isAllowed: boolean | null
  /** The plan of its team. */
  readonly hasAccess: boolean
  /** Until then requests have the signature of the previous secret, too. */
  readonly secretOverlapUntil: Date | null
  readonly createdAt: Date
  /** When what matched was sent on request. */
  readonly matchesSentAt: Date | null
  /** When an entry last sent an alert. Null: none of its newest changes did. */
  readonly lastEntryAt: Date | null
  /** The account that saved it. Null: an operator, or it was deleted. */
  readonly createdBy: string | null
  /** The address of that account. */
  readonly savedBy: string | null
  readonly [column: string]: unknown
}

/** Of those that were tried: a search that fails has one at a time. */
const LAST_ANSWER = `(
  select json_build_object('status', t.status, 'reason', t.reason, 'excerpt', left(t.excerpt, 300))
    from (select m.id from search_messages m where m.search = s.n and m.attempts > 0 and m.state <> 'sent'
           order by m.created_at desc limit 20) m
    join search_attempts t on t.message = m.id order by t.at desc limit 1)`

/** Whether a 410 of its endpoint paused the search `s`. */
export const ENDPOINT_GONE = `(s.paused_at is not null and s.pause_reason is not distinct from 'endpoint_gone')`

const SEARCH = `s.n, s.id, s.name, s.query, s.filters, s.list_id as "listId",
  (select l.name from lists l where l.id = s.list_id) as list, s.every, s.away_days as "awayDays", s.destination, s.target,
  s.paused_at as "pausedAt", ${ENDPOINT_GONE} as "isGone", s.muted_at as "mutedAt", s.stocked_at as "stockedAt",
  s.sweep is not distinct from 'stock' as "isNew", s.members, s.problem, s.failures, case when s.failures > 0 then ${LAST_ANSWER} end as "lastAnswer",
  case when s.destination = 'mail' then ${MAIL_ALLOWED} end as "isAllowed", (select ${HAS_API_ACCESS} from teams t where t.id = s.team_id) as "hasAccess",
  case when s.previous_secret_until > now() then s.previous_secret_until end as "secretOverlapUntil", s.created_at as "createdAt",
  (select max(c.at) filter (where c.action = 'entered' and c.silence is null)
     from (select at, action, silence from search_changes where search = s.n order by n desc limit 100) c) as "lastEntryAt",
  (select f.sent_at from search_current_matches f where f.search = s.n) as "matchesSentAt",
  s.created_by as "createdBy", (select c.email from accounts c where c.id = s.created_by) as "savedBy"`

export async function selectSearches(db: Queryable, teamId: string): Promise<StoredSearch[]> {
  return many<StoredSearch>(db, `select ${SEARCH} from saved_searches s where s.team_id = $1 order by lower(s.name)`, [
    teamId,
  ])
}

export async function selectSearch(db: Queryable, teamId: string, id: string): Promise<StoredSearch | undefined> {
  return maybeOne<StoredSearch>(db, `select ${SEARCH} from saved_searches s where s.team_id = $1 and s.id = $2`, [
    teamId,
    id,
  ])
}

/** Locked until the end of the transaction. */
export async function lockSearch(tx: Transaction, teamId: string, id: string): Promise<void> {
  await tx.query(`select from saved_searches where team_id = $1 and id = $2 for no key update`, [teamId, id])
}

/** For an operator, who names a search without its team. */
export async function selectTeamOfSearch(db: Queryable, id: string): Promise<string | undefined> {
  const row = await maybeOne<{ teamId: string }>(db, `select team_id as "teamId" from saved_searches where id = $1`, [
    id,
  ])
  return row?.teamId
}

export interface NewSearch {
  readonly id: string
  readonly name: string
  readonly query: string
  readonly filters: Record<string, unknown>
  readonly listId: string | null
  readonly every: AlertInterval
  readonly awayDays: number
  readonly destination: AlertDestination
  readonly target: string
  readonly signingSecret: string | null
  readonly createdBy: string | null
}

/**
 * False if the team doesn't exist or is at its limit. The caller has locked it, so the place can't be taken meanwhile.
 */
export async function insertSearch(tx: Transaction, teamId: string, search: NewSearch): Promise<boolean> {
  const { rowCount } = await tx.query(
    `insert into saved_searches (id, team_id, place, name, query, filters, every, away_days, destination, target,
                                 signing_secret, created_by, list_id)
     select $2, t.id, p.place, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12
       from teams t,
            lateral (select min(free)::smallint as place from generate_series(1, ${MAX_SAVED_SEARCHES}) free
                      where not exists (select from saved_searches s where s.team_id = t.id and s.place = free)) p
      where t.id = $1 and p.place is not null`,
    [
      teamId,
      search.id,
      search.name,
      search.query,
      JSON.stringify(search.filters),
      search.every,
      search.awayDays,
      search.destination,
      search.target,
      search.signingSecret,
      search.createdBy,
      search.listId,
    ],
  )
  await notifyWatcher(tx)
  return rowCount === 1
}

/** The names of a team's searches, of which there are few. */
export async function selectNames(db: Queryable, teamId: string): Promise<string[]> {
  const rows = await many<{ name: string }>(db, `select name from saved_searches where team_id = $1`, [teamId])
  return rows.map(({ name }) => name)
}

export interface SearchUpdate {
  readonly name: string
  readonly query: string
  readonly filters: Record<string, unknown>
  readonly listId: string | null
  readonly every: AlertInterval
  readonly awayDays: number
}

/** With another query or other filters, all companies are compared again. Decisions of the older version are dropped. */
export async function updateSearch(
  tx: Transaction,
  teamId: string,
  id: string,
  { name, query, filters, listId, every, awayDays }: SearchUpdate,
): Promise<boolean> {
  const { rowCount } = await tx.query(
    `update saved_searches set name = $3, query = $4, filters = $5, every = $6, away_days = $7, list_id = $8,
            version = version + d.is_other::int, sweep = case when d.is_other then 'stock' else sweep end,
            problem = case when not d.is_other then problem end
       from (select s.query <> $4 or s.filters <> $5::jsonb or s.list_id is distinct from $8 as is_other from saved_searches s
              where s.team_id = $1 and s.id = $2 for update) d
      where team_id = $1 and id = $2`,
    [teamId, id, name, query, JSON.stringify(filters), every, awayDays, listId],
  )
  await notifyWatcher(tx)
  return rowCount === 1
}

export interface NewTarget {
  readonly destination: AlertDestination
  readonly target: string
  /** Null: the webhook's own is kept. */
  readonly signingSecret: string | null
}

/** Another destination has not failed yet. A search that was paused because the old one is gone sends alerts again. */
export async function updateTarget(
  tx: Transaction,
  teamId: string,
  id: string,
  { destination, target, signingSecret }: NewTarget,
): Promise<void> {
  await tx.query(
    `update saved_searches s set destination = $3, target = $4, failures = 0, held_until = null,
            paused_at = case when not ${ENDPOINT_GONE} then paused_at end, pause_reason = null,
            signing_secret = case when $3 = 'webhook' then coalesce($5, signing_secret) end,
            previous_secret = case when $3 = 'webhook' then previous_secret end,
            previous_secret_until = case when $3 = 'webhook' then previous_secret_until end
      where team_id = $1 and id = $2`,
    [teamId, id, destination, target, signingSecret],
  )
  if (destination === 'webhook') await splitSharedMessages(tx, teamId, id)
  if (destination === 'today') await dropWaitingMessages(tx, teamId, id)
}

/** One in flight may still arrive. */
async function dropWaitingMessages(tx: Transaction, teamId: string, id: string): Promise<void> {
  await tx.query(
    `delete from search_messages m using saved_searches s
      where s.team_id = $1 and s.id = $2 and m.search = s.n and m.state = 'waiting'`,
    [teamId, id],
  )
}

/** People get one message for many companies that entered together; a webhook gets one for each entry. */
async function splitSharedMessages(tx: Transaction, teamId: string, id: string): Promise<void> {
  await tx.query(
    `with entry as (
       select c.id, m.search, m.next_at, m.created_at, row_number() over (partition by m.id order by c.n) as place
         from saved_searches s join search_messages m on m.search = s.n join search_changes c on c.message = m.id
        where s.team_id = $1 and s.id = $2 and m.state = 'waiting' and m.digest_at is null),
     other as materialized (select e.*, gen_random_uuid() as message from entry e where e.place > 1),
     added as (
       insert into search_messages (id, search, next_at, created_at)
       select o.message, o.search, o.next_at, o.created_at from other o)
     update search_changes c set message = o.message from other o where c.id = o.id`,
    [teamId, id],
  )
}

/** Sealed. Null for a search without a webhook. */
export async function selectSecret(tx: Transaction, teamId: string, id: string): Promise<string | null> {
  const row = await maybeOne<{ secret: string | null }>(
    tx,
    `select signing_secret as secret from saved_searches where team_id = $1 and id = $2`,
    [teamId, id],
  )
  return row?.secret ?? null
}

export async function replaceSecret(
  tx: Transaction,
  teamId: string,
  id: string,
  sealed: string,
  overlapSeconds: number,
): Promise<void> {
  await tx.query(`update saved_searches set ${rotatedSecret('$3', '$4')} where team_id = $1 and id = $2`, [
    teamId,
    id,
    sealed,
    overlapSeconds,
  ])
}

export async function setSearchPaused(
  tx: Transaction,
  teamId: string,
  id: string,
  isPaused: boolean,
): Promise<boolean> {
  const { rowCount } = await tx.query(
    `update saved_searches set paused_at = case when $3 then coalesce(paused_at, now()) end,
            muted_at = case when $3 then muted_at end, failures = case when $3 then failures else 0 end,
            held_until = case when $3 then held_until end, pause_reason = case when $3 then pause_reason end
      where team_id = $1 and id = $2`,
    [teamId, id, isPaused],
  )
  return rowCount === 1
}

export async function deleteSearch(tx: Transaction, teamId: string, id: string): Promise<boolean> {
  const { rowCount } = await tx.query(`delete from saved_searches where team_id = $1 and id = $2`, [teamId, id])
  await notifyWatcher(tx)
  return rowCount === 1
}

/** Its destination has accepted a test message. */
export async function recordTest(db: Queryable, id: string): Promise<void> {
  await db.query(`update saved_searches set tested_at = now() where id = $1`, [id])
}

/** A team's progress with its alerts. */
export interface AlertSetup {
  readonly searches: number
  /** Whether one of them sends messages. */
  readonly hasDestination: boolean
  /** Whether a test message was accepted, or a company was found that sends an alert. */
  readonly hasAlert: boolean
}

export async function readAlertSetup(db: Queryable, teamId: string): Promise<AlertSetup> {
  return one<AlertSetup & { [column: string]: unknown }>(
    db,
    `select count(*)::int as searches, coalesce(bool_or(s.destination <> 'today'), false) as "hasDestination",
            coalesce(bool_or(s.tested_at is not null or exists (
              select from search_changes c where c.search = s.n and c.action = 'entered' and c.silence is null)), false) as "hasAlert"
       from saved_searches s where s.team_id = $1`,
    [teamId],
  )
}

/** Shown to the person who deletes the list. */
export async function findSearchesWithList(
  db: Queryable,
  teamId: string,
  listId: string,
): Promise<{ kind: string; id: string; name: string }[]> {
  return many<{ kind: string; id: string; name: string }>(
    db,
    `select 'saved search' as kind, id::text, name from saved_searches where team_id = $1 and list_id = $2 order by 3`,
    [teamId, listId],
  )
}

/** The watcher needn't wait for its next poll. */
async function notifyWatcher(tx: Transaction): Promise<void> {
  await tx.query(`select pg_notify('saved_searches', '')`)
}
