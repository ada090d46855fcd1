// A recursive descent parser without backtracking. It recurses only into groups, whose depth is checked first. So
// parsing takes time linear in the length of the text.
//
//   or       = and { ( "OR" | "|" | "||" ) and }
//   and      = not { [ "AND" | "&" | "&&" | "," ] not }
//   not      = { "NOT" | "-" | "+" } ( sequence | "(" or ")" )
//   sequence = step { "THEN" step [ "WITHIN" duration ] }
//   step     = clause | "(" clause { "OR" clause } ")"
//   clause   = see clause.ts (a type with its conditions) and text-clause.ts (words). Words directly next to a type belong to its clause: those before it, and all up to the next type, keyword or operator

import { SIGNAL_TYPES } from '../../meaning/types/index.ts'
import { endOf, excerpt, InvalidQuery, invalidQuery, type Span, spanBetween } from '../tree/errors.ts'
import { withMeaning } from '../tree/presence.ts'
import { andOf, type Clause, clausesOf, notOf, orOf, type Query, type Step } from '../tree/tree.ts'
import { parseToolVerb, parseTyped, textClause } from './clause.ts'
import { unclosed } from './condition-errors.ts'
import type { Token } from './lexer.ts'
import { rejectLoneCountries } from './lone-countries.ts'
import { misplacedCondition, startsText, type Text, takeText, typeAfterTexts } from './text-clause.ts'
import { amountOf, daysOfUnit, isDuration, readDays } from './times.ts'
import { Cursor, isOperator, LIMITS, type Limits } from './token-cursor.ts'
import { quote } from './values.ts'
import { periodAt } from './words.ts'

/** Limits the work of trying suggestions. Those beyond it are dropped. */
const MAX_TRIED_CHARACTERS = 3 * LIMITS.characters

/** Returns the query as plain data. Throws only InvalidQuery. Each suggestion of the error makes the query valid. */
export function parseSignalQuery(text: string, limits: Limits = LIMITS): Query {
  try {
    return parse(text, limits)
  } catch (error) {
    if (!(error instanceof InvalidQuery)) throw error
    const { position, expected, suggestions } = error.details
    // A mistake is found without knowing the rest of the query, so its suggestions are tried out.
    let tried = 0
    const valid = suggestions.filter((suggestion) => {
      const corrected = text.slice(0, position) + suggestion + text.slice(endOf(error.details))
      tried += corrected.length
      return tried <= MAX_TRIED_CHARACTERS && isValid(corrected, limits)
    })
    if (valid.length === suggestions.length) throw error
    const help = expected.length + valid.length > 0 ? expected : suggestions
    throw new InvalidQuery({ ...error.details, expected: help, suggestions: valid })
  }
}

function isValid(text: string, limits: Limits): boolean {
  try {
    parse(text, limits)
    return true
  } catch (error) {
    if (error instanceof InvalidQuery) return false
    throw error
  }
}

function parse(text: string, limits: Limits): Query {
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
  let sign: Token | undefined
  for (;;) {
    const next = cursor.takeKeyword('not') ?? cursor.takeSign()
    if (!next) break
    sign = next
    if (sign.text !== '+') negated = !negated
  }
  // In `-sdr hiring`, the minus excludes the word, not the type.
  const query = parsePrimary(cursor, depth, sign?.text !== '-')
  return negated ? notOf(query) : query
}

/** A group or a clause or, if THEN follows, the sequence that starts with it. */
function parsePrimary(cursor: Cursor, depth: number, textLeads: boolean): Query {
  const start = cursor.token
  const first = cursor.isSymbol('(') ? parseGroup(cursor, depth) : parseClause(cursor, textLeads)
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

function parseClause(cursor: Cursor, textLeads = true): Clause {
  const clause = readClause(cursor, textLeads)
  cursor.lastClause = { clause, end: cursor.previous }
  return clause
}

/** With `textLeads`, a text directly before a type belongs to the type. */
function readClause(cursor: Cursor, textLeads: boolean): Clause {
  const { token, keyword } = cursor
  if ((token.kind !== 'word' && token.kind !== 'quoted') || keyword) throw clauseMissing(cursor)
  cursor.countClause()
  const before: Text[] = []
  const type = textLeads ? typeAfterTexts(cursor) : undefined
  while (type && startsText(cursor)) before.push(takeText(cursor, { type, afterType: false }))
  const named = cursor.typeAhead()
  if (named) return parseTyped(cursor, named.type, named.words, before)
  const verb = cursor.toolVerbAhead()
  if (verb) return parseToolVerb(cursor, verb)
  rejectLoneCountries(cursor, cursor.lastClause?.clause)
  const text = takeText(cursor, { type: 'any', afterType: false })
  const nextVerb = cursor.toolVerbAhead()
  const clause = textClause(text, nextVerb !== undefined)
  if (clause) return clause
  // Only a text before a verb can have no words to search for.
  if (!nextVerb) throw clauseMissing(cursor)
  return parseToolVerb(cursor, nextVerb)
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
  return { clauses: steps.map((clause) => withMeaning({ ...clause, step: true }, cursor.statuses.get(clause))) }
}

function parseStepDays(cursor: Cursor): number {
  const first = cursor.token
  let value = cursor.takeValue()
  // `90 days` is one value, and the error suggests 90d.
  if (value && amountOf(value.raw) !== undefined && daysOfUnit(cursor.token.text) !== undefined) {
    cursor.take()
    value = cursor.valueSince(first)
  }
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
  if (keyword === 'within') {
    const joined = /^(and|,|&&?)$/i.test(cursor.previous.text)
    return windowMisplaced(cursor, joined ? cursor.ahead(-2) : undefined, expected)
  }
  const suggestions = keyword ? [quote(token.text)] : []
  return invalidQuery(`Expected a clause, but found ${excerpt(token.text)}.`, token, { expected, suggestions })
}

/** The error for a token after the point where the query or the group could have ended. */
function unexpected(cursor: Cursor): Error {
  const { token, keyword, previous } = cursor
  const expected = ['AND', 'OR', 'NOT', 'THEN', 'a clause', 'the end']
  if (cursor.isSymbol(')')) return invalidQuery('This ")" has no matching "(".', token, { expected })
  if (keyword !== 'within') return invalidQuery(`Unexpected ${excerpt(token.text)}.`, token, { expected })
  return windowMisplaced(cursor, previous, expected)
}

/** `hiring within 30d`, and `hiring, within 30d`. The intended clause ends with the token `last`. */
function windowMisplaced(cursor: Cursor, last: Token | undefined, expected: readonly string[]): Error {
  const message =
    'WITHIN can only follow a step of THEN. For the window of a clause, write hiring:30d or hiring(within: 30d).'
  const tokens: Token[] = []
  const skip = isOperator(cursor.ahead(1)) ? 2 : 1
  while (cursor.ahead(tokens.length + skip).kind === 'word' && tokens.length < 6)
    tokens.push(cursor.ahead(tokens.length + skip))
  const period = tokens.length > 0 ? periodAt(tokens, 0) : undefined
  // A group can't have a time.
  if (!period?.bound || !last || last !== cursor.lastClause?.end)
    return invalidQuery(message, cursor.token, { expected })
  const gap = { position: endOf(last), length: endOf(period.bound.span) - endOf(last) }
  const days = `${period.bound.value}d`
  const written = tokens.length > 0 && isDuration(tokens[0]?.text ?? '') ? tokens[0]?.text : days
  // After a word of a sentence, such as a title, only the sentence can continue.
  const isType = last.kind === 'word' && [...SIGNAL_TYPES, 'any'].includes(last.text.toLowerCase())
  return invalidQuery(message, gap, {
    expected,
    suggestions: [isType ? `:${written}` : ` last ${period.bound.value} days`],
  })
}
