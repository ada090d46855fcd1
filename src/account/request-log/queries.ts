import { columns, many, type Queryable, type Transaction } from '../../db/index.ts'
import type { RequestBatch, RequestCount, RequestRow } from './request-log.ts'

const ROWS = columns<RequestRow>(1, {
  team_id: ['uuid', ({ teamId }) => teamId],
  age_ms: ['float8', ({ ageMs }) => ageMs],
  id: ['bigint', ({ id }) => id],
  key_id: ['uuid', ({ keyId }) => keyId],
  endpoint: ['text', ({ endpoint }) => endpoint],
  method: ['text', ({ method }) => method],
  path: ['text', ({ path }) => storable(path)],
  status: ['smallint', ({ status }) => status],
  ms: ['int', ({ ms }) => ms],
  records: ['int', ({ charged }) => charged?.records ?? null],
  page_turns: ['int', ({ charged }) => charged?.pageTurns ?? null],
  request_id: ['text', ({ requestId }) => requestId],
  error_code: ['text', ({ error }) => error?.code ?? null],
  error_message: ['text', ({ error }) => (error ? storable(error.message) : null)],
})

const COUNTS = columns<RequestCount>(ROWS.next, {
  team_id: ['uuid', ({ teamId }) => teamId],
  key_id: ['uuid', ({ keyId }) => keyId],
  endpoint: ['text', ({ endpoint }) => endpoint],
  requests: ['int', ({ requests }) => requests],
  records: ['int', ({ records }) => records],
  failed: ['int', ({ failed }) => failed],
})

/** Nodes increment the counts of the same keys in the same order, so they never deadlock. */
const INSERT = {
  name: 'insert_requests',
  text: `with logged as (
           insert into request_log (day, at, team_id, id, key_id, endpoint, method, path, status, ms, records, page_turns,
                                    request_id, error_code, error_message)
           select (t.at at time zone 'utc')::date, t.at, r.team_id, r.id, r.key_id, r.endpoint, r.method, r.path, r.status, r.ms,
                  r.records, r.page_turns, r.request_id, r.error_code, r.error_message
             from ${ROWS.as('r')} join teams on teams.id = r.team_id,
                  lateral (select statement_timestamp() - r.age_ms * interval '1 millisecond' as at) t
         )
         insert into usage_by_key as u (team_id, key_id, day, endpoint, requests, records, failed)
         select c.team_id, c.key_id, (statement_timestamp() at time zone 'utc')::date, c.endpoint, c.requests, c.records, c.failed
           from ${COUNTS.as('c')} join teams on teams.id = c.team_id
          order by c.team_id, c.key_id, c.endpoint
         on conflict (team_id, key_id, day, endpoint) do update
            set requests = u.requests + excluded.requests, records = u.records + excluded.records,
                failed = u.failed + excluded.failed`,
}

export async function insertRequests(db: Queryable, { rows, counts }: RequestBatch): Promise<void> {
  await db.query({ ...INSERT, values: [...ROWS.values(rows), ...COUNTS.values(counts)] })
}

/** PostgreSQL stores no NUL. */
const storable = (text: string) => text.replaceAll('\0', '�').toWellFormed()

export async function makeRequestPartitions(db: Queryable): Promise<void> {
  await db.query('select make_request_partitions()')
}

export async function deleteOldKeyUsage(db: Queryable, days: number): Promise<void> {
  await db.query(`delete from usage_by_key where day < (now() at time zone 'utc')::date - $1::int`, [days])
}

export async function deleteRequestsOfTeam(tx: Transaction, teamId: string): Promise<void> {
  await tx.query(`delete from request_log where team_id = $1`, [teamId])
}

interface KeyUsage {
  readonly id: string
  readonly requests: number
  readonly records: number
  readonly failed: number
}

/** Of the last days, today included. */
export async function readKeyUsage(db: Queryable, teamId: string, days: number): Promise<KeyUsage[]> {
  return many<KeyUsage & { [column: string]: unknown }>(
    db,
    `select key_id as id, sum(requests)::int as requests, sum(records)::int as records, sum(failed)::int as failed
       from usage_by_key where team_id = $1 and day > (now() at time zone 'utc')::date - $2::int group by key_id`,
    [teamId, days],
  )
}
