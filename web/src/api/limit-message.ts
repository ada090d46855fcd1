import type { ErrorReply } from '../contract.ts'
import { formatDuration, formatNumber, pluralize, shortLocalAndUtc } from '../parts/words/format.ts'

const COUNTED: Readonly<Record<string, readonly [singular: string, plural: string, when: string]>> = {
  per_minute: ['request', 'requests', 'in a minute'],
  daily_requests: ['request', 'requests', 'in a day'],
  monthly_requests: ['request', 'requests', 'in a billing month'],
  monthly_records: ['record', 'records', 'in a billing month'],
  monthly_page_turns: ['page turn', 'page turns', 'in a billing month'],
  daily_company_detail: ['different company', 'different companies', 'opened in a day'],
}

/** Explains a reached limit, with times in the reader's time zone. Undefined: the error isn't about a limit. */
export function limitMessage(
  { limitType = '', limit, remaining = 0, resetUnix }: Partial<ErrorReply['error']>,
  retryAfterSeconds: number | undefined,
): string | undefined {
  const counted = COUNTED[limitType]
  if (!counted || limit === undefined || resetUnix === undefined) return undefined
  const [singular, plural, when] = counted
  const all = `${pluralize(limit, singular, plural)} ${when}`
  const resets = shortLocalAndUtc(new Date(resetUnix * 1_000).toISOString())
  if (limitType === 'monthly_records' && remaining > 0) {
    return `Only ${formatNumber(remaining)} of ${all} ${remaining === 1 ? 'is' : 'are'} left until ${resets}.`
  }
  const again = limitType === 'per_minute' ? `in ${formatDuration(retryAfterSeconds ?? 60)}` : `at ${resets}`
  return `The limit of ${all} is reached: try again ${again}.`
}
