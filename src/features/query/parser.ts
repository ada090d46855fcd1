// A recursive descent parser: no backtracking, and it recurses only into groups, whose depth is checked first. So parsing
// takes time linear in the length of the text.
//
//   or       = and { ( "OR" | "|" | "||" ) and }
//   and      = not { [ "AND" | "&" | "&&" | "," ] not }
//   not      = { "NOT" | "-" | "+" } ( sequence | "(" or ")" )
//   sequence = step { "THEN" step [ "WITHIN" duration ] }
//   step     = clause | "(" clause { "OR" clause } ")"
//   clause   = see clause.ts (a type with its conditions) and text-clause.ts (words)

import { parseTyped, textClause } from './clause.ts'
import { unclosed } from './condition-errors.ts'
import { endOf, excerpt, invalidQuery, type Span, spanBetween } from './errors.ts'
import { misplacedCondition, parseText } from './text-clause.ts'
import { isDuration, readDays } from './times.ts'
import { Cursor, isOperator, LIMITS, type Limits } from './token-cursor.ts'
import { andOf, type Clause, clausesOf, notOf, orOf, type Query, type Step } from './tree.ts'
import { quote } from './values.ts'

/** Returns the query as plain data. Throws only InvalidQuery. */
export function parseSignalQuery(text: string, limits: Limits = LIMITS): Query {
  if (text.length > limits.characters) {
    const rest = { position: limits.characters, length: text.length - limits.characters }
    throw invalidQuery(`A query can have at most ${limits.characters} characters.`, rest, {
      expected: ['a shorter query'],
    })
  }
  const cursor = new Cursor(text, limits)
  if (cursor.ended) {
    const everything = { position: 0, length: text.length }
    throw invalidQuery('The query is empty.', everything, { expected: ['a clause'], suggestions: ['hiring'] })
  }
  const query = parseOr(cursor, 0)
  if (!cursor.ended) throw unexpected(cursor)
  return query
}

function parseOr(cursor: Cursor, depth: number): Query {
  const parts = [parseAnd(cursor, depth)]
  while (cursor.takeKeyword('or') || cursor.takeSymbol('|', '||')) parts.push(parseAnd(cursor, depth))
  return orOf(parts)
}

function parseAnd(cursor: Cursor, depth: number): Query {
  const parts = [parseNot(cursor, depth)]
  for (;;) {
    const joined = cursor.takeKeyword('and') || cursor.takeSymbol('&', '&&', ',')
    if (!joined && !termBegins(cursor)) return andOf(parts)
    parts.push(parseNot(cursor, depth))
  }
}

/** Two adjacent terms mean AND. A `+` between two terms belongs to the second. */
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
  return negated ? notOf(query) : query
}

/** A group or a clause. When THEN follows, the sequence that starts with it. */
function parsePrimary(cursor: Cursor, depth: number): Query {
  const start = cursor.token
  const first = cursor.isSymbol('(') ? parseGroup(cursor, depth) : parseClause(cursor)
  if (cursor.keyword !== 'then') return first
  const steps = [stepOf(cursor, first, spanBetween(start, cursor.previous))]
  while (cursor.takeKeyword('then')) {
    const opening = cursor.token
    const next = cursor.isSymbol('(') ? parseGroup(cursor, depth) : parseClause(cursor)
    const step = stepOf(cursor, next, spanBetween(opening, cursor.previous))
    steps.push(cursor.takeKeyword('within') ? { ...step, withinDays: parseStepDays(cursor) } : step)
  }
  return { node: 'sequence', steps }
}

function parseGroup(cursor: Cursor, depth: number): Query {
  if (depth === cursor.limits.depth) {
    const expected = ['a clause']
    throw invalidQuery(`Groups can be nested at most ${cursor.limits.depth} deep.`, cursor.token, { expected })
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
    throw invalidQuery('A step of THEN must be one clause, or clauses joined by OR in parentheses.', span, {
      expected: ['a clause', '(clause OR clause)'],
    })
  }
  const countSpans = clausesOf(query).map((clause) => cursor.countSpans.get(clause))
  const count = countSpans.find((at) => at !== undefined)
  if (count) {
    const expected = ['a clause without count']
    throw invalidQuery("count can't be used inside THEN: each step is one signal.", count, { expected })
  }
  return { clauses: steps }
}

function parseStepDays(cursor: Cursor): number {
  const value = cursor.takeValue()
  if (!value)
    throw invalidQuery('Expected a duration after WITHIN.', cursor.token, { expected: ['30d', '4w', '3mo', '1y'] })
  const days = readDays(value)
  if (days === 0) throw invalidQuery('WITHIN must be at least 1d.', value, { suggestions: ['1d'] })
  return days
}

function clauseMissing(cursor: Cursor): Error {
  const { token, keyword } = cursor
  const expected = ['a clause', '(']
  if (token.kind === 'end') return invalidQuery('Expected a clause, but the query ends here.', token, { expected })
  if (keyword === 'not')
    return invalidQuery("NOT can't be used after THEN: each step is a signal that was seen.", token, { expected })
  if (keyword === 'within' && isOperator(cursor.ahead(1))) return misplacedCondition(cursor)
  const suggestions = keyword ? [quote(token.text)] : []
  return invalidQuery(`Expected a clause, but found ${excerpt(token.text)}.`, token, { expected, suggestions })
}

/** The error for a token after the point where the query or the group could have ended. */
function unexpected(cursor: Cursor): Error {
  const { token, keyword, previous } = cursor
  const expected = ['AND', 'OR', 'NOT', 'THEN', 'a clause', 'the end']
  if (cursor.isSymbol(')')) return invalidQuery('This ")" has no matching "(".', token, { expected })
  if (keyword !== 'within') return invalidQuery(`Unexpected ${excerpt(token.text)}.`, token, { expected })
  const days = cursor.ahead(1)
  const message =
    'WITHIN can only follow a step of THEN. For the window of a clause, write hiring:30d or hiring(within: 30d).'
  if (!isDuration(days.text) || previous.kind !== 'word') return invalidQuery(message, token, { expected })
  const gap = { position: endOf(previous), length: endOf(days) - endOf(previous) }
  return invalidQuery(message, gap, { expected, suggestions: [`:${days.text}`] })
}
