// The edge between SQL and TypeScript: queries are written as SQL and typed where they are sent.

import pg from 'pg'

/**
 * A statement that the database parses and plans once for each connection, under its name; a name stands for one text,
 * everywhere. Worth it where a request waits: planning took longer than running in what was measured here. Behind a
 * transaction pooler the name is left away (database.ts).
 */
export interface Statement {
  readonly name: string
  readonly text: string
}

type Sql = string | Statement

/** A pool, or one connection of it inside a transaction. */
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
    throw new Error(`one row was expected: ${text.trim().slice(0, 80)}`)
  }
  return row
}

// bigint comes as text by default. Ours are positions and counts, far below 2^53; one beyond it is a defect.
pg.types.setTypeParser(pg.types.builtins.INT8, (text) => {
  const number = Number(text)
  if (!Number.isSafeInteger(number)) throw new RangeError(`bigint ${text} does not fit a number`)
  return number
})

/** SQLSTATE of a violated unique constraint. */
export const UNIQUE_VIOLATION = '23505'
/** Tried again, it may go through. */
export const SERIALISATION_FAILURE = '40001'

export function errorCodeIs(error: unknown, state: string): boolean {
  return (error as { code?: unknown } | null)?.code === state
}
