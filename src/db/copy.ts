// COPY FROM STDIN, the fastest way to insert many rows.

import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { from } from 'pg-copy-streams'
import type { Transaction } from './database.ts'

export type CopyValue = string | number | null

/** One row in COPY's text format. */
export function copyLine(values: readonly CopyValue[]): string {
  return `${values.map(copied).join('\t')}\n`
}

/** The same, from the functions that read its columns. To join them is twice as fast as to append one after the other. */
export function copyRow<Row>(readers: readonly ((row: Row) => CopyValue)[], row: Row): string {
  return `${readers.map((read) => copied(read(row))).join('\t')}\n`
}

function copied(value: CopyValue): string {
  if (value === null) return '\\N'
  return typeof value === 'number' ? String(value) : escapeText(value)
}

export async function copyIn(
  tx: Transaction,
  table: string,
  columns: readonly string[],
  lines: readonly string[],
): Promise<void> {
  if (lines.length === 0) return
  const sink = tx.query(from(`copy ${table} (${columns.join(', ')}) from stdin`))
  await pipeline(Readable.from(chunks(lines)), sink)
}

const CHUNK_LINES = 500

function* chunks(lines: readonly string[]): Generator<string> {
  for (let i = 0; i < lines.length; i += CHUNK_LINES) yield lines.slice(i, i + CHUNK_LINES).join('')
}

function escapeText(text: string): string {
  return NEEDS_ESCAPE.test(text) ? text.replace(/[\\\t\n\r]/g, (character) => ESCAPES[character] ?? character) : text
}

const NEEDS_ESCAPE = /[\\\t\n\r]/
const ESCAPES: Readonly<Record<string, string>> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' }
