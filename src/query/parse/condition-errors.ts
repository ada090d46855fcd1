// Error messages for common mistakes in conditions, with advice.

import { nearest } from '../../platform/text/edit-distance.ts'
import { companyFact } from '../tree/company-facts.ts'
import { endOf, excerpt, invalidQuery, type Span, spanBetween } from '../tree/errors.ts'
import { fieldMeant, fieldNamed, fieldsOf, operatorOf, typesWithField } from '../tree/fields.ts'
import type { ClauseType } from '../tree/tree.ts'
import type { Token } from './lexer.ts'
import { isDuration } from './times.ts'
import { type Cursor, isOperator } from './token-cursor.ts'
import { quote } from './values.ts'

export function unclosed(cursor: Cursor, opening: Span): Error {
  const rest = cursor.text.slice(opening.position).trimEnd()
  const suggestions = /[(,]$/.test(rest) ? [] : [`${rest})`]
  return invalidQuery('This "(" is not closed.', spanBetween(opening, cursor.token), { expected: [')'], suggestions })
}

export function keywordInValue(cursor: Cursor, many: boolean): Error {
  // In `title ~ sdr OR title ~ bdr`, a condition follows, not a value.
  const beforeValue = !isOperator(cursor.ahead(2))
  return invalidQuery(
    `${cursor.token.text} is a keyword. Separate values with |, or put the text in quotes.`,
    cursor.token,
    { expected: [',', ')', '|'], suggestions: cursor.keyword === 'or' && many && beforeValue ? ['|'] : [] },
  )
}

export function unexpectedAfterValue(cursor: Cursor): Error {
  const { token } = cursor
  if (token.kind === 'word' || token.kind === 'quoted') {
    return invalidQuery('A value is either bare words or one quoted phrase, not both.', token, {
      expected: [',', ')', '|'],
    })
  }
  return invalidQuery(`${excerpt(token.text)} can't be used in an unquoted value. Put the value in quotes.`, token, {
    expected: [',', ')', '|'],
    suggestions: token.text === '||' ? ['|'] : [],
  })
}

export function notACondition(cursor: Cursor, type: ClauseType, opening: Token): Error {
  const { token } = cursor
  const expected = ['a field and an operator']
  const field = token.kind === 'word' ? fieldNamed(type, token.text) : undefined
  const wordy = cursor.ahead(1)
  const value = cursor.ahead(2)
  if (
    field &&
    /^(i?like|contains|includes|matches|is|equals)$/i.test(wordy.text) &&
    /^(word|quoted)$/.test(value.kind)
  ) {
    const sign = field.operators.includes('~') ? ' ~' : ':'
    const plain = value.text.replaceAll('%', ' ').trim()
    const text = /^[\p{L}\p{N}]+$/u.test(plain) ? plain : quote(plain)
    return invalidQuery(`Write ${sign.trim()} for ${excerpt(wordy.text)}.`, spanBetween(token, value), {
      expected,
      suggestions: plain === '' ? [] : [`${field.queryName}${sign} ${text}`],
    })
  }
  if (field && wordy.text === '!' && isOperator(value)) {
    return invalidQuery(`"!${value.text}" is not an operator. To exclude signals, put NOT before the clause.`, wordy, {
      expected: field.operators,
    })
  }
  if (field && cursor.ahead(1).kind !== 'word') {
    const suggestions = field.kind === 'boolean' ? [`${field.queryName}: true`] : []
    return invalidQuery(`${field.queryName} needs an operator and a value.`, token, { expected, suggestions })
  }
  if (token.kind === 'word' && cursor.typeAhead() && cursor.previous === opening) {
    const message = '"(" directly after a type opens its conditions. To group clauses, put a space before it.'
    return invalidQuery(message, opening, { suggestions: [' ('] })
  }
  if (token.kind === 'word' && isDuration(token.text)) {
    return invalidQuery('To limit the time, use the condition within.', token, {
      suggestions: [`within: ${token.text}`],
    })
  }
  if (token.kind === 'word' && /^\d/.test(token.text) && cursor.previous.text === ',') return commaInNumber(cursor)
  if (cursor.isSymbol(')') && cursor.previous === opening) {
    const suggestions = ['(within: 30d)']
    return invalidQuery('These parentheses contain no condition.', spanBetween(opening, token), {
      expected,
      suggestions,
    })
  }
  let words = token.kind === 'word' && !cursor.keyword ? 1 : 0
  while (words > 0 && cursor.ahead(words).kind === 'word') words++
  const span = spanBetween(token, cursor.ahead(Math.max(0, words - 1)))
  const text = token.kind === 'quoted' ? quote(token.text) : cursor.text.slice(span.position, endOf(span))
  const isText = (token.kind === 'quoted' || words > 0) && !isOperator(cursor.ahead(Math.max(1, words)))
  const suggestions = isText ? [`text ~ ${text}`] : []
  return invalidQuery('Expected a condition: a field, an operator and a value.', span, { expected, suggestions })
}

/** To the grammar, `5,000,000` is three conditions. */
function commaInNumber(cursor: Cursor): Error {
  const first = cursor.ahead(-2)
  const number = /^\$?\d{1,3}(,\d{3})*[kmb]?/i.exec(cursor.text.slice(first.position))?.[0] ?? ''
  const span = number.includes(',') ? { position: first.position, length: number.length } : cursor.token
  return invalidQuery('A comma starts the next condition. Write numbers without commas.', span, {
    expected: ['a field and an operator'],
    suggestions: span === cursor.token ? [] : [number.replaceAll(',', '')],
  })
}

export function searchableFields(type: ClauseType): string[] {
  return fieldsOf(type)
    .filter((field) => field.operators.length > 0)
    .map((field) => field.queryName)
}

export function unknownField(name: Token, sign: Token, value: string, type: ClauseType): Error {
  const names = searchableFields(type)
  const negated = name.text.startsWith('-') ? fieldNamed(type, name.text.slice(1)) : undefined
  if (negated) {
    const simple = operatorOf(sign.text) === ':' && negated.operators.includes('!:')
    const suggestions = simple ? [`${negated.queryName} !:`] : []
    const message = '"-" can\'t negate a condition. Use !: for a condition, or NOT for a clause.'
    return invalidQuery(message, spanBetween(name, sign), { expected: ['!:'], suggestions })
  }
  const meant = fieldMeant(type, name.text)
  if (meant) {
    return invalidQuery(`${type} has no field ${excerpt(name.text)}. Did you mean ${meant.queryName}?`, name, {
      expected: names,
      suggestions: [meant.queryName],
    })
  }
  const elsewhere = typesWithField(name.text)
  const fact = elsewhere.length === 0 ? companyFact(name.text, name, sign.text, value) : undefined
  if (fact) return fact
  const hint = elsewhere.length > 0 ? ` It is a field of ${elsewhere.join(', ')}.` : ''
  return invalidQuery(`${type} has no field ${excerpt(name.text)}.${hint}`, name, {
    expected: names,
    suggestions: elsewhere.length > 0 ? [] : nearest(name.text, names),
  })
}
