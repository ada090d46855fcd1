// Checks the query and filters of a saved search like those of a search request.

import { Type } from 'typebox'
import { requireListByName } from '../../../account/lists/index.ts'
import type { Queryable } from '../../../db/index.ts'
import { validatorCompiler } from '../../../http/validate/validate.ts'
import { AppError } from '../../../platform/app-error.ts'
import { InvalidQuery, plainContext, printQuery, readSearchText, type SentenceFilters } from '../../../query/index.ts'
import { COMPANY_FILTERS, optionalSchemas, readCompanyFilters } from '../../../search/index.ts'

const FiltersSchema = Type.Object(optionalSchemas(COMPANY_FILTERS), { additionalProperties: false })
const checkFilters = validatorCompiler({ schema: FiltersSchema, httpPart: 'body', method: 'POST', url: '' })

/** The query in canonical form, and the company filters that a plain sentence states. */
export function readQuery(text: string): { query: string; stated: SentenceFilters } {
  try {
    const { query, filters = {} } = readSearchText(text, plainContext())
    return { query: printQuery(query), stated: filters }
  } catch (error) {
    if (!(error instanceof InvalidQuery)) throw error
    throw new AppError('invalid', `The query is not valid: ${error.message}`, {
      field: 'query',
      code: 'invalid_signal_query',
    })
  }
}

/** The filters of the search and those that its sentence states. Each filter may be in only one of them. */
export function withStated(filters: unknown, stated: SentenceFilters): unknown {
  const names = Object.keys(stated)
  if (names.length === 0 || typeof filters !== 'object' || filters === null) return filters
  const twice = names.filter((name) => Object.hasOwn(filters, name))
  if (twice.length > 0) throw wrongFilters([`the query states ${twice.join(' and ')} too; state it in one place`])
  return { ...filters, ...stated }
}

/** A list is stored by its id, which a new name doesn't change. */
export async function readTeamFilters(
  db: Queryable,
  teamId: string,
  filters: unknown,
): Promise<{ filters: Record<string, unknown>; listId: string | null }> {
  const { list, ...others } = readFilters(filters)
  const listId = typeof list === 'string' ? (await requireListByName(db, teamId, list)).id : null
  return { filters: others, listId }
}

function readFilters(filters: unknown): Record<string, unknown> {
  const checked = checkFilters(filters) as { error?: Error; value?: unknown }
  if (checked.error) throw wrongFilters(detailsOf(checked.error))
  const { problems } = readCompanyFilters(checked.value as Record<string, never>)
  if (problems.length > 0) throw wrongFilters(problems.map(({ message }) => message))
  return checked.value as Record<string, unknown>
}

function detailsOf(error: Error & { details?: readonly { message: string }[] }): string[] {
  return error.details?.map(({ message }) => message) ?? [error.message]
}

function wrongFilters(problems: readonly string[]): AppError {
  return new AppError('invalid', `The filters are not valid: ${problems.join('; ')}.`, { field: 'filters' })
}
