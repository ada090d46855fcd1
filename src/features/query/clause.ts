// One clause: a type with its short forms and conditions, or a text.

import { parseConditions, type RawCondition, readCondition } from './conditions.ts'
import { type Cursor, isOperator, isSymbol, touches } from './cursor.ts'
import { across, invalidQuery, type Span, shown } from './errors.ts'
import { fieldNamed } from './fields.ts'
import { isDuration, meantDuration, readDays, readTime } from './times.ts'
import type { Clause, ClauseType, Condition, CountRange } from './tree.ts'
import { quote, readNumber, readPattern, type Value } from './values.ts'

/** A clause while it is being read. */
interface Draft {
  readonly conditions: Condition[]
  withinDays?: number
  since?: number
  before?: number
  atLeast: number
  atMost: number
}

/** `type{:short}[(conditions)]`, the cursor standing on the type. */
export function parseTyped(cursor: Cursor, type: ClauseType, typeWords: number): Clause {
  const draft: Draft = { conditions: [], atLeast: 1, atMost: Number.POSITIVE_INFINITY }
  let counted: Span | undefined
  for (let i = 0; i < typeWords; i++) cursor.take()
  while (cursor.takeSymbol(':')) readShort(cursor, draft)
  if (isOperator(cursor.token)) throw operatorAfterType(cursor)
  if (opensConditions(cursor, type)) {
    for (const raw of parseConditions(cursor, type)) {
      addCondition(draft, raw)
      if (raw.field.kind === 'count') counted = raw.span
    }
  }
  const clause = finish(type, draft)
  if (counted) cursor.counted.set(clause, counted)
  return clause
}

export function textClause(value: Value): Clause {
  return { node: 'clause', type: 'any', conditions: [textCondition([value])] }
}

function textCondition(values: readonly Value[]): Condition {
  return { field: 'text', kind: 'text', op: '~', patterns: values.map(readPattern) }
}

/** `:30d`, or `:value|value`. A `|` with white space beside it is the OR between clauses, not part of the short form. */
function readShort(cursor: Cursor, draft: Draft): void {
  const first = cursor.keyword ? undefined : cursor.takeValue()
  if (!first)
    throw invalidQuery('A value or a duration is missing here.', cursor.token, { expected: ['a value', '30d'] })
  const values = [first]
  while (cursor.isSymbol('|') && touches(cursor.previous, cursor.token) && touches(cursor.token, cursor.ahead(1))) {
    cursor.take()
    const value = cursor.takeValue()
    if (!value) throw invalidQuery('A value is missing here.', cursor.token, { expected: ['a value'] })
    values.push(value)
  }
  if (values.length === 1 && !first.quoted && isDuration(first.raw)) {
    setOnce(draft, 'withinDays', readDays(first), first)
    return
  }
  for (const value of values) refuseDurationAsText(value)
  draft.conditions.push(textCondition(values))
}

/** `hiring:3m` is hardly a search for 3M, and a duration among values is hardly a word. */
function refuseDurationAsText(value: Value): void {
  const meant = value.quoted || /^\d+$/.test(value.raw) ? undefined : meantDuration(value.raw)
  if (meant === undefined) return
  const message = isDuration(value.raw)
    ? 'A duration stands alone after its own ":".'
    : `${shown(value.raw)} looks like a duration: write ${meant}, or put quotes around a text.`
  const suggestions = [...(isDuration(value.raw) ? [] : [meant]), quote(value.raw)]
  throw invalidQuery(message, value, { expected: ['30d', '4w', '3mo', '1y'], suggestions })
}

/**
 * "(" opens conditions when it touches the type, or when a field and an operator follow. A type is no field, so
 * `hiring (web:chat)` groups; but `tool (tool: hubspot)` names the field of that type.
 */
function opensConditions(cursor: Cursor, type: ClauseType): boolean {
  if (!cursor.isSymbol('(')) return false
  if (touches(cursor.previous, cursor.token)) return true
  const name = cursor.ahead(1)
  if (name.kind !== 'word' || !isOperator(cursor.ahead(2))) return false
  return fieldNamed(type, name.text) !== undefined || cursor.typeAhead(1) === undefined
}

/** `hiring >= 3` and `hiring ~ sdr` lack only a little. */
function operatorAfterType(cursor: Cursor): Error {
  const sign = cursor.token
  const value = cursor.ahead(1)
  const expected = [':', '(']
  if (isSymbol(sign, '~', '=')) {
    return invalidQuery(`After a type write : and a value.`, sign, { expected, suggestions: [':'] })
  }
  if (!/^\d+$/.test(value.text) || isSymbol(sign, '!:', '!=')) {
    return invalidQuery(`${shown(sign.text)} belongs into the conditions of a clause.`, sign, { expected })
  }
  return invalidQuery('How many signals there are is the condition count.', across(sign, value), {
    expected,
    suggestions: [`(count ${sign.text} ${value.text})`],
  })
}

function addCondition(draft: Draft, raw: RawCondition): void {
  const [value] = raw.values
  switch (raw.field.name) {
    case 'within':
      setOnce(draft, 'withinDays', readDays(value), raw.span)
      break
    case 'since':
      setOnce(draft, 'since', readTime(value), raw.span)
      break
    case 'before':
      setOnce(draft, 'before', readTime(value), raw.span)
      break
    case 'count':
      narrowCount(draft, raw, value)
      break
    default:
      draft.conditions.push(readCondition(raw))
  }
}

function setOnce(draft: Draft, bound: 'withinDays' | 'since' | 'before', value: number, at: Span): void {
  const name = bound === 'withinDays' ? 'within' : bound
  if (draft[bound] !== undefined)
    throw invalidQuery(`This clause has ${name} twice.`, at, { expected: ['another condition'] })
  draft[bound] = value
  if ((draft.since ?? Number.NEGATIVE_INFINITY) >= (draft.before ?? Number.POSITIVE_INFINITY)) {
    const expected = ['since earlier than before']
    throw invalidQuery('No time is since the one and before the other.', at, { expected })
  }
}

/** Two counts make a range: `count >= 2, count <= 5`. */
function narrowCount(draft: Draft, { op, span }: RawCondition, value: Value): void {
  const n = readNumber(value, { whole: true })
  const atLeast = op === '>' ? n + 1 : op === '>=' || op === ':' ? n : 1
  const atMost = op === '<' ? n - 1 : op === '<=' || op === ':' ? n : Number.POSITIVE_INFINITY
  if (atLeast < 1 || atMost < 1) {
    throw invalidQuery('A clause needs at least one signal. NOT before the clause says that there is none.', span, {
      suggestions: ['count >= 1'],
    })
  }
  draft.atLeast = Math.max(draft.atLeast, atLeast)
  draft.atMost = Math.min(draft.atMost, atMost)
  if (draft.atLeast > draft.atMost)
    throw invalidQuery('No number is in this range.', span, { expected: ['a wider range'] })
}

function finish(type: ClauseType, { conditions, withinDays, since, before, atLeast, atMost }: Draft): Clause {
  const bounded = Number.isFinite(atMost)
  const count: CountRange = { atLeast, ...(bounded && { atMost }) }
  return {
    node: 'clause',
    type,
    conditions,
    ...(withinDays !== undefined && { withinDays }),
    ...(since !== undefined && { since }),
    ...(before !== undefined && { before }),
    ...((atLeast > 1 || bounded) && { count }),
  }
}
