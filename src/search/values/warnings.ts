import { Type } from 'typebox'
import type { ListSet } from '../../account/lists/index.ts'
import type { SearchResult } from '../engine.ts'
import type { RequestedFilters } from '../filters/read-filters.ts'
import type { ResolvedFilters } from '../filters/resolve-filters.ts'

/** A part of a request that matches nothing, or has no effect, mostly because it occurs nowhere in the data. */
export interface Warning {
  readonly field: string
  readonly value: string
  readonly message: string
  readonly suggestions: readonly string[]
}

const WarningSchema = Type.Object(
  {
    field: Type.String({ description: 'The filter, `signal_query`, or `slice` for its tool.' }),
    value: Type.String({ description: 'The value that occurs nowhere in the data, or the part that nothing matches.' }),
    message: Type.String(),
    suggestions: Type.Array(Type.String(), { description: 'Values that do occur, likeliest first.' }),
  },
  { title: 'SearchWarning' },
)

/** Remarks about the request. */
export const REMARKS = {
  warnings: Type.Optional(
    Type.Array(WarningSchema, {
      description:
        'Values of the request that occur nowhere in the data, such as a misspelt industry or tool; or why plain words found nothing. Absent if there are none.',
    }),
  ),
  unknownDomains: Type.Optional(
    Type.Array(Type.String(), {
      description:
        'With `domains` or `domainsNot`: those that no company has, as written. Job boards and free mail providers are not companies.',
    }),
  ),
  leftOut: Type.Optional(
    Type.Integer({
      minimum: 1,
      description:
        'How many agencies and marketplaces match too. They are left out unless `employerKind`, `domains` or `list` asks for them. Absent if there are none.',
    }),
  ),
}

export interface Remarks {
  readonly warnings?: readonly Warning[]
  readonly unknownDomains?: readonly string[]
  readonly leftOut?: number
}

const MAX_SHOWN_DOMAINS = 3

export function remarksOf(
  { domains, listed }: RequestedFilters & { readonly listed: ListSet | undefined },
  { unknownDomains, filters }: ResolvedFilters,
  warnings: readonly Warning[],
  { total, leftOut = 0 }: Pick<SearchResult, 'total' | 'leftOut'>,
): Remarks {
  const known = filters.only?.length ?? 0
  // Another warning explains the empty result better than this one.
  const isUnexplained = total === 0 && (known === 0 || warnings.length === 0)
  const about = !isUnexplained
    ? []
    : listed
      ? [nothingOnList(listed, known)]
      : domains
        ? [nothingLeft(domains, known)]
        : []
  const all = [...warnings, ...about]
  return {
    ...(all.length > 0 && { warnings: all }),
    ...(unknownDomains && { unknownDomains }),
    ...(leftOut > 0 && { leftOut }),
  }
}

/** Why nothing was found, if no other warning says it. */
export function withReasons(remarks: Remarks, reasons: readonly Warning[]): Remarks {
  return remarks.warnings || reasons.length === 0 ? remarks : { ...remarks, warnings: reasons }
}

function nothingLeft(domains: readonly { readonly text: string }[], companies: number): Warning {
  const shown = domains.slice(0, MAX_SHOWN_DOMAINS).map(({ text }) => text)
  return {
    field: 'domains',
    value: [...shown, ...(domains.length > shown.length ? ['…'] : [])].join(', '),
    message:
      companies === 0
        ? 'No company has one of these domains.'
        : 'None of the companies with these domains matches the rest of the request.',
    suggestions: [],
  }
}

function nothingOnList({ name, entries }: ListSet, companies: number): Warning {
  const message =
    entries === 0
      ? 'The list is empty.'
      : companies === 0
        ? 'No company of the list is known yet: they join it when they appear.'
        : 'None of the companies on the list matches the rest of the request.'
  return { field: 'list', value: name, message, suggestions: [] }
}
