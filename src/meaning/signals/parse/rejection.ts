/**
 * Why a line is rejected, in words that name the field. The parsers of single values throw it and parseRecord returns
 * it. It is not an Error: a stack trace would cost more than parsing the line, and says nothing about the line.
 */
export class Rejection {
  readonly reason: string

  constructor(reason: string) {
    this.reason = reason
  }
}

/** The source's text, short enough for a message and without characters that a terminal would act on. */
export function quoted(text: string): string {
  const short = text.length > 60 ? `${text.slice(0, 59)}…` : text
  return JSON.stringify(short.toWellFormed()).replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, '�')
}

/** A JSON value in a message: `the text "0,8"`, `the number 5`, `true`, `a list`. */
export function describeValue(value: unknown): string {
  if (Array.isArray(value)) return 'a list'
  if (typeof value === 'string') return `the text ${quoted(value)}`
  if (typeof value === 'number') return `the number ${value}`
  return typeof value === 'object' && value !== null ? 'an object' : String(value)
}
