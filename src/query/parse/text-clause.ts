// Texts (bare words and phrases), and the errors for common mistakes in them.

import { countryCode } from '../../meaning/companies/index.ts'
import { companyFact } from '../tree/company-facts.ts'
import { excerpt, InvalidQuery, invalidQuery, spanBetween } from '../tree/errors.ts'
import {
  type ConditionField,
  fieldMeant,
  fieldNamed,
  type Operator,
  operatorOf,
  typesWithField,
} from '../tree/fields.ts'
import { CLAUSE_TYPES, type ClauseType } from '../tree/tree.ts'
import { misspeltType, nearestTypes, typeOf, typesInside } from '../tree/vocabulary.ts'
import type { Token, Value } from './lexer.ts'
import { readDays, readTime } from './times.ts'
import { type Cursor, isOperator, isSymbol, touches } from './token-cursor.ts'
import { quote, readScalar, readScalars } from './values.ts'
import { ARTICLES } from './words.ts'

/** One quoted phrase, or adjacent bare words. */
export type Text = Value | { readonly tokens: readonly Token[] }

/** The clause that the text belongs to, and whether `(conditions)` could replace it. */
interface TextPlace {
  readonly type: ClauseType
  readonly afterType: boolean
  /** Where the text starts, if only words without meaning come before the current one. */
  readonly start?: Token
}

export function startsText(cursor: Cursor): boolean {
  return cursor.token.kind === 'quoted' || cursor.isPlainWord()
}

/** Whether another clause begins here, without AND or OR. */
export function startsClause(cursor: Cursor): boolean {
  return cursor.keyword === 'not' || cursor.typeAhead() !== undefined || cursor.toolVerbAhead() !== undefined
}

/** The type directly after the texts at the cursor. */
export function typeAfterTexts(cursor: Cursor): ClauseType | undefined {
  let i = 0
  while (cursor.ahead(i).kind === 'quoted' || cursor.isPlainWord(i) || (i === 0 && isSigned(cursor))) i++
  return i === 0 ? undefined : cursor.typeAhead(i)?.type
}

/** A sign left on the first word of a term belongs to the word, as in `--x`. */
function isSigned(cursor: Cursor): boolean {
  return cursor.token.kind === 'word' && /^[+-]/.test(cursor.token.text)
}

/** One quoted phrase, or all bare words up to the next type, keyword or symbol. One signal must have all of them. */
export function takeText(cursor: Cursor, place: TextPlace): Text {
  if (cursor.token.kind === 'quoted') return cursor.takeValue() as Value
  const tokens: Token[] = []
  const start = cursor.token
  do {
    const afterType = place.afterType && tokens.every(({ text }) => ARTICLES.has(text.toLowerCase()))
    rejectMistakes(cursor, { ...place, afterType, ...(afterType && { start }) })
    tokens.push(cursor.take())
  } while (cursor.isPlainWord())
  return { tokens }
}

/** A typo must not become a search for a text that no signal has: the user would get an empty page without a reason. */
function rejectMistakes(cursor: Cursor, place: TextPlace): void {
  const word = cursor.token
  const next = cursor.ahead(1)
  if (word.text.startsWith('!')) {
    const sign = { position: word.position, length: 1 }
    throw invalidQuery('"!" is not an operator. To negate, write NOT or "-".', sign, {
      expected: ['NOT', '-'],
      suggestions: ['NOT '],
    })
  }
  const asType = isOperator(next) || opensConditions(cursor)
  const misspelt = misspeltType(word.text)
  if (misspelt) {
    const message = `${excerpt(word.text)} looks like ${misspelt}. To search for the word itself, put it in quotes.`
    throw invalidQuery(message, word, { suggestions: asType ? [misspelt] : [misspelt, quote(word.text)] })
  }
  const inside = typesInside(word.text)
  if (inside.length > 0) {
    throw invalidQuery(
      `${excerpt(word.text)} is not a signal type. Put spaces between clauses, or put the text in quotes.`,
      word,
      {
        suggestions: [inside.join(' + '), quote(word.text)],
      },
    )
  }
  if (isOperator(next)) throw misplacedCondition(cursor, place)
  if (asType) throw unknownType(word)
  rejectWordyCondition(cursor, place)
}

/** As in `tol(name: x)`: only a type takes conditions. */
function opensConditions(cursor: Cursor): boolean {
  const opening = cursor.ahead(1)
  if (!isSymbol(opening, '(') || !touches(cursor.token, opening)) return false
  return isOperator(cursor.ahead(3)) && cursor.typeAhead(2) === undefined
}

function unknownType(word: Token): Error {
  return invalidQuery(`Unknown signal type ${excerpt(word.text)}.`, word, {
    expected: CLAUSE_TYPES,
    suggestions: nearestTypes(word.text),
  })
}

/** Words that SQL and people use for an operator. */
const WORDY_OPERATORS = new Set(['like', 'ilike', 'contains', 'includes', 'matches', 'is', 'equals', 'containing'])
const COMPARING = /^(of|over|above|under|below|more|less|fewer|greater|at|between|\d+)$/

/** `title like "%sdr%"`, `hiring title sdr`, `hiring seniority vp`, `amount between 5m and 10m`. */
function rejectWordyCondition(cursor: Cursor, { type, afterType, start }: TextPlace): void {
  const word = cursor.token
  const next = cursor.ahead(1).kind === 'word' ? cursor.ahead(1).text.toLowerCase() : ''
  if (/^(employees|headcount)$/i.test(word.text) && COMPARING.test(next)) {
    throw companyFact(word.text, spanBetween(word, cursor.ahead(1))) as Error
  }
  const wordy = WORDY_OPERATORS.has(next)
  const found = candidates(word.text, type).filter(({ field }) => field.operators.length > 0)
  const [first] = found
  if (!first) return
  const { field } = first
  const number = field.operators.includes('>=')
  if (number && COMPARING.test(next)) throw comparedInWords(cursor, found, field)
  if (!wordy && !(afterType && fieldNamed(type, word.text))) return
  const value = valueAhead(cursor, wordy ? 2 : 1, wordy)
  if (!value || (!wordy && !isSurelyCondition(field, value.text))) return
  const sign = field.operators.includes('~') ? '~' : number ? '>=' : ':'
  const condition = `${field.queryName}${sign === ':' ? ':' : ` ${sign}`} ${value.text}`
  throw invalidQuery(
    `${field.queryName} is a condition. Put it in parentheses after the type, as in ${first.type}(${condition}).`,
    spanBetween(start ?? word, value.last),
    {
      expected: [`${first.type}(${condition})`],
      suggestions: afterType ? [`(${condition})`] : found.map((each) => `${each.type}(${condition})`),
    },
  )
}

function comparedInWords(cursor: Cursor, found: readonly Candidate[], { queryName }: ConditionField): Error {
  const [low, high] = [cursor.ahead(2), cursor.ahead(4)]
  const between = /^between$/i.test(cursor.ahead(1).text) && /^\$?\d/.test(low.text) && /^\$?\d/.test(high.text)
  const example = [cursor.ahead(1), low, cursor.ahead(3)].find(({ text }) => /^\$?\d/.test(text))?.text ?? '5'
  const condition = between ? `${queryName} >= ${low.text}, ${queryName} <= ${high.text}` : `${queryName} >= ${example}`
  return invalidQuery(
    `Compare ${queryName} with a sign, in parentheses after the type.`,
    spanBetween(cursor.token, between ? high : cursor.ahead(1)),
    {
      expected: found.map(({ type }) => `${type}(${condition})`),
      suggestions: between ? found.map(({ type }) => `${type}(${condition})`) : [],
    },
  )
}

/** `hiring country manager` is a job title, `hiring country Germany` is not. */
function isSurelyCondition({ kind, values, queryName }: ConditionField, value: string): boolean {
  if (kind === 'enum') return values?.includes(value.toLowerCase()) ?? false
  if (kind === 'country') return countryCode(value) !== undefined
  if (kind === 'integer' || kind === 'number') return /^\$?\d/.test(value)
  return ['title', 'name', 'round', 'category', 'investors'].includes(queryName)
}

interface ValueAhead {
  readonly text: string
  readonly last: Token
}

/**
 * The value at `from` ahead: phrases or bare words, with `|` between them. With `wildcards`, it can contain SQL's `%`.
 */
function valueAhead(cursor: Cursor, from: number, wildcards = false): ValueAhead | undefined {
  const first = cursor.ahead(from)
  let i = from
  for (;;) {
    const start = i
    if (cursor.ahead(i).kind === 'quoted') i++
    else while (cursor.isPlainWord(i) && !isOperator(cursor.ahead(i + 1))) i++
    if (i === start) return undefined
    const bar = cursor.ahead(i)
    const another = cursor.ahead(i + 1)
    const goesOn = isSymbol(bar, '|') && touches(cursor.ahead(i - 1), bar) && touches(bar, another)
    if (!goesOn || (another.kind !== 'quoted' && !cursor.isPlainWord(i + 1))) break
    i++
  }
  const last = cursor.ahead(i - 1)
  const text = cursor.text.slice(first.position, last.position + last.length)
  const plain = text.replaceAll(/["%]/g, ' ').trim()
  if (!wildcards || !text.includes('%')) return { text, last }
  return plain === '' ? undefined : { text: /^[\p{L}\p{N}]+$/u.test(plain) ? plain : quote(plain), last }
}

interface Candidate {
  readonly type: ClauseType
  readonly field: ConditionField
}

/** The fields that a word can mean, for the clause's own type or, without one, for every type that has it. */
function candidates(word: string, type: ClauseType): Candidate[] {
  const types = type === 'any' ? typesMeaning(word) : [type]
  return types.flatMap((each) => {
    const field = fieldMeant(each, word)
    return field ? [{ type: each, field }] : []
  })
}

function typesMeaning(word: string): ClauseType[] {
  const exact = typesWithField(word)
  if (exact.length > 0) return exact
  if (fieldMeant('any', word)) return ['any']
  return CLAUSE_TYPES.filter((type) => fieldMeant(type, word))
}

/** `title: sdr` or `within: 30d` in place of a clause. */
export function misplacedCondition(
  cursor: Cursor,
  { type, afterType, start }: TextPlace = { type: 'any', afterType: false },
): Error {
  const word = cursor.token
  const operator = cursor.ahead(1)
  const value = valueAhead(cursor, 2)
  const span = spanBetween(start ?? word, value?.last ?? operator)
  const named = typeOf([cursor.ahead(2).text])
  if (/^(type|signals?|signal_?type)$/i.test(word.text) && named) {
    const whole = spanBetween(start ?? word, cursor.ahead(2))
    return invalidQuery('A signal type is written alone.', whole, { suggestions: [named.type] })
  }
  const own = candidates(word.text, type)
  const found = own.length > 0 ? own : candidates(word.text, 'any')
  const [first] = found
  if (!first) {
    const plain = value?.text.replaceAll('"', '')
    return companyFact(word.text, span, operator.text, plain) ?? unknownType(word)
  }
  const op = operatorOf(operator.text)
  const taking = found.filter(({ field }) => field.operators.includes(op))
  const suggestions = taking.flatMap(({ type: of, field }) => {
    const name = fieldNamed(of, word.text) ? word.text : field.queryName
    return corrected(field, op, value?.text ?? '').map((text) => {
      const condition = `${name}${operator.text === ':' ? ':' : ` ${operator.text}`} ${text}`
      return afterType && own.length > 0 ? `(${condition})` : `${of}(${condition})`
    })
  })
  const names = [...new Set(found.map(({ type: of }) => of))].join(', ')
  const shown = fieldNamed(first.type, word.text) ? word.text : first.field.queryName
  const country = first.field.kind === 'country' ? ' For the country of the company, use the filter countries.' : ''
  return invalidQuery(`${shown} is a condition of ${names}. Put it in parentheses after the type.${country}`, span, {
    expected: CLAUSE_TYPES,
    suggestions: value ? suggestions : [],
  })
}

/** The value in the field's form: itself, or what its own error suggests. */
function corrected(field: ConditionField, op: Operator, text: string): string[] {
  if (op === '~' || op === '~=' || text.includes('|')) return [text]
  const quoted = /^".*"$/s.test(text)
  const value = { raw: quoted ? text.slice(1, -1) : text, quoted, position: 0, length: text.length }
  try {
    if (field.kind === 'duration') readDays(value)
    else if (field.kind === 'time') readTime(value)
    else if (field.kind === 'enum') return [String(readScalar(value, field))]
    else if (field.kind !== 'count') readScalars([value], field)
    return [text]
  } catch (error) {
    if (error instanceof InvalidQuery) return [...error.details.suggestions]
    throw error
  }
}
