// The editions of the rules by which the newest code that opened the database stores things (bin/rule-editions.ts), so
// that `upgrade --check` can list what other code would recompute. They serve no other purpose.

import type pg from 'pg'
import editions from '../../platform/rule-editions.json' with { type: 'json' }
import { many, one, type Queryable } from '../sql.ts'

export type RuleName = keyof typeof editions

/** The caller holds the lock of the migrations, and is not older than the database. */
export async function recordEditions(client: pg.Client): Promise<void> {
  await client.query('create table if not exists schema_editions (name text primary key, edition text not null)')
  await client.query(
    `insert into schema_editions (name, edition) select key, value from jsonb_each_text($1)
     on conflict (name) do update set edition = excluded.edition where schema_editions.edition <> excluded.edition`,
    [JSON.stringify(editions)],
  )
}

/** Undefined: the database was never opened by code that records them. */
export async function changedEditions(db: Queryable): Promise<RuleName[] | undefined> {
  const { exists } = await one<{ exists: boolean }>(db, `select to_regclass('schema_editions') is not null as exists`)
  if (!exists) return undefined
  const recorded = new Map(
    (await many<{ name: string; edition: string }>(db, 'select name, edition from schema_editions')).map(
      ({ name, edition }) => [name, edition],
    ),
  )
  return (Object.keys(editions) as RuleName[]).filter((name) => recorded.get(name) !== editions[name])
}
