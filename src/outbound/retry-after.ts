const MAX_SECONDS = 999_999_999

/**
 * Parses a Retry-After header, which is a number or a date, into whole seconds from now. Undefined if it is invalid.
 */
export function parseRetryAfter(text: string, nowMs: number): number | undefined {
  const trimmed = text.trim()
  if (/^\d+$/.test(trimmed)) return Math.min(Number(trimmed), MAX_SECONDS)
  // Date.parse accepts much that is not an HTTP date, such as "-1" or "1.5".
  if (!/^[A-Z][a-z]{2,8}[, ]/.test(trimmed)) return undefined
  const at = Date.parse(trimmed)
  return Number.isNaN(at) ? undefined : Math.max(0, Math.ceil((at - nowMs) / 1_000))
}

type ReplyHeaders = Readonly<Record<string, string | string[] | undefined>>

/** Seconds that a response asks to wait. A date is relative to the server's own clock. */
export function retryAfterOf(headers: ReplyHeaders): number | undefined {
  const text = firstOf(headers['retry-after'])
  if (text === undefined) return undefined
  const clock = Date.parse(firstOf(headers.date) ?? '')
  return parseRetryAfter(text, Number.isNaN(clock) ? Date.now() : clock)
}

/** The value of a header that may be sent several times. */
export function firstOf(value: string | string[] | undefined): string | undefined {
  return Array.isArray(value) ? value[0] : value
}
