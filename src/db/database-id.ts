import { one, type Queryable } from './sql.ts'

/**
 * Tells databases apart: twelve hex digits of a hash. `doctor` compares it with that of a running service. A database that
 * was restored or copied elsewhere has another one.
 */
export async function readDatabaseId(db: Queryable): Promise<string> {
  const { id } = await one<{ id: string }>(
    db,
    `select left(md5(concat_ws(':', d.datname, d.oid, (select extract(epoch from min(applied_at)) from schema_migrations))), 12) as id
       from pg_database d where d.datname = current_database()`,
  )
  return id
}
