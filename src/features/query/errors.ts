// What is wrong with a query, where, and what to write instead. The HTTP layer turns it into 422 `invalid_query`.

/** A part of the query's text, in UTF-16 units from 0. */
export interface Span {
  readonly position: number
  readonly length: number
}

export interface QueryFault extends Span {
  readonly message: string
  /** What could stand at the position, in words or as literal text. */
  readonly expected: readonly string[]
  /** Each one is text to put in place of the marked part, the likeliest first. */
  readonly suggestions: readonly string[]
}

export class InvalidQuery extends Error {
  override readonly name = 'InvalidQuery'
  readonly details: QueryFault

  constructor(details: QueryFault) {
    super(details.message)
    this.details = details
  }
}

export interface Help {
  readonly expected?: readonly string[]
  readonly suggestions?: readonly string[]
}

export function invalidQuery(message: string, at: Span, help: Help = {}): InvalidQuery {
  return new InvalidQuery({
    position: at.position,
    length: at.length,
    message,
    expected: help.expected ?? [],
    suggestions: help.suggestions ?? [],
  })
}

/** A piece of the query inside a message. Somebody may have pasted a page. */
export function shown(text: string): string {
  return `"${text.length > 40 ? `${text.slice(0, 39).toWellFormed()}…` : text}"`
}

export const endOf = (span: Span): number => span.position + span.length

/** From the start of one part to the end of another. */
export function across(first: Span, last: Span): Span {
  return { position: first.position, length: endOf(last) - first.position }
}
