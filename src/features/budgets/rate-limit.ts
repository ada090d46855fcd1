import { HttpError } from '../../http/index.ts'
import type { Bucket } from '../plans/index.ts'
import type { BudgetState, Cost } from './charge.ts'

/** The names of the buckets in errors. */
const LIMIT_TYPES: Readonly<Record<Bucket, string>> = {
  perMinute: 'per_minute',
  dailyRequests: 'daily_requests',
  monthlyRequests: 'monthly_requests',
  monthlyRecords: 'monthly_records',
  monthlyPageTurns: 'monthly_page_turns',
  dailyCompanyDetail: 'daily_company_detail',
}

const DESCRIPTIONS: Readonly<Record<Bucket, string>> = {
  perMinute: 'requests in a minute',
  dailyRequests: 'requests in a day',
  monthlyRequests: 'requests in a billing month',
  monthlyRecords: 'records in a billing month',
  monthlyPageTurns: 'page turns in a billing month',
  dailyCompanyDetail: 'different companies opened in a day',
}

/** Sent with every metered 2xx and every 429. They describe the monthly request budget. */
export function rateLimitHeaders({ buckets: { monthlyRequests } }: BudgetState): Record<string, string> {
  return {
    'x-ratelimit-limit': String(monthlyRequests.limit),
    'x-ratelimit-remaining': String(monthlyRequests.remaining),
    'x-ratelimit-reset': String(monthlyRequests.resetUnix),
    'x-ratelimit-policy': 'monthly_requests',
  }
}

export type RateLimitError = HttpError & { readonly bucket: Bucket }

export function rateLimitExceeded(bucket: Bucket, state: BudgetState, cost: Cost): RateLimitError {
  const { limit, used, remaining, resetUnix } = state.buckets[bucket]
  const seconds = Math.max(1, Math.ceil(resetUnix - state.nowUnix))
  const when = new Date(resetUnix * 1_000).toISOString()
  const format = (number: number) => number.toLocaleString('en')
  const smallerPageFits = bucket === 'monthlyRecords' && remaining > 0 && (cost.records ?? 0) > remaining
  const message = smallerPageFits
    ? `Only ${format(remaining)} of ${format(limit)} ${DESCRIPTIONS[bucket]} are left until ${when}. A pageSize of ${remaining} would fit.`
    : `The limit of ${format(limit)} ${DESCRIPTIONS[bucket]} is reached: try again at ${when}.`
  const error = new HttpError(429, 'rate_limit_exceeded', message, {
    headers: { 'retry-after': String(seconds), ...rateLimitHeaders(state) },
    fields: { limitType: LIMIT_TYPES[bucket], limit, used, remaining, resetUnix },
  })
  return Object.assign(error, { bucket })
}
