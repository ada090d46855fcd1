// Bare words and phrases between the clauses, and what people write there by mistake.

import { type Cursor, isOperator, isSymbol, touches } from './cursor.ts'
import { across, invalidQuery, shown } from './errors.ts'
import { fieldNamed, operatorOf, typesWithField } from './fields.ts'
import type { Token } from './lexer.ts'
import { CLAUSE_TYPES } from './tree.ts'
import { quote, type Value } from './values.ts'
import { keywordOf, misspeltType, nearestTypes, typesInside } from './vocabulary.ts'

/** One quoted phrase, or all bare words up to the next type, keyword or sign: they are looked for on one signal. */
export function parseText(cursor: Cursor): Value {
  const first = cursor.token
  if (first.kind === 'quoted') return cursor.takeValue() as Value
  do {
    refuseMistakes(cursor)
    cursor.take()
  } while (isPlainWord(cursor))
  return cursor.valueSince(first)
}

/** A word with a sign in front begins a term of its own. */
function isPlainWord(cursor: Cursor): boolean {
  const { kind, text } = cursor.token
  return kind === 'word' && !/^[+-]/.test(text) && cursor.keyword === undefined && cursor.typeAhead() === undefined
}

/** A slip must not become a text that no signal holds: that would be an empty page without a reason. */
function refuseMistakes(cursor: Cursor): void {
  const word = cursor.token
  const next = cursor.ahead(1)
  if (word.text.startsWith('!')) {
    const sign = { position: word.position, length: 1 }
    throw invalidQuery('Write NOT or - for the opposite.', sign, { expected: ['NOT', '-'], suggestions: ['NOT '] })
  }
  const asType = isOperator(next) || opensConditions(cursor)
  const misspelt = misspeltType(word.text)
  if (misspelt) {
    const message = `${shown(word.text)} looks like ${misspelt}. If it is a word to look for, put it in quotes.`
    throw invalidQuery(message, word, { suggestions: asType ? [misspelt] : [misspelt, quote(word.text)] })
  }
  const inside = typesInside(word.text)
  if (inside.length > 0) {
    throw invalidQuery(`${shown(word.text)} is no type. Put spaces around clauses, or quotes around a text.`, word, {
      suggestions: [inside.join(' + '), quote(word.text)],
    })
  }
  if (isOperator(next)) throw misplacedCondition(cursor)
  if (asType) throw unknownType(word)
}

/** `tol(name: x)`: only a type takes conditions. */
function opensConditions(cursor: Cursor): boolean {
  const opening = cursor.ahead(1)
  if (!isSymbol(opening, '(') || !touches(cursor.token, opening)) return false
  return isOperator(cursor.ahead(3)) && cursor.typeAhead(2) === undefined
}

function unknownType(word: Token): Error {
  return invalidQuery(`There is no signal type ${shown(word.text)}.`, word, {
    expected: CLAUSE_TYPES,
    suggestions: nearestTypes(word.text),
  })
}

/** `title: sdr` or `within: 30d` where a clause should stand. */
export function misplacedCondition(cursor: Cursor): Error {
  const word = cursor.token
  const operator = cursor.ahead(1)
  const value = cursor.ahead(2)
  const types = typesWithField(word.text)
  if (types.length === 0) return unknownType(word)
  const complete = value.kind === 'quoted' || (value.kind === 'word' && !keywordOf(value.text))
  const taking = types.filter((type) => fieldNamed(type, word.text)?.operators.includes(operatorOf(operator.text)))
  const span = across(word, complete ? value : operator)
  const condition = cursor.text.slice(span.position, span.position + span.length)
  return invalidQuery(`${word.text} is a condition of ${types.join(', ')}: it stands in parentheses.`, span, {
    expected: CLAUSE_TYPES,
    suggestions: complete ? taking.map((type) => `${type}(${condition})`) : [],
  })
}
