// What a search box or `signal_query` takes: a sentence, or the query language.

import { parseSignalQuery } from '../parse/parser.ts'
import { printQuery } from '../parse/print.ts'
import { LIMITS } from '../parse/token-cursor.ts'
import { InvalidQuery } from '../tree/errors.ts'
import type { Query } from '../tree/tree.ts'
import type { SentenceFilters } from './company-filters.ts'
import { readSentence } from './read-sentence.ts'
import type { ReadContext } from './sentence-state.ts'
import { sentenceWords } from './sentence-tokens.ts'

export interface ReadSearchText {
  readonly query: Query
  /** The company filters that a sentence states. Undefined if the text is written in the query language. */
  readonly filters: SentenceFilters | undefined
  /** Whether the text is plain words, and not the canonical form of a query such as `hiring`. */
  readonly isPlain: boolean
}

/** Throws only InvalidQuery. A sentence that can't be read is parsed as a query, whose error explains it. */
export function readSearchText(text: string, context: ReadContext): ReadSearchText {
  const sentence = text.length > LIMITS.characters ? undefined : readSentence(text, context)
  const query = sentence && parsed(sentence.query)
  if (query) return { query, filters: sentence.filters, isPlain: true }
  const written = parseSignalQuery(text)
  const isPlain = sentenceWords(text) !== undefined && printQuery(written) !== text.trim()
  return { query: written, filters: undefined, isPlain }
}

/** A sentence can state something that the language refuses, such as too many clauses. */
function parsed(text: string): Query | undefined {
  try {
    return parseSignalQuery(text)
  } catch (error) {
    if (error instanceof InvalidQuery) return undefined
    throw error
  }
}

/** For callers without data: the day is today, and industries are the common ones. */
export function plainContext(now = new Date()): ReadContext {
  return { today: now.toISOString().slice(0, 10), isIndustry: () => false }
}
