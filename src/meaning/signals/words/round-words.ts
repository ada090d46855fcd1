import { isRumour, readInstrument } from '../../rounds/index.ts'
import type { FieldValue } from '../../types/index.ts'

/** Adds the instrument and marks a rumour, if the source left it out. */
export function fillFromRoundWords(fields: Record<string, FieldValue>, label: string): void {
  const round = typeof fields.round === 'string' ? fields.round : ''
  fields.instrument ??= readInstrument(round, label)
  if (fields.rumour === undefined && isRumour(round, label)) fields.rumour = true
}
