/**
 * Why a line is not taken, in words that name the field. It is thrown by the readers of single values and handed back by
 * readRecord. It is no Error: a stack would cost more than the reading of the line, and says nothing about the line.
 */
export class Refusal {
  readonly reason: string

  constructor(reason: string) {
    this.reason = reason
  }
}

/** What somebody wrote, short enough for a message and without anything that a terminal would act on. */
export function quoted(text: string): string {
  const short = text.length > 60 ? `${text.slice(0, 59)}…` : text
  return JSON.stringify(short.toWellFormed()).replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, '�')
}

/** The JSON type in a word with its article: "not a list". */
export function kindOf(value: unknown): string {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'a list'
  if (typeof value === 'string') return 'text'
  return typeof value === 'object' ? 'an object' : `a ${typeof value}`
}
