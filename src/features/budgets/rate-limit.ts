import { HttpError } from '../../http/index.ts'
import type { Bucket } from '../plans/index.ts'
import type { BudgetState, Cost } from './charge.ts'
import { lastToReset } from './full-budgets.ts'

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

/** Sent with every metered 2xx, for the monthly requests, and with every 429, for the budget that is full. */
export function rateLimitHeaders(bucket: Bucket, { buckets }: BudgetState): Record<string, string> {
  const { limit, remaining, resetUnix } = buckets[bucket]
  return {
    'x-ratelimit-limit': String(limit),
    'x-ratelimit-remaining': String(remaining),
    'x-ratelimit-reset': String(resetUnix),
    'x-ratelimit-policy': LIMIT_TYPES[bucket],
  }
}

export function rateLimitExceeded(bucket: Bucket, state: BudgetState, cost: Cost): HttpError {
  const { limit, used, remaining, resetUnix } = state.buckets[bucket]
  const seconds = Math.max(1, Math.ceil(resetUnix - state.nowUnix))
  const when = new Date(resetUnix * 1_000).toISOString()
  const format = (number: number) => number.toLocaleString('en')
  const tooManyRows = bucket === 'monthlyRecords' && remaining > 0 && (cost.records ?? 0) > remaining
  const message = tooManyRows
    ? `Only ${format(remaining)} of ${format(limit)} ${DESCRIPTIONS[bucket]} are left until ${when}.${smallerPage(state, cost)}`
    : `The limit of ${format(limit)} ${DESCRIPTIONS[bucket]} is reached: try again at ${when}.`
  return new HttpError(429, 'rate_limit_exceeded', message, {
    headers: { 'retry-after': String(seconds), ...rateLimitHeaders(bucket, state) },
    fields: { limitType: LIMIT_TYPES[bucket], limit, used, remaining, resetUnix },
  })
}

/** Only for the first page: with another pageSize, a later page has other rows. */
function smallerPage(state: BudgetState, cost: Cost): string {
  const isFirst = (cost.pageTurns ?? 0) === 0
  const onlyRecords = lastToReset(state, { ...cost, records: 0 }) === undefined
  return isFirst && onlyRecords ? ` A pageSize of ${state.buckets.monthlyRecords.remaining} would fit.` : ''
}
