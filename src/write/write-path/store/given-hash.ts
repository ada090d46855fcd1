import { hash } from 'node:crypto'
import type { IncomingSignal } from '../../../meaning/signals/index.ts'
import { readingRules } from './reading-rules.ts'

/**
 * Distinguishes a record from other records of the same report: covers all its content and the rules by which it was
 * read. 128 bits in hexadecimal.
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
