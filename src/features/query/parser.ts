// The grammar, by recursive descent: one token of lookahead, no backtracking, and recursion only into groups, whose
// depth is checked before it is entered. Time is therefore linear in the text.
//
//   or       = and { ( "OR" | "|" | "||" ) and }
//   and      = not { [ "AND" | "&" | "&&" | "+" | "," ] not }
//   not      = { "NOT" | "-" | "+" } ( sequence | "(" or ")" )
//   sequence = step { "THEN" step [ "WITHIN" duration ] }
//   step     = clause | "(" clause { "OR" clause } ")"

import { parseTyped, textClause } from './clause.ts'
import { Cursor, isOperator, LIMITS, type Limits } from './cursor.ts'
import { across, endOf, invalidQuery, type Span, shown } from './errors.ts'
import { unclosed } from './mistakes.ts'
import { misplacedCondition, parseText } from './text.ts'
import { isDuration, readDays } from './times.ts'
import { all, type Clause, clausesOf, either, none, type Query, type Step } from './tree.ts'
import { quote } from './values.ts'

/** The query as plain data. Throws InvalidQuery and nothing else. */
export function parseSignalQuery(text: string, limits: Limits = LIMITS): Query {
  if (text.length > limits.characters) {
    const rest = { position: limits.characters, length: text.length - limits.characters }
    throw invalidQuery(`A query has at most ${limits.characters} characters.`, rest, { expected: ['a shorter query'] })
  }
  const cursor = new Cursor(text, limits)
  if (cursor.ended) {
    const whole = { position: 0, length: text.length }
    throw invalidQuery('The query is empty.', whole, { expected: ['a clause'], suggestions: ['hiring'] })
  }
  const query = parseOr(cursor, 0)
  if (!cursor.ended) throw unexpected(cursor)
  return query
}

function parseOr(cursor: Cursor, depth: number): Query {
  const parts = [parseAnd(cursor, depth)]
  while (cursor.takeKeyword('or') || cursor.takeSymbol('|', '||')) parts.push(parseAnd(cursor, depth))
  return either(parts)
}

function parseAnd(cursor: Cursor, depth: number): Query {
  const parts = [parseNot(cursor, depth)]
  for (;;) {
    const joined = cursor.takeKeyword('and') || cursor.takeSymbol('&', '&&', ',')
    if (!joined && !termBegins(cursor)) return all(parts)
    parts.push(parseNot(cursor, depth))
  }
}

/** Side by side means AND. A `+` between two terms is the one in front of the second. */
function termBegins(cursor: Cursor): boolean {
  if (cursor.token.kind === 'quoted' || cursor.isSymbol('(')) return true
  return cursor.token.kind === 'word' && (cursor.keyword === undefined || cursor.keyword === 'not')
}

function parseNot(cursor: Cursor, depth: number): Query {
  let negated = false
  for (;;) {
    const sign = cursor.takeKeyword('not') ?? cursor.takeSign()
    if (!sign) break
    if (sign.text !== '+') negated = !negated
  }
  const query = parsePrimary(cursor, depth)
  return negated ? none(query) : query
}

/** A group or a clause; and when THEN follows, the chain that it begins. */
function parsePrimary(cursor: Cursor, depth: number): Query {
  const start = cursor.token
  const first = cursor.isSymbol('(') ? parseGroup(cursor, depth) : parseClause(cursor)
  if (cursor.keyword !== 'then') return first
  const steps = [stepOf(cursor, first, across(start, cursor.previous))]
  while (cursor.takeKeyword('then')) {
    const opening = cursor.token
    const next = cursor.isSymbol('(') ? parseGroup(cursor, depth) : parseClause(cursor)
    const step = stepOf(cursor, next, across(opening, cursor.previous))
    steps.push(cursor.takeKeyword('within') ? { ...step, withinDays: parseStepDays(cursor) } : step)
  }
  return { node: 'sequence', steps }
}

function parseGroup(cursor: Cursor, depth: number): Query {
  if (depth === cursor.limits.depth) {
    const expected = ['a clause']
    throw invalidQuery(`Groups nest at most ${cursor.limits.depth} deep.`, cursor.token, { expected })
  }
  const opening = cursor.take()
  const query = parseOr(cursor, depth + 1)
  if (cursor.ended) throw unclosed(cursor, opening)
  if (!cursor.takeSymbol(')')) throw unexpected(cursor)
  return query
}

function parseClause(cursor: Cursor): Clause {
  const { token, keyword } = cursor
  if ((token.kind !== 'word' && token.kind !== 'quoted') || keyword) throw clauseMissing(cursor)
  cursor.countClause()
  const named = cursor.typeAhead()
  if (named) return parseTyped(cursor, named.type, named.words)
  return textClause(parseText(cursor))
}

function stepOf(cursor: Cursor, query: Query, span: Span): Step {
  const clauses = query.node === 'clause' ? [query] : query.node === 'or' ? query.of : []
  const steps = clauses.filter((part) => part.node === 'clause')
  if (steps.length === 0 || steps.length < clauses.length) {
    throw invalidQuery('A step of THEN is one clause, or clauses joined by OR in parentheses.', span, {
      expected: ['a clause', '(clause OR clause)'],
    })
  }
  const counted = clausesOf(query).map((clause) => cursor.counted.get(clause))
  const count = counted.find((at) => at !== undefined)
  if (count) {
    const expected = ['a clause without count']
    throw invalidQuery('count cannot stand inside THEN: a step is one signal.', count, { expected })
  }
  return { clauses: steps }
}

function parseStepDays(cursor: Cursor): number {
  const value = cursor.takeValue()
  if (!value) throw invalidQuery('A duration is missing here.', cursor.token, { expected: ['30d', '4w', '3mo', '1y'] })
  const days = readDays(value)
  if (days === 0) throw invalidQuery('A later signal needs at least 1d.', value, { suggestions: ['1d'] })
  return days
}

function clauseMissing(cursor: Cursor): Error {
  const { token, keyword } = cursor
  const expected = ['a clause', '(']
  if (token.kind === 'end') return invalidQuery('The query ends where a clause should follow.', token, { expected })
  if (keyword === 'not')
    return invalidQuery('THEN takes no NOT: a step is a signal that was seen.', token, { expected })
  if (keyword === 'within' && isOperator(cursor.ahead(1))) return misplacedCondition(cursor)
  const suggestions = keyword ? [quote(token.text)] : []
  return invalidQuery(`A clause should stand here, not ${shown(token.text)}.`, token, { expected, suggestions })
}

/** What is left when a query or a group could end here and does not. */
function unexpected(cursor: Cursor): Error {
  const { token, keyword, previous } = cursor
  const expected = ['AND', 'OR', 'NOT', 'THEN', 'a clause', 'the end']
  if (cursor.isSymbol(')')) return invalidQuery('This ")" closes nothing.', token, { expected })
  if (keyword !== 'within') return invalidQuery(`${shown(token.text)} cannot stand here.`, token, { expected })
  const days = cursor.ahead(1)
  const message = 'WITHIN follows a step of THEN. A clause takes its window as hiring:30d or hiring(within: 30d).'
  if (!isDuration(days.text) || previous.kind !== 'word') return invalidQuery(message, token, { expected })
  const gap = { position: endOf(previous), length: endOf(days) - endOf(previous) }
  return invalidQuery(message, gap, { expected, suggestions: [`:${days.text}`] })
}
