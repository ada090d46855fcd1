// The conditions in a clause's parentheses: `field op value | value, …`.

import { knowsTool, toolNameKeys } from '../../meaning/tools/index.ts'
import type { FieldKind } from '../../meaning/types/index.ts'
import { invalidQuery, type Span, spanBetween } from '../tree/errors.ts'
import { type ConditionField, fieldNamed, type Operator, operatorOf } from '../tree/fields.ts'
import type { ClauseType, Condition, ScalarValue } from '../tree/tree.ts'
import {
  keywordInValue,
  notACondition,
  searchableFields,
  unclosed,
  unexpectedAfterValue,
  unknownField,
} from './condition-errors.ts'
import type { Token, Value } from './lexer.ts'
import { type Cursor, isOperator } from './token-cursor.ts'
import { readLiteralPattern, readPattern, readScalar, readScalars } from './values.ts'

/** A condition whose field is resolved and whose values are not converted yet. */
export interface RawCondition {
  readonly field: ConditionField
  readonly op: Operator
  readonly values: readonly [Value, ...Value[]]
  readonly span: Span
}

export function parseConditions(cursor: Cursor, type: ClauseType): RawCondition[] {
  const opening = cursor.take()
  const conditions = [parseCondition(cursor, type, opening)]
  for (;;) {
    if (cursor.takeSymbol(')')) return conditions
    if (cursor.ended) throw unclosed(cursor, opening)
    if (!cursor.takeSymbol(',')) throw unexpectedAfterValue(cursor)
    conditions.push(parseCondition(cursor, type, opening))
  }
}

function parseCondition(cursor: Cursor, type: ClauseType, opening: Token): RawCondition {
  const name = cursor.token
  const sign = cursor.ahead(1)
  if (cursor.ended) throw unclosed(cursor, opening)
  if (name.kind !== 'word' || !isOperator(sign)) throw notACondition(cursor, type, opening)
  const field = fieldNamed(type, name.text)
  if (!field) throw unknownField(name, sign, cursor.ahead(2).text, type)
  if (field.operators.length === 0) {
    throw invalidQuery(`${field.queryName} can't be searched.`, name, { expected: searchableFields(type) })
  }
  const op = operatorOf(sign.text)
  if (!field.operators.includes(op)) {
    const alternatives =
      op === ':' || op === '~' || op === '~=' ? field.operators.filter((other) => other === '~' || other === ':') : []
    throw invalidQuery(`${field.queryName} can't be used with ${sign.text}.`, sign, {
      expected: field.operators,
      suggestions: alternatives.slice(0, 1),
    })
  }
  cursor.take()
  cursor.take()
  const values = parseValues(cursor, field, op)
  return { field, op, values, span: spanBetween(name, cursor.previous) }
}

function parseValues(cursor: Cursor, field: ConditionField, op: Operator): [Value, ...Value[]] {
  const many =
    (op === ':' || op === '!:' || op === '~' || op === '~=') && !['duration', 'time', 'count'].includes(field.kind)
  const values: [Value, ...Value[]] = [parseValue(cursor, many)]
  while (cursor.isSymbol('|')) {
    if (!many) {
      throw invalidQuery(`${field.queryName} ${op} takes only one value.`, cursor.token, { expected: [',', ')'] })
    }
    cursor.take()
    values.push(parseValue(cursor, many))
  }
  return values
}

/**
 * One quoted phrase, or bare words up to the next `,`, `|` or `)`. An `&` between them is an ordinary character, as in
 * R&D. Keywords are rejected: `title ~ sdr or bdr` would search for the word "or" and find nothing.
 */
function parseValue(cursor: Cursor, many: boolean): Value {
  if (cursor.token.kind === 'quoted') {
    const { text, position, length } = cursor.take()
    if (cursor.token.kind === 'quoted' || cursor.token.kind === 'word') throw unexpectedAfterValue(cursor)
    return { raw: text, quoted: true, position, length }
  }
  const first = cursor.token
  while (cursor.token.kind === 'word' || cursor.isSymbol('&', '&&')) {
    if (cursor.keyword) throw keywordInValue(cursor, many)
    cursor.take()
  }
  if (cursor.token === first) throw invalidQuery('Expected a value here.', cursor.token, { expected: ['a value'] })
  return cursor.valueSince(first)
}

/** Only for conditions on one signal. The clause parser reads the others, and `status`, itself. */
export function readCondition({ field, op, values }: RawCondition): Condition {
  const base = { field: field.name, kind: field.kind as FieldKind }
  if (op === '~') return { ...base, op, patterns: values.map(readPattern) }
  if (op === '~=') return { ...base, op, patterns: values.map(readLiteralPattern) }
  if (op === ':' || op === '!:') return { ...base, op, values: readValues(values, field) }
  return { ...base, op, value: readScalar(values[0], field) as number | string }
}

function readValues(values: readonly Value[], field: ConditionField): ScalarValue[] {
  const scalars = readScalars(values, field)
  if (field.name !== 'tool') return scalars
  return [...new Set(values.flatMap(({ raw }) => toolNameKeys(raw)))]
}

/** A tool in plain words, as in `uses hubspot`: by name if it is in the catalogue, otherwise by its words. */
export function namedTool(value: Value): Condition {
  const base = { field: 'tool', kind: 'text' } as const
  if (value.raw.includes('*') || !knowsTool(value.raw)) return { ...base, op: '~', patterns: [readPattern(value)] }
  return { ...base, op: ':', values: toolNameKeys(value.raw) }
}
