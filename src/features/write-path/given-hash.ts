import { hash } from 'node:crypto'
import { VERSION } from '../../platform/version.ts'
import type { IncomingSignal } from '../signals/index.ts'

/** Raise it with every change of what is stored of a record. */
const WRITING_VERSION = 1
const HEX_DIGITS = 13

/**
 * Tells a record from other records of the same report: everything that it says, as it was read. What a catalogue or a
 * dictionary made of it is part of it, so other ones give another hash. 52 bits, so that it fits a number.
 */
export function givenHash(record: IncomingSignal): number {
  const text = `${VERSION} ${WRITING_VERSION} ${JSON.stringify(record)}`
  return Number.parseInt(hash('sha1', text, 'hex').slice(0, HEX_DIGITS), 16)
}
