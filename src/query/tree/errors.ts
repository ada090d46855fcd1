// Errors in a query: the problem, its position, and advice. Search replies with 422 `invalid_query`.

/** A part of the query's text, in UTF-16 code units from 0. */
export interface Span {
  readonly position: number
  readonly length: number
}

export interface QueryErrorDetails extends Span {
  readonly message: string
  /** The alternatives at the position, in words or as literal text. */
  readonly expected: readonly string[]
  /** Each one can replace the marked part. The likeliest comes first. */
  readonly suggestions: readonly string[]
}

export class InvalidQuery extends Error {
  override readonly name = 'InvalidQuery'
  readonly details: QueryErrorDetails

  constructor(details: QueryErrorDetails) {
    super(details.message)
    this.details = details
  }
}

interface Hints {
  readonly expected?: readonly string[]
  readonly suggestions?: readonly string[]
}

export function invalidQuery(message: string, at: Span, hints: Hints = {}): InvalidQuery {
  return new InvalidQuery({
    position: at.position,
    length: at.length,
    message,
    expected: hints.expected ?? [],
    suggestions: hints.suggestions ?? [],
  })
}

/**
 * A part of the query, quoted for a message. It is truncated at 40 characters, because users may paste a whole page.
 */
export function excerpt(text: string): string {
  return `"${text.length > 40 ? `${text.slice(0, 39).toWellFormed()}…` : text}"`
}

export const endOf = (span: Span): number => span.position + span.length

/** From the start of one part to the end of another. */
export function spanBetween(first: Span, last: Span): Span {
  return { position: first.position, length: endOf(last) - first.position }
}
