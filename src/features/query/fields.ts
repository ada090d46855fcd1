// Which conditions a clause takes, with which operators: the signal declarations, seen by the query language.

import { type FieldDeclaration, type FieldKind, SIGNAL_DECLARATIONS, SIGNAL_TYPES } from '../signals/index.ts'
import type { ClauseType } from './tree.ts'

export type Operator = ':' | '!:' | '~' | '>=' | '<=' | '>' | '<'

/** `=` and `!=` are other ways to write `:` and `!:`. */
export function operatorOf(sign: string): Operator {
  return sign === '=' ? ':' : sign === '!=' ? '!:' : (sign as Operator)
}

/** The kinds that are not fields of a signal: they bound the clause's time or the number of its signals. */
export type ConditionKind = FieldKind | 'duration' | 'time' | 'count'

export interface ConditionField {
  /** As it stands in the tree: the JSON name. */
  readonly name: string
  /** As it is printed. Both names are understood, in any case. */
  readonly queryName: string
  readonly kind: ConditionKind
  readonly operators: readonly Operator[]
  /** The closed set of an enum. */
  readonly values?: readonly string[]
  readonly max?: number
}

const EQUALITY = [':', '!:'] as const
const ORDER = [':', '!:', '>=', '<=', '>', '<'] as const
const WORDS = ['~', ':', '!:'] as const

/**
 * An enum has no `~`: a value that does not exist is refused with the nearest one, where a word would just find
 * nothing. A URL is shown, never searched.
 */
export const OPERATORS: Readonly<Record<FieldKind, readonly Operator[]>> = {
  text: WORDS,
  texts: WORDS,
  slug: WORDS,
  enum: EQUALITY,
  country: EQUALITY,
  boolean: EQUALITY,
  integer: ORDER,
  number: ORDER,
  date: ORDER,
  url: [],
}

/** The kinds that `text` looks at, beside the label. */
export const SEARCHED_KINDS: ReadonlySet<FieldKind> = new Set<FieldKind>(['text', 'texts', 'enum', 'slug'])

/**
 * Conditions of every type. `text` takes `~` alone: equality with a whole label is never what `text: sdr` means.
 * `status` leaves out retracted, because a retracted signal matches nothing.
 */
export const COMMON_FIELDS: readonly ConditionField[] = [
  { name: 'text', queryName: 'text', kind: 'text', operators: ['~'] },
  { name: 'within', queryName: 'within', kind: 'duration', operators: [':'] },
  { name: 'since', queryName: 'since', kind: 'time', operators: [':'] },
  { name: 'before', queryName: 'before', kind: 'time', operators: [':'] },
  { name: 'count', queryName: 'count', kind: 'count', operators: ['>=', ':', '<', '<=', '>'] },
  { name: 'confidence', queryName: 'confidence', kind: 'number', operators: ORDER, max: 1 },
  { name: 'source', queryName: 'source', kind: 'text', operators: WORDS },
  { name: 'status', queryName: 'status', kind: 'enum', operators: EQUALITY, values: ['active', 'closed'] },
]

function conditionField(field: FieldDeclaration): ConditionField {
  return {
    name: field.name,
    queryName: field.queryName ?? field.name,
    kind: field.kind,
    operators: OPERATORS[field.kind],
    ...(field.values && { values: field.values }),
  }
}

const OWN_FIELDS = new Map<ClauseType, readonly ConditionField[]>(
  SIGNAL_TYPES.map((type) => [type, SIGNAL_DECLARATIONS[type].fields.map(conditionField)]),
)

/** The type's own fields first, then the common ones; those of `any` are the common ones. */
export function fieldsOf(type: ClauseType): readonly ConditionField[] {
  return [...(OWN_FIELDS.get(type) ?? []), ...COMMON_FIELDS]
}

/** `jobTitle`, `jobtitle`, `job_title` and `title` are one field. */
export function fieldNamed(type: ClauseType, word: string): ConditionField | undefined {
  const key = nameKey(word)
  return fieldsOf(type).find((field) => nameKey(field.name) === key || nameKey(field.queryName) === key)
}

function nameKey(name: string): string {
  return name.toLowerCase().replace(/(?<=\w)[-_](?=\w)/g, '')
}

/** The types that have a field of this name, for whoever put it in the wrong place. */
export function typesWithField(word: string): ClauseType[] {
  const types = SIGNAL_TYPES.filter((type) => fieldNamed(type, word) && !fieldNamed('any', word))
  return fieldNamed('any', word) ? ['any'] : types
}
