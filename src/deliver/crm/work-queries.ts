// The SQL of the worker: a connection is claimed, worked on without a transaction, and settled. Every write names the claim, and
// changes nothing once another worker has the connection or an owner has changed its settings.

import { HAS_API_ACCESS } from '../../account/plans/index.ts'
import type { CrmCompanyState, CrmKind, CrmTaskState } from '../../closed-sets/crm.ts'
import { columns, many, maybeOne, type Queryable, type Transaction } from '../../db/index.ts'
import type { FieldMapping, PropertyValues } from './clients/crm.ts'

export interface ClaimedConnection {
  readonly id: string
  readonly teamId: string
  readonly kind: CrmKind
  readonly instance: string
  readonly credentials: string
  readonly fields: FieldMapping
  readonly createsCompanies: boolean
  readonly createsTasks: boolean
  readonly isPrepared: boolean
  readonly version: number
  readonly claim: number
  readonly failures: number
  /** Whether all windows are due to be compared with the members. */
  readonly comparesAll: boolean
  readonly [column: string]: unknown
}

const COMPARE_SECONDS = 60

/**
 * Connections with work, the one that has waited longest since its last turn first: a team with much to write doesn't
 * block the others.
 */
export async function claimConnections(
  db: Queryable,
  now: number,
  limit: number,
  claimSeconds: number,
): Promise<ClaimedConnection[]> {
  return many<ClaimedConnection>(
    db,
    `with chosen as (
       select c.id, c.compared_at is null or c.compared_at < to_timestamp($1) - interval '${COMPARE_SECONDS} seconds' as compares
         from crm_connections c join teams t on t.id = c.team_id
        where c.claimed_until < clock_timestamp() and (c.held_until is null or c.held_until <= to_timestamp($1))
          and ${HAS_API_ACCESS}
          and (c.compared_at is null or c.compared_at < to_timestamp($1) - interval '${COMPARE_SECONDS} seconds'
               or exists (select from crm_companies o where o.connection = c.id and o.due_at <= to_timestamp($1))
               or exists (select from crm_searches f where f.connection = c.id and exists (
                            select from search_changes h where h.search = f.search and h.n > f.seen)))
        order by c.turn_at limit $2 for update of c skip locked)
     update crm_connections c set claim = c.claim + 1, turn_at = clock_timestamp(),
            claimed_until = clock_timestamp() + make_interval(secs => $3)
       from chosen where c.id = chosen.id
     returning c.id, c.team_id as "teamId", c.kind, c.instance, c.credentials, c.fields, c.version, c.claim, c.failures,
               c.creates_companies as "createsCompanies", c.creates_tasks as "createsTasks",
               c.prepared_at is not null as "isPrepared", chosen.compares as "comparesAll"`,
    [now, limit, claimSeconds],
  )
}

/** Locks the connection. False: the claim has expired, and nothing may be written. */
export async function holdsClaim(
  tx: Transaction,
  { id, claim, version }: Pick<ClaimedConnection, 'id' | 'claim' | 'version'>,
): Promise<boolean> {
  const row = await maybeOne(
    tx,
    `select from crm_connections where id = $1 and claim = $2 and version = $3 and claimed_until > clock_timestamp() for update`,
    [id, claim, version],
  )
  return row !== undefined
}

export interface DueCompany {
  readonly company: number
  /** To the microsecond: a company that became due again meanwhile stays due. */
  readonly dueAt: string
  readonly externalId: string | null
  readonly attempts: number
  readonly written: PropertyValues | null
  readonly id: string | null
  readonly name: string
  readonly domain: string
  readonly heatKey: number | null
  readonly windows: readonly StoredWindow[]
  readonly [column: string]: unknown
}

export interface StoredWindow {
  readonly search: number
  /** Null: the search was deleted. */
  readonly searchId: string | null
  readonly name: string | null
  readonly query: string | null
  /** Unix seconds. */
  readonly openedAt: number
  readonly endedAt: number | null
  readonly taskState: CrmTaskState
}

export const BATCH = 100

/** With the windows that are open or whose task may be. */
export async function readDue(db: Queryable, connection: string, now: number): Promise<DueCompany[]> {
  return many<DueCompany>(
    db,
    `select d.company, d.due_at::text as "dueAt", d.external_id as "externalId", d.attempts, d.written, o.id,
            coalesce(o.name, '') as name, coalesce(o.domain, '') as domain, r.heat_key as "heatKey",
            coalesce((select json_agg(json_build_object(
                'search', w.search, 'searchId', s.id, 'name', s.name, 'query', s.query,
                'openedAt', extract(epoch from w.opened_at)::float8, 'endedAt', extract(epoch from w.ended_at)::float8,
                'taskState', w.task_state) order by w.opened_at desc, w.search)
              from crm_windows w left join saved_searches s on s.n = w.search
             where w.connection = d.connection and w.company = d.company
               and (w.ended_at is null or w.task_state <> 'done')), '[]') as windows
       from (select * from crm_companies c where c.connection = $1 and c.due_at <= to_timestamp($2)
              order by c.due_at, c.company limit ${BATCH}) d
       left join companies o on o.ordinal = d.company left join company_ranks r on r.company_ordinal = d.company
      order by d.due_at, d.company`,
    [connection, now],
  )
}

export interface SettledCompany {
  readonly company: number
  readonly dueAt: string
  readonly externalId: string | null
  readonly state: CrmCompanyState
  readonly problem: string | null
  readonly attempts: number
  /** Undefined: nothing was written this time. */
  readonly written: PropertyValues | undefined
  /** Unix seconds. Undefined: nothing is left to do. */
  readonly nextAt: number | undefined
}

const COMPANIES = columns<SettledCompany>(3, {
  company: ['int', ({ company }) => company],
  due_at: ['text', ({ dueAt }) => dueAt],
  external_id: ['text', ({ externalId }) => externalId],
  state: ['text', ({ state }) => state],
  problem: ['text', ({ problem }) => problem],
  attempts: ['int', ({ attempts }) => attempts],
  written: ['jsonb', ({ written }) => (written === undefined ? null : JSON.stringify(written))],
  next_at: ['timestamptz', ({ nextAt }) => nextAt ?? null],
})

export interface SettledTask {
  readonly company: number
  readonly search: number
  readonly openedAt: number
  readonly state: 'open' | 'done'
}

const TASKS = columns<SettledTask>(2, {
  company: ['int', ({ company }) => company],
  search: ['int', ({ search }) => search],
  opened_at: ['timestamptz', ({ openedAt }) => openedAt],
  state: ['text', ({ state }) => state],
})

export async function settleCompanies(
  tx: Transaction,
  connection: string,
  now: number,
  companies: readonly SettledCompany[],
  tasks: readonly SettledTask[],
): Promise<void> {
  await tx.query(
    `update crm_companies c set external_id = s.external_id, state = s.state, problem = s.problem, attempts = s.attempts,
            written = coalesce(s.written, c.written),
            written_at = case when s.written is not null then to_timestamp($2) else c.written_at end,
            due_at = case when c.due_at::text = s.due_at then s.next_at else c.due_at end
       from ${COMPANIES.as('s')} where c.connection = $1 and c.company = s.company`,
    [connection, now, ...COMPANIES.values(companies)],
  )
  await tx.query(
    `update crm_windows w set task_state = s.state from ${TASKS.as('s')}
      where w.connection = $1 and w.company = s.company and w.search = s.search and w.opened_at = s.opened_at`,
    [connection, ...TASKS.values(tasks)],
  )
}

/** False: the claim has expired. */
export async function renewClaim(
  db: Queryable,
  { id, claim, version }: Pick<ClaimedConnection, 'id' | 'claim' | 'version'>,
  claimSeconds: number,
): Promise<boolean> {
  const { rowCount } = await db.query(
    `update crm_connections set claimed_until = clock_timestamp() + make_interval(secs => $4)
      where id = $1 and claim = $2 and version = $3 and claimed_until > clock_timestamp()`,
    [id, claim, version, claimSeconds],
  )
  return rowCount === 1
}

/** The next batch, of this connection or another, can begin. */
export async function releaseConnection(db: Queryable, { id, claim }: ClaimedConnection): Promise<void> {
  await db.query(`update crm_connections set claimed_until = '-infinity' where id = $1 and claim = $2`, [id, claim])
}

export async function recordSuccess(tx: Transaction, id: string): Promise<void> {
  await tx.query(
    `update crm_connections set failures = 0, problem = null, held_until = null, prepared_at = coalesce(prepared_at, now())
      where id = $1 and (failures > 0 or problem is not null or prepared_at is null)`,
    [id],
  )
}

/** No requests before `heldUntil`. With `unprepared`, the properties are checked again. */
export async function recordProblem(
  tx: Transaction,
  id: string,
  { problem, heldUntil, isUnprepared }: { problem: string; heldUntil: number; isUnprepared: boolean },
): Promise<void> {
  await tx.query(
    `update crm_connections set failures = failures + 1, problem = $2, held_until = to_timestamp($3),
            prepared_at = case when $4 then null else prepared_at end where id = $1`,
    [id, problem, heldUntil, isUnprepared],
  )
}
