import { HttpError } from '../../http/index.ts'
import type { ChargedLimit } from '../plans/index.ts'
import type { BudgetState, Cost } from './charge.ts'
import { lastToReset } from './full-budgets.ts'

/** The names of the buckets in errors. */
const LIMIT_TYPES: Readonly<Record<ChargedLimit, string>> = {
  perMinute: 'per_minute',
  dailyRequests: 'daily_requests',
  monthlyRequests: 'monthly_requests',
  monthlyRecords: 'monthly_records',
  monthlyPageTurns: 'monthly_page_turns',
  dailyCompanyDetail: 'daily_company_detail',
  dailyPeopleCompanies: 'daily_people_companies',
  dailyMemberCompanies: 'daily_member_companies',
}

/** For a limit of one, and for any other. */
const DESCRIPTIONS: Readonly<Record<ChargedLimit, readonly [string, string]>> = {
  perMinute: ['request in a minute', 'requests in a minute'],
  dailyRequests: ['request in a day', 'requests in a day'],
  monthlyRequests: ['request in a billing month', 'requests in a billing month'],
  monthlyRecords: ['record in a billing month', 'records in a billing month'],
  monthlyPageTurns: ['page turn in a billing month', 'page turns in a billing month'],
  dailyCompanyDetail: ['different company opened in a day', 'different companies opened in a day'],
  dailyPeopleCompanies: ['company shown to your team in a day', 'companies shown to your team in a day'],
  dailyMemberCompanies: ['company shown to you in a day', 'companies shown to you in a day'],
}

/** Sent with every metered 2xx, for the monthly requests, and with every 429, for the full budget. */
export function rateLimitHeaders(bucket: ChargedLimit, { buckets }: BudgetState): Record<string, string> {
  const { limit, remaining, resetUnix } = buckets[bucket]
  return {
    'x-ratelimit-limit': String(limit),
    'x-ratelimit-remaining': String(remaining),
    'x-ratelimit-reset': String(resetUnix),
    'x-ratelimit-policy': LIMIT_TYPES[bucket],
  }
}

export function rateLimitExceeded(bucket: ChargedLimit, state: BudgetState, cost: Cost): HttpError {
  const { limit, used, remaining, resetUnix } = state.buckets[bucket]
  const seconds = Math.max(1, Math.ceil(resetUnix - state.nowUnix))
  const when = new Date(resetUnix * 1_000).toISOString()
  const format = (number: number) => number.toLocaleString('en')
  const all = `${format(limit)} ${DESCRIPTIONS[bucket][limit === 1 ? 0 : 1]}`
  const isOfPeople = bucket === 'dailyPeopleCompanies' || bucket === 'dailyMemberCompanies'
  const tooManyRows = remaining > 0 && (isOfPeople || (bucket === 'monthlyRecords' && (cost.records ?? 0) > remaining))
  const message = tooManyRows
    ? `Only ${format(remaining)} of ${all} ${remaining === 1 ? 'is' : 'are'} left until ${when}.${isOfPeople ? '' : smallerPage(state, cost)}`
    : `The limit of ${all} is reached: try again at ${when}.`
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
