import { one, type Queryable } from './sql.ts'

/**
 * Identifies a database by twelve hex digits of a hash. `doctor` compares it with that of a running service. A restored
 * or copied database has a different id.
 */
export async function readDatabaseId(db: Queryable): Promise<string> {
  const { id } = await one<{ id: string }>(
    db,
    `select left(md5(concat_ws(':', d.datname, d.oid, (select extract(epoch from min(applied_at)) from schema_migrations))), 12) as id
       from pg_database d where d.datname = current_database()`,
  )
  return id
}
