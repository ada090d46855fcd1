// Tools that were stored by another dictionary: version 0.1's, or the catalogue before an operator's file changed it. A
// stored value that equals what that dictionary fills in counts as guessed, not as stated by the source.

import { guessOf01, shippedTools } from '../../tools/index.ts'
import type { FieldValue } from '../declarations.ts'
import { fillFromDictionary } from './dictionary.ts'

type Fields = Readonly<Record<string, FieldValue>>

const GUESSED = ['vendor', 'category', 'ai'] as const

/** The fields of a stored tool with its guesses replaced by what the catalogue says now. */
export function refillTool(fields: Fields): Record<string, FieldValue> {
  const name = String(fields.tool ?? '')
  const guesses = [guessOf01(name), shippedTools().read(name)]
  const stated: Record<string, FieldValue> = { ...fields }
  delete stated.product
  delete stated.family
  for (const field of GUESSED) {
    if (guesses.some((guess) => guess[field] !== undefined && guess[field] === stated[field])) delete stated[field]
  }
  return fillFromDictionary('tool', stated)
}
