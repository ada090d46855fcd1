// The catalogue of filters for search and slices, derived from the declarations that validate requests.

import type { TSchema } from 'typebox'
import { COUNTRY_NAMES, REGION_NAMES, UNKNOWN_COUNTRY } from '../../meaning/companies/index.ts'
import {
  COMPANY_FILTERS,
  type Filter,
  type FilterType,
  type FrequentValue,
  SEARCH_FILTERS,
  type ValuesView,
} from '../../search/index.ts'
import { SLICE_FILTERS, SLICE_PARAMETER, type SliceNames } from '../slices/index.ts'
import { CLAUSES, type ClauseDefinition } from './clause-types.ts'
import { frequentOfField, frequentOfFilter } from './frequent-values.ts'

export const ENDPOINTS = ['companies', 'slices'] as const
type Endpoint = (typeof ENDPOINTS)[number]

export interface FilterDefinition {
  readonly id: string
  readonly label: string
  readonly type: FilterType
  readonly appliesTo: readonly Endpoint[]
  readonly description: string
  readonly required: boolean
  readonly multiple: boolean
  readonly operators: readonly string[]
  readonly match: string
  readonly values?: readonly string[]
  readonly templates?: readonly string[]
  readonly notReady?: readonly SliceNotReady[]
  readonly min?: number
  readonly max?: number
  readonly default?: unknown
  readonly example: unknown
  readonly frequent?: readonly FrequentValue[]
  readonly clauses?: readonly ClauseDefinition[]
}

/** A slice in which no company can be yet. */
export interface SliceNotReady {
  readonly slice: string
  /** ISO 8601: from when one can. Null: when the missing data arrives. */
  readonly at: string | null
  readonly text: string
}

const COUNTRIES = [...Object.keys(COUNTRY_NAMES).sort(), UNKNOWN_COUNTRY, ...REGION_NAMES]

/**
 * `lists` are the names of the team's lists. `view` has the frequent values. `notReady` are the slices that can't have
 * companies yet.
 */
export function catalogueOf(
  slices: SliceNames = { names: [], templates: [] },
  lists: readonly string[] = [],
  view?: ValuesView,
  notReady: readonly SliceNotReady[] = [],
): FilterDefinition[] {
  const { signal_query: query, ...others } = SEARCH_FILTERS
  return [
    { ...define('signal_query', query, ['companies'], { required: true }), clauses: clausesWith(view) },
    {
      ...define('slice', SLICE_PARAMETER, ['slices'], { required: true, values: slices.names }),
      templates: slices.templates,
      ...(notReady.length > 0 && { notReady }),
    },
    ...Object.entries(COMPANY_FILTERS).map(([id, filter]) => ({
      ...define(id, filter, ENDPOINTS, valuesOf(id, lists)),
      ...frequentOfFilter(view, id),
    })),
    ...Object.entries(SLICE_FILTERS).map(([id, filter]) => define(id, filter, ['slices'])),
    ...Object.entries(others).map(([id, filter]) => define(id, filter, ['companies'])),
  ]
}

function valuesOf(id: string, lists: readonly string[]): { values?: readonly string[] } {
  if (id === 'list') return { values: lists }
  return id.startsWith('countries') ? { values: COUNTRIES } : {}
}

function clausesWith(view: ValuesView | undefined): readonly ClauseDefinition[] {
  return CLAUSES.map(({ type, fields, ...clause }) => ({
    type,
    ...clause,
    fields: fields.map((field) => ({ ...field, ...frequentOfField(view, type, field.name) })),
  }))
}

interface Rules {
  readonly type?: string
  readonly items?: Rules
  readonly enum?: readonly string[]
  readonly minimum?: number
  readonly maximum?: number
  readonly default?: unknown
  readonly description?: string
  readonly examples?: readonly unknown[]
}

function define(
  id: string,
  { schema, label, type, match, operators }: Filter,
  appliesTo: readonly Endpoint[],
  { required = false, values }: { required?: boolean; values?: readonly string[] } = {},
): FilterDefinition {
  const rules = schema as TSchema as Rules
  const { enum: closed, minimum, maximum } = rules.items ?? rules
  const allowed = values ?? closed
  return {
    id,
    label,
    type,
    appliesTo,
    description: rules.description ?? '',
    required,
    multiple: rules.type === 'array',
    operators,
    match,
    ...(allowed && { values: allowed }),
    ...(minimum !== undefined && { min: minimum }),
    ...(maximum !== undefined && { max: maximum }),
    ...(rules.default !== undefined && { default: rules.default }),
    // A team's own list is a better example than any other.
    example: (id === 'list' && values?.[0]) || (rules.examples?.[0] ?? null),
  }
}
