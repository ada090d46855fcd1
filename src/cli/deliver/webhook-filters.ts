// The options that filter what a webhook receives.

import type { FilterRequest } from '../../deliver/firehose/index.ts'
import { AppError } from '../../platform/app-error.ts'
import { MAX_ONCE_DAYS } from '../../settings-contract/index.ts'
import type { Input } from '../command.ts'

export const filterOptions = {
  filter: {
    value: 'CLAUSE',
    multiple: true,
    description: `Only signals that match: one clause of the query language per type, such as 'hiring(title ~ "AI SDR")'. Types without a clause pass.`,
  },
  'company-filters': {
    value: 'JSON',
    description: `Only companies that pass the filters of a search, such as '{"countries": ["DE"], "employeesMin": 50}'.`,
  },
  list: { value: 'NAME', description: 'Only companies on this list of the team.' },
  'once-per-company': {
    value: 'DAYS',
    description: `At most one event per company in so many days: 1d to ${MAX_ONCE_DAYS}d.`,
  },
} as const

const NONE = 'none'

/** Merges the given parts into the existing ones; `none` removes a part. Undefined: no option is given. */
export function filterOf(input: Input, current: FilterRequest = {}): FilterRequest | undefined {
  const list = input.maybe('list')
  const [clauses, company, once] = [
    input.all('filter'),
    input.maybe('company-filters'),
    input.maybe('once-per-company'),
  ]
  if (clauses.length === 0 && company === undefined && list === undefined && once === undefined) {
    return undefined
  }
  return {
    ...current,
    ...(clauses.length > 0 && { signals: clauses[0] === NONE ? null : clauses.join(' OR ') }),
    ...(company !== undefined && { company: company === NONE ? null : parseCompany(company) }),
    ...(list !== undefined && { list: list === NONE ? null : list }),
    ...(once !== undefined && { onceDays: once === NONE ? null : parseDays(once) }),
  }
}

function parseCompany(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new AppError('invalid', `--company-filters is not JSON: write it like '{"countries": ["DE"]}'.`)
  }
}

function parseDays(text: string): number {
  const [, days] = /^(\d{1,3})d$/.exec(text) ?? []
  if (days !== undefined) return Number(days)
  throw new AppError('invalid', `--once-per-company takes days, such as 30d, not ${JSON.stringify(text)}.`)
}
