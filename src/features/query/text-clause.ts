// Text clauses (bare words and phrases), and the errors for common mistakes in them.

import { excerpt, invalidQuery, spanBetween } from './errors.ts'
import { fieldNamed, operatorOf, typesWithField } from './fields.ts'
import type { Token, Value } from './lexer.ts'
import { type Cursor, isOperator, isSymbol, touches } from './token-cursor.ts'
import { CLAUSE_TYPES } from './tree.ts'
import { quote } from './values.ts'
import { keywordOf, misspeltType, nearestTypes, typesInside } from './vocabulary.ts'

/** One quoted phrase, or all bare words up to the next type, keyword or symbol. One signal must have all of them. */
export function parseText(cursor: Cursor): Value {
  const first = cursor.token
  if (first.kind === 'quoted') return cursor.takeValue() as Value
  do {
    rejectMistakes(cursor)
    cursor.take()
  } while (isPlainWord(cursor))
  return cursor.valueSince(first)
}

/** A word with a leading `+` or `-` begins a new term. */
function isPlainWord(cursor: Cursor): boolean {
  const { kind, text } = cursor.token
  return kind === 'word' && !/^[+-]/.test(text) && cursor.keyword === undefined && cursor.typeAhead() === undefined
}

/** A typo must not become a search for a text that no signal has: the user would get an empty page and no reason. */
function rejectMistakes(cursor: Cursor): void {
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
  if (isOperator(next)) throw misplacedCondition(cursor)
  if (asType) throw unknownType(word)
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

/** `title: sdr` or `within: 30d` in place of a clause. */
export function misplacedCondition(cursor: Cursor): Error {
  const word = cursor.token
  const operator = cursor.ahead(1)
  const value = cursor.ahead(2)
  const types = typesWithField(word.text)
  if (types.length === 0) return unknownType(word)
  const complete = value.kind === 'quoted' || (value.kind === 'word' && !keywordOf(value.text))
  const taking = types.filter((type) => fieldNamed(type, word.text)?.operators.includes(operatorOf(operator.text)))
  const span = spanBetween(word, complete ? value : operator)
  const condition = cursor.text.slice(span.position, span.position + span.length)
  return invalidQuery(
    `${word.text} is a condition of ${types.join(', ')}. Put it in parentheses after the type.`,
    span,
    {
      expected: CLAUSE_TYPES,
      suggestions: complete ? taking.map((type) => `${type}(${condition})`) : [],
    },
  )
}
