// Rows as named columns for `unnest`: one array parameter per column, however many rows there are. The statement's text
// is constant, so it can be prepared.

/** The types of columns, each with the type of its values. Any column may be null. */
export interface ColumnTypes {
  uuid: string
  'uuid[]': readonly string[]
  text: string
  /** Its text. */
  jsonb: string
  /** Its lexemes, each once. */
  tsvector: readonly string[]
  /** YYYY-MM-DD. */
  date: string
  /** Unix seconds. */
  timestamptz: number
  smallint: number
  int: number
  bigint: number
  float8: number
  boolean: boolean
}

/** A column's type and how to read its value from a row. */
export type Column<Row> = {
  [Type in keyof ColumnTypes]: readonly [type: Type, read: (row: Row) => ColumnTypes[Type] | null]
}[keyof ColumnTypes]

interface Columns<Row> {
  /** The names, separated by commas. */
  readonly names: string
  /** The number of the first parameter after these. */
  readonly next: number
  /**
   * The rows as an item of a FROM clause: `unnest($1::uuid[], $2::int[]) as g (id, size)`. With `ordinality`, that
   * column numbers the rows from 1.
   */
  as(alias: string, ordinality?: string): string
  /** The parameters, one array per column. */
  values(rows: readonly Row[]): unknown[][]
}

/**
 * Declares columns whose parameters are numbered from `first`. Call it once, next to the statement. The first parameter
 * of a second set of columns is the first one's `next`:
 *
 *     const SIZES = columns<Box>(1, { id: ['uuid', (box) => box.id], size: ['int', (box) => box.size] })
 *     const UPDATE = `update boxes b set size = g.size from ${SIZES.as('g')} where b.id = g.id`
 *     await db.query(UPDATE, SIZES.values(boxes))
 */
export function columns<Row>(first: number, definition: Readonly<Record<string, Column<Row>>>): Columns<Row> {
  const entries = Object.entries(definition)
  const names = entries.map(([name]) => name).join(', ')
  const arrays = entries.map(([, [type]], i) => `$${first + i}::${type}[]`).join(', ')
  return {
    names,
    next: first + entries.length,
    as: (alias, ordinality) =>
      ordinality === undefined
        ? `unnest(${arrays}) as ${alias} (${names})`
        : `unnest(${arrays}) with ordinality as ${alias} (${names}, ${ordinality})`,
    values: (rows) => entries.map(([, column]) => valuesOf(column, rows)),
  }
}

/** In the forms that the driver converts to text. */
function valuesOf<Row>([type, read]: Column<Row>, rows: readonly Row[]): unknown[] {
  if (type === 'timestamptz') return rows.map((row) => timeText(read(row)))
  // An array of arrays would have to be a matrix.
  if (type === 'uuid[]') throw new TypeError('rows with arrays can be copied, but not unnested')
  if (type === 'tsvector') return rows.map((row) => read(row)?.map(quoted).join(' ') ?? null)
  return rows.map((row) => read(row))
}

function timeText(seconds: number | null): string | null {
  return seconds === null ? null : new Date(seconds * 1_000).toISOString()
}

function quoted(lexeme: string): string {
  return `'${lexeme.replaceAll(/['\\]/g, '$&$&')}'`
}
