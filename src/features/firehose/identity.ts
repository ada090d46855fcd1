// Whether this database is the one that delivers. A copy made by dump and restore holds its firehose until an operator
// says otherwise, so that it does not deliver to customers beside the original. See migrations/0007-webhooks.sql for how
// a copy is recognised.

import { type Database, maybeOne, one, type Queryable } from '../../db/index.ts'

export type Hold = 'restored' | 'operator' | undefined

/** Why all delivery is held; nothing: it is not. */
export async function readHold(db: Queryable): Promise<Hold> {
  const row = await maybeOne<{ same: boolean; systemIdentifier: string | null; held: boolean }>(
    db,
    `select written_by = xmin::text::bigint
              and database_oid = (select oid::bigint from pg_database where datname = current_database()) as same,
            system_identifier as "systemIdentifier", held
       from firehose_identity`,
  )
  if (!row) return undefined
  const system = row.systemIdentifier === null ? undefined : await readSystemIdentifier(db)
  if (!row.same || (system !== undefined && system !== row.systemIdentifier)) return 'restored'
  return row.held ? 'operator' : undefined
}

/** Before anything is delivered from it, and when a webhook is saved: a copy of it is a copy from then on. */
export async function recordIdentity(db: Queryable): Promise<void> {
  if (await maybeOne(db, `select from firehose_identity`)) return
  await db.query(
    `insert into firehose_identity (written_by, database_oid, system_identifier)
     values (pg_current_xact_id()::text::bigint % 4294967296,
             (select oid::bigint from pg_database where datname = current_database()), $1)
     on conflict do nothing`,
    [(await readSystemIdentifier(db)) ?? null],
  )
}

/** This database is the one, from now on. Returns what it was held by. */
export async function releaseHold(db: Database): Promise<Hold> {
  const hold = await readHold(db.pool('settings'))
  if (!hold) return undefined
  await writeIdentity(db.pool('settings'), false)
  return hold
}

export async function holdAll(db: Database): Promise<void> {
  await recordIdentity(db.pool('settings'))
  // A copy stays one: it must be released as such.
  if ((await readHold(db.pool('settings'))) !== 'restored') await writeIdentity(db.pool('settings'), true)
}

/** The whole row anew: an update makes a new version of it, with the xmin of this transaction. */
async function writeIdentity(db: Queryable, held: boolean): Promise<void> {
  await db.query(
    `update firehose_identity
        set written_by = pg_current_xact_id()::text::bigint % 4294967296, held = $2, system_identifier = $1,
            database_oid = (select oid::bigint from pg_database where datname = current_database())`,
    [(await readSystemIdentifier(db)) ?? null, held],
  )
}

/** Some hosts keep it from their customers. It is asked for first: a refusal would end the transaction around it. */
async function readSystemIdentifier(db: Queryable): Promise<string | undefined> {
  const { may } = await one<{ may: boolean }>(
    db,
    `select has_function_privilege('pg_catalog.pg_control_system()', 'execute') as may`,
  )
  if (!may) return undefined
  return (await one<{ id: string }>(db, `select system_identifier::text as id from pg_control_system()`)).id
}
