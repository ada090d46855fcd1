import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { from } from 'pg-copy-streams'
import { binaryRows } from './binary-rows.ts'
import type { Column } from './columns.ts'
import type { Transaction } from './database.ts'

/**
 * COPY FROM STDIN, the fastest way to insert many rows. The types of the columns must be those of the table. Call it
 * once, next to the columns. Rows are pulled one at a time, so a generator of rows needs no memory for all of them.
 */
export function copyInto<Row>(
  table: string,
  definition: Readonly<Record<string, Column<Row>>>,
): (tx: Transaction, rows: Iterable<Row>) => Promise<void> {
  const statement = `copy ${table} (${Object.keys(definition).join(', ')}) from stdin with (format binary)`
  const encode = binaryRows(definition)
  return async (tx, rows) => {
    const chunks = encode(rows)
    const first = chunks.next()
    if (!first.done) await pipeline(Readable.from(rejoined(first.value, chunks)), tx.query(from(statement)))
  }
}

function* rejoined(first: Buffer, rest: Generator<Buffer>): Generator<Buffer> {
  yield first
  yield* rest
}
