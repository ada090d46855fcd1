// One clause: a type with its short forms, conditions and the words next to it, a verb with a tool, or a text.

import { equalityKey } from '../../platform/text/normalise-text.ts'
import { excerpt, invalidQuery, type Span, spanBetween } from '../tree/errors.ts'
import { fieldNamed, hasAmount } from '../tree/fields.ts'
import { ANY, type ClauseStatus, withMeaning } from '../tree/presence.ts'
import type { Clause, ClauseType, Condition, CountRange } from '../tree/tree.ts'
import { keywordOf, type ToolVerb } from '../tree/vocabulary.ts'
import { namedTool, parseConditions, type RawCondition, readCondition } from './conditions.ts'
import type { Token, Value } from './lexer.ts'
import { printClause } from './print.ts'
import { startsClause, startsText, type Text, takeText } from './text-clause.ts'
import { guessDuration, isDuration, isYear, readDays, readTime } from './times.ts'
import { type Cursor, isOperator, isSymbol, touches } from './token-cursor.ts'
import { quote, readNumber, readPattern, readScalar } from './values.ts'
import { readWords, type WordRun } from './words.ts'

/** A clause being parsed. */
interface ClauseDraft {
  readonly conditions: Condition[]
  status?: ClauseStatus
  anyBasis?: true
  anyRumour?: true
  withinDays?: number
  closedDays?: number
  since?: number
  before?: number
  atLeast: number
  atMost: number
}

const newDraft = (): ClauseDraft => ({ conditions: [], atLeast: 1, atMost: Number.POSITIVE_INFINITY })

/** `{text} type{:short}[(conditions)] {text}`. The cursor is at the type, after the texts before it. */
export function parseTyped(cursor: Cursor, type: ClauseType, typeWords: number, before: readonly Text[] = []): Clause {
  const draft = newDraft()
  let countSpan: Span | undefined
  for (const text of before) addText(draft, text, { type, afterType: false, beforeType: true })
  for (let i = 0; i < typeWords; i++) cursor.take()
  while (cursor.takeSymbol(':')) readShort(cursor, draft, type)
  if (isOperator(cursor.token)) throw operatorAfterType(cursor, type)
  if (opensConditions(cursor, type)) {
    for (const raw of parseConditions(cursor, type)) {
      addCondition(draft, raw)
      if (raw.field.kind === 'count') countSpan = raw.span
    }
  }
  for (let afterType = !isSymbol(cursor.previous, ')'); startsText(cursor); afterType = false) {
    const text = takeText(cursor, { type, afterType })
    addText(draft, text, { type, afterType, beforeType: startsClause(cursor) })
  }
  const clause = finish(type, draft)
  if (countSpan) cursor.countSpans.set(clause, countSpan)
  if (draft.status) cursor.statuses.set(clause, draft.status)
  return clause
}

/** A text without a type: a present signal of any type. Undefined if none of its words is about a signal. */
export function textClause(text: Text, beforeType: boolean): Clause | undefined {
  const draft = newDraft()
  const place = { type: 'any', afterType: false, beforeType } as const
  addText(draft, text, place)
  if (draft.conditions.length > 0) {
    // Words speak of the present, as clauses do. In a step of THEN they are history, too.
    draft.status = 'active'
    return finish('any', draft)
  }
  if (draft.withinDays === undefined && draft.since === undefined && draft.before === undefined) return undefined
  const { tokens = [] } = text as { tokens?: readonly Token[] }
  const span = spanBetween(tokens[0] ?? cursorStart, tokens.at(-1) ?? cursorStart)
  throw invalidQuery('A time limits a clause. Write it next to the type.', span, {
    expected: ['hiring last 30 days'],
    suggestions: [printClause(finish('any', draft))],
  })
}

const cursorStart: Span = { position: 0, length: 0 }

/** `uses hubspot`. The cursor is at the verb. */
export function parseToolVerb(cursor: Cursor, verb: ToolVerb): Clause {
  const draft = newDraft()
  cursor.take()
  const texts: Value[] = []
  while (startsText(cursor)) {
    const text = takeText(cursor, { type: 'tool', afterType: false })
    const words = { type: 'tool', afterType: true, beforeType: startsClause(cursor) } as const
    const read = 'tokens' in text ? readWords({ ...words, ...text }) : { texts: [[text]], bounds: [] }
    texts.push(...read.texts.flat())
    for (const { name, value, span } of read.bounds) setOnce(draft, name, value, span)
  }
  for (const value of texts) {
    draft.conditions.push(
      equalityKey(value.raw) === 'ai' ? { field: 'ai', kind: 'boolean', op: ':', values: [true] } : namedTool(value),
    )
  }
  if (verb !== 'uses') draft.conditions.push({ field: 'change', kind: 'enum', op: ':', values: [verb] })
  return finish('tool', draft)
}

/** Narrows the clause by a text next to its type. */
function addText(draft: ClauseDraft, text: Text, place: Omit<WordRun, 'tokens'>): void {
  if (!('tokens' in text)) {
    draft.conditions.push(textCondition([text]))
    return
  }
  const { texts, bounds, countries, ended } = readWords({ ...place, ...text })
  if (ended) setStatus(draft, 'closed', ended)
  for (const values of texts) draft.conditions.push(textCondition(values))
  if (countries.length > 0) draft.conditions.push({ field: 'country', kind: 'country', op: ':', values: countries })
  for (const { name, value, span } of bounds) {
    // In plain words, a closed job of the last 30 days was closed within these days.
    setOnce(draft, name === 'withinDays' && draft.status === 'closed' ? 'closedDays' : name, value, span)
  }
}

function textCondition(values: readonly Value[]): Condition {
  return { field: 'text', kind: 'text', op: '~', patterns: values.map(readPattern) }
}

/** `:30d` or `:value|value`. A `|` next to white space is the OR between clauses, not part of the short form. */
function readShort(cursor: Cursor, draft: ClauseDraft, type: ClauseType): void {
  const colon = cursor.previous
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
  for (const value of values) rejectDurationAsText(value, type, values.length === 1 ? colon : undefined)
  draft.conditions.push(textCondition(values))
}

/** `hiring:3m` is unlikely to search for 3M, and a duration among values is unlikely to be a word. */
function rejectDurationAsText(value: Value, type: ClauseType, colon: Span | undefined): void {
  const plainNumber = !colon && /^\d+$/.test(value.raw)
  const guess = value.quoted || plainNumber ? undefined : guessDuration(value.raw)
  if (guess === undefined) return
  const whole = spanBetween(colon ?? value, value)
  if (colon && isYear(value.raw)) {
    const year = `(since: ${value.raw}-01-01, before: ${Number(value.raw) + 1}-01-01)`
    throw invalidQuery('To limit the time, use the conditions since and before.', whole, {
      expected: [year],
      suggestions: [year, `:${quote(value.raw)}`],
    })
  }
  if (colon && hasAmount(type) && /^\d+[km]$/i.test(value.raw)) {
    throw invalidQuery('To compare the amount of a round, use the condition amount.', whole, {
      expected: [`(amount >= ${value.raw})`],
      suggestions: [`(amount >= ${value.raw})`, `:${guess}`],
    })
  }
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
function operatorAfterType(cursor: Cursor, type: ClauseType): Error {
  const sign = cursor.token
  const value = cursor.ahead(1)
  const expected = [':', '(']
  if (hasAmount(type) && /^[<>]/.test(sign.text) && /^\$?\d+(\.\d+)?[kmb]$|^\$?\d{4,}$/i.test(value.text)) {
    return invalidQuery('To compare the amount of a round, use the condition amount.', spanBetween(sign, value), {
      expected,
      suggestions: [`(amount ${sign.text} ${value.text})`],
    })
  }
  if (isSymbol(sign, '~', '=')) {
    if (isSymbol(value, '>') && touches(sign, value)) {
      const suggestions = cursor.typeAhead(2) ? ['THEN'] : []
      return invalidQuery('For a sequence, write THEN.', spanBetween(sign, value), { expected: ['THEN'], suggestions })
    }
    const isValue = value.kind === 'quoted' || (value.kind === 'word' && !keywordOf(value.text))
    const suggestions = isValue ? [':'] : []
    return invalidQuery(`After a type, write ":" and a value.`, sign, { expected, suggestions })
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
    case 'closed':
      setOnce(draft, 'closedDays', readDays(value), raw.span)
      break
    case 'status':
      setStatus(draft, readStatus(raw), raw.span)
      break
    case 'count':
      narrowCount(draft, raw, value)
      break
    case 'basis':
      if (!takesAnyBasis(raw)) draft.conditions.push(readCondition(raw))
      else draft.anyBasis = true
      break
    case 'rumour':
      addRumour(draft, raw)
      break
    default:
      draft.conditions.push(readCondition(raw))
  }
}

/** The status that the values allow: `active|closed` and `any` are every status, `!: closed` is active. */
function readStatus({ field, op, values, span }: RawCondition): ClauseStatus {
  const named = new Set(values.map((value) => readScalar(value, field) as ClauseStatus))
  const active = named.has('any') || named.has('active') !== (op === '!:')
  const closed = named.has('any') || named.has('closed') !== (op === '!:')
  if (op === '!:' && (named.has('any') || !(active || closed))) {
    throw invalidQuery('There is no other status.', span, {
      expected: ['status: active', 'status: closed', 'status: any'],
    })
  }
  return active && closed ? 'any' : active ? 'active' : 'closed'
}

function takesAnyBasis({ field, op, values, span }: RawCondition): boolean {
  const isAny = values.some((value) => readScalar(value, field) === ANY)
  if (isAny && op === '!:') {
    throw invalidQuery('There is no other basis.', span, {
      expected: ['basis: any', 'basis: stated', 'basis: asked'],
    })
  }
  return isAny
}

/** Without the condition a clause means `rumour: false`. */
function addRumour(draft: ClauseDraft, { field, op, values, span }: RawCondition): void {
  const isAny = values.some(({ raw }) => raw.toLowerCase() === ANY)
  if (isAny && op === '!:') {
    throw invalidQuery('A round either is a rumour or is not.', span, {
      expected: ['rumour: any', 'rumour: true', 'rumour: false'],
    })
  }
  const named = new Set(isAny ? [] : values.map((value) => readScalar(value, field) === (op === ':')))
  if (isAny || named.size > 1) draft.anyRumour = true
  else if (named.has(true)) draft.conditions.push({ field: 'rumour', kind: 'boolean', op: ':', values: [true] })
}

function setStatus(draft: ClauseDraft, status: ClauseStatus, at: Span): void {
  if (draft.status !== undefined) {
    throw invalidQuery('status is given twice in this clause.', at, { expected: ['another condition'] })
  }
  draft.status = status
  rejectOpenAndClosed(draft, at)
}

function rejectOpenAndClosed({ status, closedDays }: ClauseDraft, at: Span): void {
  if (status !== 'active' || closedDays === undefined) return
  throw invalidQuery('closed limits when something ended, and what is active has not ended.', at, {
    expected: ['status: closed'],
  })
}

const BOUND_NAMES = { withinDays: 'within', closedDays: 'closed', since: 'since', before: 'before' } as const

function setOnce(draft: ClauseDraft, bound: keyof typeof BOUND_NAMES, value: number, at: Span): void {
  const name = BOUND_NAMES[bound]
  if (draft[bound] !== undefined)
    throw invalidQuery(`${name} is given twice in this clause.`, at, { expected: ['another condition'] })
  draft[bound] = value
  rejectOpenAndClosed(draft, at)
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

function finish(type: ClauseType, draft: ClauseDraft): Clause {
  const { conditions, withinDays, since, before, closedDays, atLeast, atMost, status, anyBasis, anyRumour } = draft
  const bounded = Number.isFinite(atMost)
  const count: CountRange = { atLeast, ...(bounded && { atMost }) }
  const clause: Clause = {
    node: 'clause',
    type,
    conditions,
    ...(withinDays !== undefined && { withinDays }),
    ...(since !== undefined && { since }),
    ...(before !== undefined && { before }),
    ...(closedDays !== undefined && { closedDays }),
    ...((atLeast > 1 || bounded) && { count }),
    ...(anyBasis && { anyBasis }),
    ...(anyRumour && { anyRumour }),
  }
  return withMeaning(clause, status)
}
