// Finds the parts of a request that may occur nowhere, according to the known values. A pure function: a doubt is
// checked against the log before it is reported.

import { COUNTRY_NAMES } from '../../meaning/companies/index.ts'
import { toolNameKeys } from '../../meaning/tools/index.ts'
import type { SignalType } from '../../meaning/types/index.ts'
import { type Clause, clausesOf, type EqualCondition, type Query } from '../../query/index.ts'
import type { RequestedFilters } from '../filters/read-filters.ts'
import { COUNTRIES, INDUSTRIES, listsOf, OPEN_FIELDS, SOURCES, VENDORS } from './open-fields.ts'
import type { ValuesView } from './values-view.ts'

/** A type, or values of some lists, that aren't known. */
export interface Doubt {
  readonly field: string
  readonly value: string
  readonly message: string
  readonly type?: SignalType
  readonly lists: readonly string[]
  /** One of them suffices. */
  readonly keys: readonly string[]
}

/** More aren't worth reading. */
const MAX_DOUBTS = 10
const QUERY = 'signal_query'

export function findDoubts(asked: RequestedFilters, query: Query | undefined, view: ValuesView): Doubt[] {
  const doubts = [
    ...(query ? clausesOf(query) : []).flatMap((clause) => doubtsOfClause(clause, view)),
    ...doubtsOfFilters(asked, view),
  ]
  return doubts
    .filter(({ message }, i) => doubts.findIndex((other) => other.message === message) === i)
    .slice(0, MAX_DOUBTS)
}

function doubtsOfClause({ type, conditions }: Clause, view: ValuesView): Doubt[] {
  if (type !== 'any' && !view.mayHaveType(type)) {
    return [{ field: QUERY, value: type, message: `There are no ${type} signals.`, type, lists: [], keys: [] }]
  }
  return conditions.flatMap((condition) =>
    condition.op === ':' || condition.op === '!:' ? doubtsOfCondition(type, condition, view) : [],
  )
}

function doubtsOfCondition(type: Clause['type'], { field, values }: EqualCondition, view: ValuesView): Doubt[] {
  if (field === 'source') {
    return doubted(view, [SOURCES], values.map(String), (value) => `No signal has the source "${value}".`)
  }
  const open = OPEN_FIELDS.find((each) => each.type === type && each.name === field)
  if (!open) return []
  const lists = listsOf(open)
  const message = (value: string) => `No ${type} signal has the ${open.queryName} "${value}".`
  if (field === 'tool') return doubtsOfTools(values.map(String), lists, view)
  if (open.kind !== 'country') return doubted(view, lists, values.map(String), message)
  // A region stands for many countries, and some of them may well occur nowhere.
  const codes = values.map(String)
  if (codes.some((code) => view.mayOccur(lists, code))) return []
  const [first = ''] = codes
  const value = codes.length === 1 ? first : codes.slice(0, 3).join(', ')
  return [{ field: QUERY, value, message: message(value), lists, keys: codes }]
}

/** A tool has several keys: that of its product or family, and that of its name as written. One of them suffices. */
function doubtsOfTools(keys: readonly string[], lists: readonly string[], view: ValuesView): Doubt[] {
  const tools = Map.groupBy(keys, (key) => toolNameKeys(key)[0])
  return [...tools.values()]
    .filter((tool) => !tool.some((key) => view.mayOccur(lists, key)))
    .map((tool) => {
      const value = tool.at(-1) ?? ''
      const vendor = view.spelling(VENDORS, value)
      const message = `No tool signal has the name "${value}".${vendor ? ` It is the name of a vendor: vendor: ${vendor} finds its tools.` : ''}`
      return { field: QUERY, value, message, lists, keys: tool }
    })
}

function doubted(
  view: ValuesView,
  lists: readonly string[],
  keys: readonly string[],
  message: (value: string) => string,
  field = QUERY,
): Doubt[] {
  return keys
    .filter((key) => !view.mayOccur(lists, key))
    .map((key) => ({ field, value: key, message: message(key), lists, keys: [key] }))
}

function doubtsOfFilters({ facts, countries = [] }: RequestedFilters, view: ValuesView): Doubt[] {
  const industry = (value: string) => `No company is in the industry "${value}".`
  const places = countries.filter(({ codes }) => !codes.some((code) => view.mayOccur([COUNTRIES], code)))
  return [
    ...doubted(view, [INDUSTRIES], facts.industries ?? [], industry, 'industries'),
    ...places.map(({ text, codes }) => ({
      field: 'countries',
      value: text,
      message: `No company is in ${placeName(text, codes)}.`,
      lists: [COUNTRIES],
      keys: codes,
    })),
  ]
}

/** `NA` is Namibia, which the author may not have meant. */
function placeName(text: string, codes: readonly string[]): string {
  const [code = ''] = codes
  const name = codes.length === 1 ? COUNTRY_NAMES[code] : undefined
  return name === undefined || name === text ? text : `${code} (${name})`
}
