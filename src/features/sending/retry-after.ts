/** What the header Retry-After asks for, in whole seconds from now: a number, or a date. Undefined where it makes no sense. */
export function parseRetryAfter(text: string, nowMs: number): number | undefined {
  const trimmed = text.trim()
  if (/^\d{1,9}$/.test(trimmed)) return Number(trimmed)
  // Date.parse takes much that is no date of HTTP, such as "-1" or "1.5".
  if (!/^[A-Z][a-z]{2,8}[, ]/.test(trimmed)) return undefined
  const at = Date.parse(trimmed)
  return Number.isNaN(at) ? undefined : Math.max(0, Math.ceil((at - nowMs) / 1_000))
}
