// One clause: a type with its short forms and conditions, or a text.

import { parseConditions, type RawCondition, readCondition } from './conditions.ts'
import { excerpt, invalidQuery, type Span, spanBetween } from './errors.ts'
import { fieldNamed } from './fields.ts'
import type { Value } from './lexer.ts'
import { guessDuration, isDuration, readDays, readTime } from './times.ts'
import { type Cursor, isOperator, isSymbol, touches } from './token-cursor.ts'
import type { Clause, ClauseType, Condition, CountRange } from './tree.ts'
import { quote, readNumber, readPattern } from './values.ts'

/** A clause that is being parsed. */
interface ClauseDraft {
  readonly conditions: Condition[]
  withinDays?: number
  since?: number
  before?: number
  atLeast: number
  atMost: number
}

/** `type{:short}[(conditions)]`. The cursor is at the type. */
export function parseTyped(cursor: Cursor, type: ClauseType, typeWords: number): Clause {
  const draft: ClauseDraft = { conditions: [], atLeast: 1, atMost: Number.POSITIVE_INFINITY }
  let countSpan: Span | undefined
  for (let i = 0; i < typeWords; i++) cursor.take()
  while (cursor.takeSymbol(':')) readShort(cursor, draft)
  if (isOperator(cursor.token)) throw operatorAfterType(cursor)
  if (opensConditions(cursor, type)) {
    for (const raw of parseConditions(cursor, type)) {
      addCondition(draft, raw)
      if (raw.field.kind === 'count') countSpan = raw.span
    }
  }
  const clause = finish(type, draft)
  if (countSpan) cursor.countSpans.set(clause, countSpan)
  return clause
}

export function textClause(value: Value): Clause {
  return { node: 'clause', type: 'any', conditions: [textCondition([value])] }
}

function textCondition(values: readonly Value[]): Condition {
  return { field: 'text', kind: 'text', op: '~', patterns: values.map(readPattern) }
}

/** `:30d` or `:value|value`. A `|` next to white space is the OR between clauses, not part of the short form. */
function readShort(cursor: Cursor, draft: ClauseDraft): void {
  const first = cursor.keyword ? undefined : cursor.takeValue()
  if (!first)
    throw invalidQuery('Expected a value or a duration after ":".', cursor.token, { expected: ['a value', '30d'] })
  const values = [first]
  while (cursor.isSymbol('|') && touches(cursor.previous, cursor.token) && touches(cursor.token, cursor.ahead(1))) {
    cursor.take()
    const value = cursor.takeValue()
    if (!value) throw invalidQuery('Expected a value here.', cursor.token, { expected: ['a value'] })
    values.push(value)
  }
  if (values.length === 1 && !first.quoted && isDuration(first.raw)) {
    setOnce(draft, 'withinDays', readDays(first), first)
    return
  }
  for (const value of values) rejectDurationAsText(value)
  draft.conditions.push(textCondition(values))
}

/** `hiring:3m` is hardly a search for 3M, and a duration among values is hardly a word. */
function rejectDurationAsText(value: Value): void {
  const guess = value.quoted || /^\d+$/.test(value.raw) ? undefined : guessDuration(value.raw)
  if (guess === undefined) return
  const message = isDuration(value.raw)
    ? 'A duration can\'t be combined with "|": give it its own ":".'
    : `${excerpt(value.raw)} looks like a duration. Write ${guess}, or put it in quotes to search for it as text.`
  const suggestions = [...(isDuration(value.raw) ? [] : [guess]), quote(value.raw)]
  throw invalidQuery(message, value, { expected: ['30d', '4w', '3mo', '1y'], suggestions })
}

/**
 * "(" opens conditions when it touches the type, or when a field and an operator follow it. A type isn't a field, so
 * `hiring (web:chat)` is a group. But in `tool (tool: hubspot)`, `tool` is a field of that type.
 */
function opensConditions(cursor: Cursor, type: ClauseType): boolean {
  if (!cursor.isSymbol('(')) return false
  if (touches(cursor.previous, cursor.token)) return true
  const name = cursor.ahead(1)
  if (name.kind !== 'word' || !isOperator(cursor.ahead(2))) return false
  return fieldNamed(type, name.text) !== undefined || cursor.typeAhead(1) === undefined
}

/** `hiring >= 3` and `hiring ~ sdr` are close to a valid query, so the suggestion completes them. */
function operatorAfterType(cursor: Cursor): Error {
  const sign = cursor.token
  const value = cursor.ahead(1)
  const expected = [':', '(']
  if (isSymbol(sign, '~', '=')) {
    return invalidQuery(`After a type, write ":" and a value.`, sign, { expected, suggestions: [':'] })
  }
  if (!/^\d+$/.test(value.text) || isSymbol(sign, '!:', '!=')) {
    return invalidQuery(`${excerpt(sign.text)} can only be used inside the parentheses of a clause.`, sign, {
      expected,
    })
  }
  return invalidQuery('To compare the number of signals, use the condition count.', spanBetween(sign, value), {
    expected,
    suggestions: [`(count ${sign.text} ${value.text})`],
  })
}

function addCondition(draft: ClauseDraft, raw: RawCondition): void {
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

function setOnce(draft: ClauseDraft, bound: 'withinDays' | 'since' | 'before', value: number, at: Span): void {
  const name = bound === 'withinDays' ? 'within' : bound
  if (draft[bound] !== undefined)
    throw invalidQuery(`${name} is given twice in this clause.`, at, { expected: ['another condition'] })
  draft[bound] = value
  if ((draft.since ?? Number.NEGATIVE_INFINITY) >= (draft.before ?? Number.POSITIVE_INFINITY)) {
    const expected = ['since earlier than before']
    throw invalidQuery('since must be earlier than before: no time can match.', at, { expected })
  }
}

/** Two counts form a range: `count >= 2, count <= 5`. */
function narrowCount(draft: ClauseDraft, { op, span }: RawCondition, value: Value): void {
  const n = readNumber(value, { whole: true })
  const atLeast = op === '>' ? n + 1 : op === '>=' || op === ':' ? n : 1
  const atMost = op === '<' ? n - 1 : op === '<=' || op === ':' ? n : Number.POSITIVE_INFINITY
  if (atLeast < 1 || atMost < 1) {
    throw invalidQuery('count must allow at least one signal. To require none, put NOT before the clause.', span, {
      suggestions: ['count >= 1'],
    })
  }
  draft.atLeast = Math.max(draft.atLeast, atLeast)
  draft.atMost = Math.min(draft.atMost, atMost)
  if (draft.atLeast > draft.atMost)
    throw invalidQuery('This range of count is empty.', span, { expected: ['a wider range'] })
}

function finish(type: ClauseType, { conditions, withinDays, since, before, atLeast, atMost }: ClauseDraft): Clause {
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
