// The audit log for programs: all teams and the installation, oldest first, optionally followed as it grows.

import { setTimeout as sleep } from 'node:timers/promises'
import { many, type Queryable } from '../../db/index.ts'
import type { ActorKind } from '../../settings-contract/index.ts'
import { ANONYMOUS } from './queries.ts'

export interface ExportFilter {
  readonly teamId?: string | undefined
  readonly since?: Date | undefined
  /** Exclusive. */
  readonly until?: Date | undefined
  /** The id of the last record that the reader has. */
  readonly after?: number | undefined
}

export interface ExportedRecord {
  readonly id: number
  readonly at: Date
  /** Null: the whole installation. */
  readonly team: { readonly id: string; readonly name: string } | null
  readonly action: string
  readonly actor: string | null
  readonly actorKind: ActorKind
  readonly address: string | null
  readonly target: { readonly id: string | null; readonly name: string } | null
  readonly details: Readonly<Record<string, string | number | boolean>>
  readonly [column: string]: unknown
}

const PAGE = 1_000
const EVERY_MS = 1_000

/** Ends with the last record, or never if it follows the log. */
export async function* exportAudit(
  db: Queryable,
  filter: ExportFilter,
  { follow = false, everyMs = EVERY_MS }: { readonly follow?: boolean; readonly everyMs?: number } = {},
): AsyncGenerator<ExportedRecord> {
  let after = filter.after ?? 0
  for (;;) {
    const upTo = await completeUpTo(db, everyMs)
    for (;;) {
      const page = await readPage(db, filter, after, upTo)
      yield* page
      if (page.length < PAGE) break
      after = page.at(-1)?.id ?? after
    }
    after = Math.max(after, upTo)
    if (!follow) return
    await sleep(everyMs)
  }
}

/**
 * The id up to which no record is missing. Ids are given before the commit: a record with a lower one may still become
 * visible. A writer locks the table before it gets its id. So all writers that held the lock when the highest id was
 * read have ended before the records are considered complete.
 */
async function completeUpTo(db: Queryable, everyMs: number): Promise<number> {
  const [highest] = await many<{ id: number }>(db, `select coalesce(max(id), 0) as id from audit_log`)
  const open = new Set(await readWriters(db))
  while (open.size > 0) {
    await sleep(Math.min(everyMs, 100))
    const still = new Set(await readWriters(db))
    for (const writer of open) if (!still.has(writer)) open.delete(writer)
  }
  return highest?.id ?? 0
}

/** Idle transactions are ended by the database, so the wait is bounded (DATABASE_IDLE_TRANSACTION_SECONDS). */
async function readWriters(db: Queryable): Promise<string[]> {
  const rows = await many<{ writer: string }>(
    db,
    `select distinct virtualtransaction as writer from pg_locks
      where locktype = 'relation' and relation = 'audit_log'::regclass and mode = 'RowExclusiveLock' and granted
        and database = (select oid from pg_database where datname = current_database())`,
  )
  return rows.map(({ writer }) => writer)
}

async function readPage(
  db: Queryable,
  { teamId, since, until }: ExportFilter,
  after: number,
  upTo: number,
): Promise<ExportedRecord[]> {
  return many<ExportedRecord>(
    db,
    `select a.id, a.at, case when t.id is not null then jsonb_build_object('id', t.id, 'name', t.name) end as team,
            a.action, case when not ${ANONYMOUS} then a.actor_email end as actor,
            case when ${ANONYMOUS} then 'anonymous' when a.actor_id is null then 'operator' else 'person' end as "actorKind",
            host(a.address) as address,
            case when a.target_name is not null then jsonb_build_object('id', a.target_id, 'name', a.target_name) end as target,
            a.details
       from audit_log a left join teams t on t.id = a.team_id
      where a.id > $1 and a.id <= $2 and ($3::uuid is null or a.team_id = $3)
        and ($4::timestamptz is null or a.at >= $4) and ($5::timestamptz is null or a.at < $5)
      order by a.id limit ${PAGE}`,
    [after, upTo, teamId ?? null, since ?? null, until ?? null],
  )
}
