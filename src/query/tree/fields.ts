// The conditions that each clause type takes and their operators, derived from the signal declarations.

import { type FieldDeclaration, type FieldKind, SIGNAL_DECLARATIONS, SIGNAL_TYPES } from '../../meaning/types/index.ts'
import { ANY, CLAUSE_STATUSES } from './presence.ts'
import type { ClauseType, Condition } from './tree.ts'

export type Operator = ':' | '!:' | '~' | '~=' | '>=' | '<=' | '>' | '<'

/** `=` and `!=` are synonyms of `:` and `!:`. */
export function operatorOf(sign: string): Operator {
  return sign === '=' ? ':' : sign === '!=' ? '!:' : (sign as Operator)
}

/**
 * `duration`, `time` and `count` aren't fields of a signal: they limit the clause's time or the number of its signals.
 */
export type ConditionKind = FieldKind | 'duration' | 'time' | 'count'

export interface ConditionField {
  /** The JSON name, as used in the tree. */
  readonly name: string
  /** The name in a printed query. The parser accepts both names, in upper or lower case. */
  readonly queryName: string
  readonly kind: ConditionKind
  readonly operators: readonly Operator[]
  /** The values of an enum. */
  readonly values?: readonly string[]
  readonly max?: number
}

const EQUALITY = [':', '!:'] as const
const ORDER = [':', '!:', '>=', '<=', '>', '<'] as const
const WORDS = ['~', '~=', ':', '!:'] as const

/**
 * An enum has no `~`: `:` rejects a value that doesn't exist and suggests the nearest one, while `~` would just find
 * nothing. A URL and a note are shown but can't be searched. Countries are searched by `country`.
 */
const OPERATORS: Readonly<Record<FieldKind, readonly Operator[]>> = {
  text: WORDS,
  texts: WORDS,
  slug: WORDS,
  enum: EQUALITY,
  country: EQUALITY,
  countries: [],
  boolean: EQUALITY,
  integer: ORDER,
  number: ORDER,
  date: ORDER,
  url: [],
  note: [],
}

/** The kinds of fields that `text` searches, besides the label. */
export const SEARCHED_KINDS: ReadonlySet<FieldKind> = new Set<FieldKind>(['text', 'texts', 'enum', 'slug'])

/**
 * The conditions of every type. `text` takes only `~`, because `text: sdr` never means a label that is exactly "sdr".
 * `status` has no `retracted`, because a retracted signal matches nothing. The clause parser reads it (presence.ts).
 */
export const COMMON_FIELDS: readonly ConditionField[] = [
  { name: 'text', queryName: 'text', kind: 'text', operators: ['~', '~='] },
  { name: 'within', queryName: 'within', kind: 'duration', operators: [':'] },
  { name: 'since', queryName: 'since', kind: 'time', operators: [':'] },
  { name: 'before', queryName: 'before', kind: 'time', operators: [':'] },
  { name: 'closed', queryName: 'closed', kind: 'duration', operators: [':'] },
  { name: 'count', queryName: 'count', kind: 'count', operators: ['>=', ':', '<', '<=', '>'] },
  { name: 'confidence', queryName: 'confidence', kind: 'number', operators: ORDER, max: 1 },
  { name: 'source', queryName: 'source', kind: 'text', operators: WORDS },
  { name: 'status', queryName: 'status', kind: 'enum', operators: EQUALITY, values: CLAUSE_STATUSES },
]

/**
 * The fields whose values a condition compares: its own, and those with the same meaning. An opening posted in several
 * places is in each of them, and the name of a family of tools is in each of its categories. A tool's name, product and family come from one catalogue, so the same name never means
 * different tools; its words are searched in the name alone.
 */
export function comparedFields({ field, op }: Pick<Condition, 'field' | 'op'>): readonly string[] {
  if (field === 'tool') return op === ':' || op === '!:' ? TOOL_NAMES : [field]
  return LISTS[field] ?? [field]
}

const TOOL_NAMES = ['tool', 'product', 'family'] as const
const LISTS: Readonly<Record<string, readonly string[]>> = {
  location: ['location', 'locations'],
  country: ['country', 'countries'],
  category: ['category', 'categories'],
}

function conditionField(field: FieldDeclaration): ConditionField {
  return {
    name: field.name,
    queryName: field.queryName ?? field.name,
    kind: field.kind,
    operators: OPERATORS[field.kind],
    ...(field.values && { values: field.name === 'basis' ? [...field.values, ANY] : field.values }),
  }
}

const OWN_FIELDS = new Map<ClauseType, readonly ConditionField[]>(
  SIGNAL_TYPES.map((type) => [type, SIGNAL_DECLARATIONS[type].fields.map(conditionField)]),
)

const FIELDS = new Map<ClauseType, readonly ConditionField[]>(
  [...SIGNAL_TYPES, 'any' as const].map((type) => [type, [...(OWN_FIELDS.get(type) ?? []), ...COMMON_FIELDS]]),
)

/** The type's own fields, then the common ones. `any` has only the common ones. */
export function fieldsOf(type: ClauseType): readonly ConditionField[] {
  return FIELDS.get(type) ?? COMMON_FIELDS
}

/** Both names of every field. Every bare word of a query is looked up here. */
const BY_NAME = new Map(
  [...FIELDS].map(([type, fields]) => [
    type,
    new Map(fields.flatMap((field) => [field.name, field.queryName].map((name) => [nameKey(name), field] as const))),
  ]),
)

/** `jobTitle`, `jobtitle`, `job_title` and `title` all name the same field. */
export function fieldNamed(type: ClauseType, word: string): ConditionField | undefined {
  return BY_NAME.get(type)?.get(nameKey(word))
}

/** Whether a clause of the type can compare an amount of money. */
export function hasAmount(type: ClauseType): boolean {
  return fieldNamed(type, 'amount') !== undefined
}

function nameKey(name: string): string {
  return name.toLowerCase().replace(/(?<=\w)[-_](?=\w)/g, '')
}

/** Other names for a field. They are only suggested. */
const FIELD_SYNONYMS: Readonly<Record<string, string>> = {
  role: 'title',
  position: 'title',
  job: 'title',
  level: 'seniority',
  rank: 'seniority',
  dept: 'department',
  team: 'department',
  city: 'location',
  place: 'location',
  workplace: 'workplaceType',
  contract: 'employmentType',
  series: 'round',
  raised: 'amount',
  raise: 'amount',
  usd: 'amount',
  dollars: 'amount',
  investor: 'investors',
  backer: 'investors',
  technology: 'name',
  tech: 'name',
  software: 'name',
  tools: 'name',
  page: 'kind',
  growth: 'ratio',
  keyword: 'text',
  keywords: 'text',
  label: 'text',
  description: 'text',
  date: 'since',
  after: 'since',
  until: 'before',
  age: 'within',
  last: 'within',
  days: 'within',
}

/** The field that a word names, or is another name for. */
export function fieldMeant(type: ClauseType, word: string): ConditionField | undefined {
  const key = nameKey(word)
  return (
    fieldNamed(type, word) ??
    (Object.hasOwn(FIELD_SYNONYMS, key) ? fieldNamed(type, FIELD_SYNONYMS[key] ?? '') : undefined)
  )
}

/** The types that have a field of this name, for the error when it is used with another type. */
export function typesWithField(word: string): ClauseType[] {
  const types = SIGNAL_TYPES.filter((type) => fieldNamed(type, word) && !fieldNamed('any', word))
  return fieldNamed('any', word) ? ['any'] : types
}
