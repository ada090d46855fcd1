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

/** Of people on the screen. They have no API to call, so the message says what they can do. */
const ALLOWANCES: Readonly<Record<string, { readonly whose: string; readonly used: string; readonly left: string }>> = {
  daily_member_companies: { whose: 'your', used: 'You’ve', left: 'you have' },
  daily_people_companies: { whose: 'its', used: 'Your team has', left: 'your team has' },
}

/** Explains a reached limit, with times in the reader's time zone. Undefined: the error isn't about a limit. */
export function limitMessage(
  { limitType = '', limit, remaining = 0, resetUnix }: Partial<ErrorReply['error']>,
  retryAfterSeconds: number | undefined,
): string | undefined {
  if (limit === undefined || resetUnix === undefined) return undefined
  const resets = shortLocalAndUtc(new Date(resetUnix * 1_000).toISOString())
  const allowance = ALLOWANCES[limitType]
  if (allowance) return allowanceMessage(allowance, limit, remaining, resets)
  const counted = COUNTED[limitType]
  if (!counted) return undefined
  const [singular, plural, when] = counted
  const all = `${pluralize(limit, singular, plural)} ${when}`
  if (limitType === 'monthly_records' && remaining > 0) {
    return `Only ${formatNumber(remaining)} of ${all} ${remaining === 1 ? 'is' : 'are'} left until ${resets}.`
  }
  const again = limitType === 'per_minute' ? `in ${formatDuration(retryAfterSeconds ?? 60)}` : `at ${resets}`
  return `The limit of ${all} is reached: try again ${again}.`
}

function allowanceMessage(
  { whose, used, left }: { readonly whose: string; readonly used: string; readonly left: string },
  limit: number,
  remaining: number,
  resets: string,
): string {
  const companies = (value: number) => pluralize(value, 'company', 'companies')
  if (remaining > 0) {
    return `This page has more new companies than the ${formatNumber(remaining)} that ${left} left today. Choose fewer rows per page, or come back at ${resets}.`
  }
  return `${used} used ${whose} ${companies(limit)} for today. You get more at ${resets}. Companies your team has seen today stay free.`
}
