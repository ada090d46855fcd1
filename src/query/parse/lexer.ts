// Splits a query into tokens. The lexer knows symbols and quotes but not their meaning: `-` and `+` stay in the word
// that they touch, and the parser splits one off only where a term can begin. So `funding-ai` and `c++` are single
// words.

import { invalidQuery, type Span } from '../tree/errors.ts'

export interface Token extends Span {
  readonly kind: 'word' | 'quoted' | 'symbol' | 'end'
  /** As written. For a quoted token, the unescaped text between the quotes. */
  readonly text: string
}

/** One value as written: bare words with the text between them, or the text inside quotes. */
export interface Value extends Span {
  readonly raw: string
  readonly quoted: boolean
}

/** Longest first; otherwise `>=` would be read as `>`. */
const SYMBOLS = ['~=', '!:', '!=', '>=', '<=', '&&', '||', '(', ')', ',', '|', '&', ':', '=', '~', '>', '<']
const ENDS_A_WORD = new Set(['(', ')', ',', '|', '&', ':', '=', '~', '>', '<', '"', '“', '”', '„'])
const OPENS_QUOTES = new Set(['"', '“', '”', '„'])

export const OPERATOR_SIGNS: ReadonlySet<string> = new Set([':', '=', '!:', '!=', '~', '~=', '>=', '<=', '>', '<'])

export function lex(text: string): Token[] {
  const tokens: Token[] = []
  let position = 0
  while (position < text.length) {
    if (isSpace(text, position)) {
      position++
      continue
    }
    const token = quotedAt(text, position) ?? symbolAt(text, position) ?? wordAt(text, position)
    tokens.push(token)
    position += token.length
  }
  tokens.push({ kind: 'end', text: '', position: text.length, length: 0 })
  return tokens
}

function isSpace(text: string, position: number): boolean {
  return /[\s\u200b\u2060]/.test(text[position] ?? '')
}

/**
 * Phones and documents turn plain quotes into typographic ones, so those open and close a phrase too. A phrase that opens
 * with a plain quote closes only with a plain one. `\"` and `\\` are escapes.
 */
function quotedAt(text: string, position: number): Token | undefined {
  const opening = text[position] ?? ''
  if (!OPENS_QUOTES.has(opening)) return undefined
  let content = ''
  for (let i = position + 1; i < text.length; i++) {
    const sign = text[i] ?? ''
    const next = text[i + 1] ?? ''
    if (sign === '\\' && (next === '"' || next === '\\')) {
      content += next
      i++
    } else if (sign === '"' || (opening !== '"' && OPENS_QUOTES.has(sign))) {
      return { kind: 'quoted', text: content, position, length: i + 1 - position }
    } else {
      content += sign
    }
  }
  const rest = text.slice(position)
  throw invalidQuery(
    'This quote is not closed.',
    { position, length: rest.length },
    { expected: ['"'], suggestions: /[\p{L}\p{N}]\s*$/u.test(rest) ? [`${rest.trimEnd()}"`] : [] },
  )
}

function symbolAt(text: string, position: number): Token | undefined {
  const symbol = SYMBOLS.find((candidate) => text.startsWith(candidate, position))
  return symbol === undefined ? undefined : { kind: 'symbol', text: symbol, position, length: symbol.length }
}

/** A `!` is part of the word, as in `Yahoo!`, unless it begins `!:` or `!=`. */
function wordAt(text: string, position: number): Token {
  let end = position + 1
  while (end < text.length && !isSpace(text, end) && !ENDS_A_WORD.has(text[end] ?? '')) {
    if (text.startsWith('!:', end) || text.startsWith('!=', end)) break
    end++
  }
  return { kind: 'word', text: text.slice(position, end), position, length: end - position }
}
