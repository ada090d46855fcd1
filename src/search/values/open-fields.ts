// The fields whose values come from open sets: a value may be well-formed and still occur nowhere.

import { type FieldKind, SIGNAL_DECLARATIONS, SIGNAL_TYPES, type SignalType } from '../../meaning/types/index.ts'

export interface OpenField {
  readonly type: SignalType
  /** The JSON name. */
  readonly name: string
  readonly queryName: string
  readonly kind: FieldKind
}

const OPEN_KINDS: ReadonlySet<FieldKind> = new Set<FieldKind>(['slug', 'text', 'texts', 'country', 'countries'])

/** Nearly every signal has its own value, so a list would be useless. */
const UNLISTED = new Set(['jobTitle', 'location', 'evidence'])

export const OPEN_FIELDS: readonly OpenField[] = SIGNAL_TYPES.flatMap((type) =>
  SIGNAL_DECLARATIONS[type].fields
    .filter(({ name, kind }) => OPEN_KINDS.has(kind) && !UNLISTED.has(name))
    .map(({ name, kind, ...rest }) => ({
      type,
      name,
      kind,
      queryName: 'queryName' in rest ? (rest.queryName ?? name) : name,
    })),
)

/** The names of the counted lists. */
export const SOURCES = 'source'
export const INDUSTRIES = 'company.industry'
export const COUNTRIES = 'company.country'
export const VENDORS = 'tool.vendor'
export const listName = ({ type, name }: Pick<OpenField, 'type' | 'name'>) => `${type}.${name}`

/**
 * A tool's name in a query covers its product and its family; a country covers the countries of a job posted in several, and
 * a category those of a family's name.
 */
const ALSO_NAMED_BY: Readonly<Record<string, readonly string[]>> = {
  'hiring.country': ['hiring.countries'],
  'tool.category': ['tool.categories'],
  'tool.tool': ['tool.product', 'tool.family'],
}

/** The lists in which a value of the field can occur. */
export function listsOf(field: OpenField): readonly string[] {
  const name = listName(field)
  const known = new Set(OPEN_FIELDS.map(listName))
  return [name, ...(ALSO_NAMED_BY[name] ?? []).filter((other) => known.has(other))]
}
