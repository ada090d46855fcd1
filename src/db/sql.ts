// The boundary between SQL and TypeScript: queries are written as SQL, and their rows are typed by the caller.

import pg from 'pg'

/**
 * A prepared statement: parsed and planned once per connection, under its name. A name must always have the same text.
 * Used on the request path, where planning was measured to take longer than execution. Behind a transaction pooler the
 * name is omitted (database.ts).
 */
export interface Statement {
  readonly name: string
  readonly text: string
}

type Sql = string | Statement

/** A pool, or a connection in a transaction. */
export interface Queryable {
  query<Row extends pg.QueryResultRow>(
    sql: string | (Statement & { values: unknown[] }),
    values?: readonly unknown[],
  ): Promise<pg.QueryResult<Row>>
}

export async function many<Row extends pg.QueryResultRow>(
  db: Queryable,
  sql: Sql,
  values: readonly unknown[] = [],
): Promise<Row[]> {
  const { rows } = await (typeof sql === 'string'
    ? db.query<Row>(sql, values)
    : db.query<Row>({ ...sql, values: values as unknown[] }))
  return rows
}

export async function maybeOne<Row extends pg.QueryResultRow>(
  db: Queryable,
  sql: Sql,
  values: readonly unknown[] = [],
): Promise<Row | undefined> {
  return (await many<Row>(db, sql, values))[0]
}

export async function one<Row extends pg.QueryResultRow>(
  db: Queryable,
  sql: Sql,
  values: readonly unknown[] = [],
): Promise<Row> {
  const row = await maybeOne<Row>(db, sql, values)
  if (row === undefined) {
    const text = typeof sql === 'string' ? sql : sql.text
    throw new Error(`expected one row: ${text.trim().slice(0, 80)}`)
  }
  return row
}

// The driver returns bigint as text by default. Ours are positions and counts, far below 2^53; a larger one is a bug.
pg.types.setTypeParser(pg.types.builtins.INT8, (text) => {
  const number = Number(text)
  if (!Number.isSafeInteger(number)) throw new RangeError(`bigint ${text} does not fit a number`)
  return number
})

/** SQLSTATE of a unique constraint violation. */
export const UNIQUE_VIOLATION = '23505'
/** SQLSTATE of a check constraint violation, and of a row without a partition. */
export const CHECK_VIOLATION = '23514'
/** SQLSTATE of a serialization failure: a retry may succeed. */
export const SERIALISATION_FAILURE = '40001'
/** SQLSTATE of a lock that was not granted within lock_timeout. */
export const LOCK_NOT_AVAILABLE = '55P03'

export function errorCodeIs(error: unknown, state: string): boolean {
  return (error as { code?: unknown } | null)?.code === state
}
