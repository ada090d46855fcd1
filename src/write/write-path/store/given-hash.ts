import { hash } from 'node:crypto'
import type { Column } from '../../../db/index.ts'
import type { IncomingSignal } from '../../../meaning/signals/index.ts'
import { readingRules } from './reading-rules.ts'

/**
 * Tells a record from other records of the same report: everything that it says, and the rules by which it was read. 128 bits
 * in hexadecimal.
 */
export function lineHash(text: string): string {
  return hashOf(lineWithRules(text))
}

/** Faster, for UuidArray.pushHash: a character for each byte. */
export function lineHashBytes(text: string): string {
  return hash('sha256', lineWithRules(text), 'binary')
}

/** For a record that was no line of JSON. */
export function recordHash(record: IncomingSignal): string {
  return hashOf(`${readingRules()} record ${JSON.stringify(record)}`)
}

function lineWithRules(text: string): string {
  return `${readingRules()} line ${text}`
}

function hashOf(text: string): string {
  return hash('sha256', text, 'hex').slice(0, 32)
}

/** As PostgreSQL writes it, so that it can be compared with a stored one. */
export function asStored(hex: string): string {
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`
}

/** SQL: the hash of a row, null if a node that knows only given_hash has written it since. */
export const GIVEN_HASH = `case when given_hash = -1 then given_line end`

export function hashColumns<Row>(read: (row: Row) => string | undefined): Record<string, Column<Row>> {
  return {
    given_hash: ['bigint', (row) => (read(row) === undefined ? null : -1)],
    given_line: ['uuid', (row) => read(row) ?? null],
  }
}
