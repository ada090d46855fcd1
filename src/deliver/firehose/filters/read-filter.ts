// Checks the filter of a webhook when it is saved, and explains what is wrong.

import { Type } from 'typebox'
import { requireListByName } from '../../../account/lists/index.ts'
import type { Queryable } from '../../../db/index.ts'
import { validatorCompiler } from '../../../http/validate/validate.ts'
import { AppError } from '../../../platform/app-error.ts'
import { type Clause, InvalidQuery, parseSignalQuery, type Query } from '../../../query/index.ts'
import { COMPANY_FILTERS, optionalSchemas, readCompanyFilters } from '../../../search/index.ts'
import { MAX_ONCE_DAYS } from '../../../settings-contract/index.ts'
import type { WebhookFilter } from './filter.ts'

/** Null and undefined: this part is not filtered. */
export interface FilterRequest {
  readonly signals?: string | null | undefined
  readonly company?: unknown
  /** The name of one of the team's lists. */
  readonly list?: string | null | undefined
  readonly onceDays?: number | null | undefined
}

/** Undefined if nothing is filtered. */
export async function resolveFilter(
  db: Queryable,
  teamId: string,
  { list, ...request }: FilterRequest,
  types: readonly string[],
): Promise<WebhookFilter | undefined> {
  const filter = readFilter(request, types)
  const name = list?.trim()
  return name ? { ...filter, list: await findListId(db, teamId, name) } : filter
}

async function findListId(db: Queryable, teamId: string, name: string): Promise<string> {
  try {
    return (await requireListByName(db, teamId, name)).id
  } catch (error) {
    if (!(error instanceof AppError) || error.kind !== 'not_found') throw error
    throw new AppError('invalid', error.message, { field: 'list' })
  }
}

/** Without the list. */
export function readFilter(request: Omit<FilterRequest, 'list'>, types: readonly string[]): WebhookFilter | undefined {
  const { signals, company, onceDays } = request
  const filter: WebhookFilter = {
    ...(signals?.trim() && { signals: readSignals(signals.trim(), types) }),
    ...(!isEmpty(company) && { company: readCompany(company) }),
    ...(onceDays != null && { onceDays: readDays(onceDays) }),
  }
  return isEmpty(filter) ? undefined : filter
}

function readSignals(text: string, types: readonly string[]): string {
  const seen = new Set<string>()
  for (const clause of readClauses(text)) {
    const { type, count } = clause
    if (type === 'any') {
      throw wrong(
        `Name the signal type in the filter, such as ${types[0]}(…): a clause without one is not allowed here.`,
      )
    }
    if (!types.includes(type)) {
      throw wrong(
        `The filter has a clause for ${type}, but the webhook is not subscribed to it: add the type, or drop the clause.`,
      )
    }
    if (seen.has(type)) throw wrong(`The filter has two clauses for ${type}: one per type is allowed.`)
    if (count) throw wrong('A filter is evaluated on one signal at a time, so it can’t count: drop the count.')
    seen.add(type)
  }
  return text
}

function readClauses(text: string): readonly Clause[] {
  let query: Query
  try {
    query = parseSignalQuery(text)
  } catch (error) {
    if (!(error instanceof InvalidQuery)) throw error
    const { message, position, suggestions } = error.details
    const help = suggestions[0] === undefined ? '' : ` Did you mean ${suggestions[0]}?`
    throw wrong(`The filter is wrong at character ${position + 1}: ${message}${help}`)
  }
  const parts = query.node === 'or' ? query.of : [query]
  const clauses = parts.filter((part) => part.node === 'clause')
  if (clauses.length === parts.length) return clauses
  throw wrong(
    'A filter is one clause per signal type, joined by OR, such as hiring(title ~ "AI SDR") OR funding(amount >= 5m). AND, NOT and THEN need several signals: they are for searches.',
  )
}

const FiltersSchema = Type.Object(optionalSchemas(COMPANY_FILTERS), { additionalProperties: false })
const checkFilters = validatorCompiler({ schema: FiltersSchema, httpPart: 'body', method: 'POST', url: '' })

function readCompany(company: unknown): Record<string, unknown> {
  const checked = checkFilters(company) as {
    error?: Error & { details?: readonly { message: string }[] }
    value?: unknown
  }
  if (checked.error) throw wrongCompany(checked.error.details?.map(({ message }) => message) ?? [checked.error.message])
  const filters = checked.value as Record<string, unknown>
  if ('domains' in filters || 'domainsNot' in filters) {
    throw wrongCompany([
      'domains and domainsNot can’t be filters of a webhook: put the companies that you want on a list (page Lists, or bin/pro-signal lists create --file), and filter by the list (--list NAME)',
    ])
  }
  if ('list' in filters) throw wrongCompany(['the list is given beside them, not in them'])
  const { problems } = readCompanyFilters(filters)
  if (problems.length > 0) throw wrongCompany(problems.map(({ message }) => message))
  return filters
}

function readDays(days: number): number {
  if (Number.isInteger(days) && days >= 1 && days <= MAX_ONCE_DAYS) return days
  throw new AppError('invalid', `"Once per company" takes 1 to ${MAX_ONCE_DAYS} whole days.`, { field: 'onceDays' })
}

function isEmpty(value: unknown): boolean {
  return value == null || (typeof value === 'object' && Object.keys(value).length === 0)
}

const wrong = (message: string) => new AppError('invalid', message, { field: 'signals', code: 'invalid_filter' })
const wrongCompany = (problems: readonly string[]) =>
  new AppError('invalid', `The company filters are wrong: ${problems.join('; ')}.`, { field: 'company' })
