// A place in the tokens of one query, and what the parser must remember beside the tree: how many clauses there are,
// and where a clause's `count` stood, for the case that a THEN follows.

import { across, endOf, invalidQuery, type Span } from './errors.ts'
import { lex, OPERATOR_SIGNS, type Token } from './lexer.ts'
import type { Clause, ClauseType } from './tree.ts'
import type { Value } from './values.ts'
import { type Keyword, keywordOf, MOST_TYPE_WORDS, typeOf } from './vocabulary.ts'

export interface Limits {
  /** UTF-16 units. */
  readonly characters: number
  readonly clauses: number
  /** Groups within groups. The parentheses of conditions do not count. */
  readonly depth: number
}

export const LIMITS: Limits = { characters: 1000, clauses: 20, depth: 6 }

export class Cursor {
  readonly text: string
  readonly limits: Limits
  readonly counted = new Map<Clause, Span>()
  readonly #tokens: Token[]
  readonly #end: Token
  #at = 0
  #clauses = 0

  constructor(text: string, limits: Limits) {
    this.text = text
    this.limits = limits
    this.#end = { kind: 'end', text: '', position: text.length, length: 0 }
    this.#tokens = lex(text)
  }

  ahead(tokens: number): Token {
    return this.#tokens[this.#at + tokens] ?? this.#end
  }

  get token(): Token {
    return this.ahead(0)
  }

  /** The token taken last. */
  get previous(): Token {
    return this.ahead(-1)
  }

  get ended(): boolean {
    return this.token.kind === 'end'
  }

  take(): Token {
    const token = this.token
    this.#at++
    return token
  }

  isSymbol(...symbols: readonly string[]): boolean {
    return isSymbol(this.token, ...symbols)
  }

  takeSymbol(...symbols: readonly string[]): Token | undefined {
    return this.isSymbol(...symbols) ? this.take() : undefined
  }

  get keyword(): Keyword | undefined {
    return this.token.kind === 'word' ? keywordOf(this.token.text) : undefined
  }

  takeKeyword(keyword: Keyword): Token | undefined {
    return this.keyword === keyword ? this.take() : undefined
  }

  /** Takes a `+` or `-` off the word that stands here: to be called only where a term may begin. */
  takeSign(): Token | undefined {
    const { kind, text, position, length } = this.token
    if (kind !== 'word' || !/^[+-]/.test(text)) return undefined
    if (length === 1) return this.take()
    this.#tokens[this.#at] = { kind, text: text.slice(1), position: position + 1, length: length - 1 }
    return { kind: 'symbol', text: text.slice(0, 1), position, length: 1 }
  }

  /** The signal type that is named `tokens` ahead, perhaps in several words. */
  typeAhead(tokens = 0): { readonly type: ClauseType; readonly words: number } | undefined {
    const words: string[] = []
    for (let i = tokens; i < tokens + MOST_TYPE_WORDS && this.ahead(i).kind === 'word'; i++) {
      words.push(this.ahead(i).text)
    }
    return typeOf(words)
  }

  /** One bare word or one quoted phrase. */
  takeValue(): Value | undefined {
    const { kind } = this.token
    if (kind !== 'word' && kind !== 'quoted') return undefined
    const { text, position, length } = this.take()
    return { raw: text, quoted: kind === 'quoted', position, length }
  }

  /** What was taken from `first` on, as it stands in the text. */
  valueSince(first: Span): Value {
    const span = across(first, this.previous)
    return { raw: this.text.slice(span.position, endOf(span)), quoted: false, ...span }
  }

  countClause(): void {
    this.#clauses++
    if (this.#clauses > this.limits.clauses) {
      throw invalidQuery(`A query has at most ${this.limits.clauses} clauses.`, this.token, {
        expected: ['the end'],
      })
    }
  }
}

export function isSymbol(token: Token, ...symbols: readonly string[]): boolean {
  return token.kind === 'symbol' && symbols.includes(token.text)
}

export function isOperator(token: Token): boolean {
  return token.kind === 'symbol' && OPERATOR_SIGNS.has(token.text)
}

/** No white space between the two. */
export function touches(first: Span, second: Span): boolean {
  return endOf(first) === second.position
}
