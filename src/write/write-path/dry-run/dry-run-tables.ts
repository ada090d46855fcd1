// What a dry run would have written so far, in temporary tables of its connection: memory is bounded however large the input
// is.

import { many, type Queryable } from '../../../db/index.ts'

const KEYS = {
  /** Companies by domain. */
  dry_run_companies: 'text',
  dry_run_reports: 'uuid',
  /** A domain that would be an alias by now: the domain of its company. */
  dry_run_aliases: 'text',
  /** The ordinal of a company that would be merged by now, with that of the company that it leads to. */
  dry_run_merged: 'int',
  /** What sources would have declared, by name. */
  dry_run_sources: 'text',
} as const

export type DryRunTable = keyof typeof KEYS

export async function createTables(db: Queryable): Promise<void> {
  for (const [table, type] of Object.entries(KEYS)) {
    await db.query(`create temporary table ${table} (key ${type} primary key, value jsonb not null)`)
  }
}

export async function recall<T, Key = string>(
  db: Queryable,
  table: DryRunTable,
  keys: readonly Key[],
): Promise<[Key, T][]> {
  if (keys.length === 0) return []
  const rows = await many<{ key: Key; value: T }>(
    db,
    `select key, value from ${table} where key = any($1::${KEYS[table]}[])`,
    [[...new Set(keys)]],
  )
  return rows.map(({ key, value }) => [key, value])
}

export async function remember(
  db: Queryable,
  table: DryRunTable,
  values: ReadonlyMap<string | number, unknown>,
): Promise<void> {
  if (values.size === 0) return
  const rows = [...values].map(([key, value]) => ({ key, value }))
  await db.query(
    `insert into ${table} select key, value from jsonb_to_recordset($1::jsonb) as row (key ${KEYS[table]}, value jsonb)
     on conflict (key) do update set value = excluded.value`,
    [JSON.stringify(rows)],
  )
}

/** What led to one now leads to the other. */
export async function redirect(db: Queryable, table: DryRunTable, from: string | number, to: string | number) {
  await db.query(
    `update ${table} set value = to_jsonb($2::${KEYS[table]}) where value = to_jsonb($1::${KEYS[table]})`,
    [from, to],
  )
  await remember(db, table, new Map([[from, to]]))
}
