// Whether this database may deliver. A copy made by dump and restore holds its firehose until an operator releases it,
// so that the copy does not deliver to customers in addition to the original. See migrations/0007-webhooks.sql for how
// a copy is recognised.

import { type Database, maybeOne, one, type Queryable } from '../../../db/index.ts'

export type Hold = 'restored' | 'operator' | undefined

/** Why all delivery is held. Undefined if it is not. */
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

/** Call it before anything is delivered, and when a webhook is saved. Copies made afterwards are recognised. */
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

/** For a restore, in its transaction: from then on this is a restored copy, even if nothing was ever delivered from it. */
export async function markAsRestored(tx: Queryable): Promise<void> {
  await recordIdentity(tx)
  // The id of no transaction.
  await tx.query('update firehose_identity set written_by = -1')
}

/** From now on this database delivers. Returns why it was held. */
export async function releaseHold(db: Database): Promise<Hold> {
  const hold = await readHold(db.pool('settings'))
  if (!hold) return undefined
  await writeIdentity(db.pool('settings'), false)
  return hold
}

export async function holdAll(db: Database): Promise<void> {
  await recordIdentity(db.pool('settings'))
  // A restored copy stays held as one: it needs its own release.
  if ((await readHold(db.pool('settings'))) !== 'restored') await writeIdentity(db.pool('settings'), true)
}

/** Writes every column: an update makes a new version of the row, with the xmin of this transaction. */
async function writeIdentity(db: Queryable, held: boolean): Promise<void> {
  await db.query(
    `update firehose_identity
        set written_by = pg_current_xact_id()::text::bigint % 4294967296, held = $2, system_identifier = $1,
            database_oid = (select oid::bigint from pg_database where datname = current_database())`,
    [(await readSystemIdentifier(db)) ?? null, held],
  )
}

/** Some hosts do not let customers read it. The privilege is checked first: an error would abort the transaction. */
async function readSystemIdentifier(db: Queryable): Promise<string | undefined> {
  const { allowed } = await one<{ allowed: boolean }>(
    db,
    `select has_function_privilege('pg_catalog.pg_control_system()', 'execute') as allowed`,
  )
  if (!allowed) return undefined
  return (await one<{ id: string }>(db, `select system_identifier::text as id from pg_control_system()`)).id
}
