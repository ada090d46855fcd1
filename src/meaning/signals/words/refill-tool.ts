// Tools that were stored before an operator's file changed the catalogue. A stored value that equals what the shipped
// catalogue fills in counts as guessed, not as stated by the source.

import { shippedTools } from '../../tools/index.ts'
import type { FieldValue } from '../../types/index.ts'
import { fillFromDictionary } from './dictionary.ts'

type Fields = Readonly<Record<string, FieldValue>>

const GUESSED = ['vendor', 'category', 'ai'] as const

/** The fields of a stored tool with its guesses replaced by those of the current catalogue. */
export function refillTool(fields: Fields): Record<string, FieldValue> {
  const name = String(fields.tool ?? '')
  const guess = shippedTools().read(name)
  const stated: Record<string, FieldValue> = { ...fields }
  delete stated.product
  delete stated.family
  delete stated.categories
  for (const field of GUESSED) {
    if (guess[field] !== undefined && guess[field] === stated[field]) delete stated[field]
  }
  return fillFromDictionary('tool', stated)
}
