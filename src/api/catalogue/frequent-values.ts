// The most frequent values of open sets, next to the filter or field that takes them.

import {
  COUNTRIES,
  type FrequentValue,
  INDUSTRIES,
  listName,
  OPEN_FIELDS,
  SOURCES,
  type ValuesView,
} from '../../search/index.ts'

const MAX_FREQUENT = 25

const LISTS_OF_FILTERS: Readonly<Record<string, string>> = { industries: INDUSTRIES, countries: COUNTRIES }

/** For a company filter: counts companies. */
export function frequentOfFilter(view: ValuesView | undefined, id: string): { frequent?: readonly FrequentValue[] } {
  const list = Object.hasOwn(LISTS_OF_FILTERS, id) ? LISTS_OF_FILTERS[id] : undefined
  return frequentOf(view, list)
}

/** For a field of a clause: counts signals. Sources are those of all types, so only the clause `any` lists them. */
export function frequentOfField(
  view: ValuesView | undefined,
  type: string,
  queryName: string,
): { frequent?: readonly FrequentValue[] } {
  if (type === 'any') return frequentOf(view, queryName === 'source' ? SOURCES : undefined)
  const field = OPEN_FIELDS.find((each) => each.type === type && each.queryName === queryName)
  return frequentOf(view, field && listName(field))
}

function frequentOf(view: ValuesView | undefined, list: string | undefined): { frequent?: readonly FrequentValue[] } {
  if (!view || list === undefined) return {}
  return { frequent: view.frequent(list, MAX_FREQUENT).filter(({ value }) => value !== 'unknown' && value !== 'ZZ') }
}
