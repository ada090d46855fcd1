// Words that reverse the meaning of what follows. As plain words they would be searched for, and the rest would mean
// the opposite.

import { invalidQuery, spanBetween } from '../tree/errors.ts'
import type { Token } from './lexer.ts'
import { countryAt } from './places.ts'
import { amountOf, daysOfUnit, isDuration } from './times.ts'

/**
 * `outside Germany`, `older than 30 days`. `attach` turns a condition on jobs into a suggestion, where one can follow.
 */
export function rejectOpposites(
  tokens: readonly Token[],
  at: number,
  attach: (condition: string) => readonly string[],
): void {
  const token = tokens[at] as Token
  const word = (offset: number) => tokens[at + offset]?.text.toLowerCase() ?? ''
  if (word(0) === 'outside') {
    let from = 1
    while (['of', 'the'].includes(word(from))) from++
    const place = countryAt(tokens, at + from, false)
    if (!place) return
    const condition = `country !: ${place.code}`
    throw invalidQuery(
      'To leave out the jobs in a country, write !:. For companies, use the filter countriesNot next to signal_query.',
      spanBetween(token, tokens[at + from + place.length - 1] as Token),
      {
        expected: [`hiring(${condition})`, `the filter "countriesNot": ["${place.code}"]`],
        suggestions: attach(condition),
      },
    )
  }
  if (!['older', 'earlier', 'longer'].includes(word(0)) || word(1) !== 'than') return
  const length = isDuration(word(2)) ? 3 : amountOf(word(2)) !== undefined && daysOfUnit(word(3)) !== undefined ? 4 : 0
  if (length === 0) return
  throw invalidQuery(
    'For what is older, write before and the day.',
    spanBetween(token, tokens[at + length - 1] as Token),
    { expected: ['before 2026-01-31'] },
  )
}
