// The parser's position in the tokens of one query. It also has what isn't in the tree: the number of clauses so far,
// and for each clause the position of its `count` and its stated status, in case a THEN follows.

import { endOf, invalidQuery, type Span, spanBetween } from '../tree/errors.ts'
import type { ClauseStatus } from '../tree/presence.ts'
import type { Clause, ClauseType } from '../tree/tree.ts'
import { type Keyword, keywordOf, MAX_TYPE_WORDS, type ToolVerb, toolVerbOf, typeOf } from '../tree/vocabulary.ts'
import { lex, OPERATOR_SIGNS, type Token, type Value } from './lexer.ts'

export interface Limits {
  /** In UTF-16 code units. */
  readonly characters: number
  readonly clauses: number
  /** How deep groups can nest. The parentheses of conditions don't count. */
  readonly depth: number
}

export const LIMITS: Limits = { characters: 1000, clauses: 20, depth: 6 }

export class Cursor {
  readonly text: string
  readonly limits: Limits
  readonly countSpans = new Map<Clause, Span>()
  readonly statuses = new Map<Clause, ClauseStatus>()
  /** The clause that was parsed last, and its last token. */
  lastClause: { readonly clause: Clause; readonly end: Token } | undefined
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

  /** The last token taken. */
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

  /** Splits a leading `+` or `-` off the current word. Call it only where a term can begin. */
  takeSign(): Token | undefined {
    const { kind, text, position, length } = this.token
    if (kind !== 'word' || !/^[+-]/.test(text)) return undefined
    if (length === 1) return this.take()
    this.#tokens[this.#at] = { kind, text: text.slice(1), position: position + 1, length: length - 1 }
    return { kind: 'symbol', text: text.slice(0, 1), position, length: 1 }
  }

  /** The signal type named at `tokens` ahead. Its name can have several words. */
  typeAhead(tokens = 0): { readonly type: ClauseType; readonly words: number } | undefined {
    const words: string[] = []
    for (let i = tokens; i < tokens + MAX_TYPE_WORDS && this.ahead(i).kind === 'word'; i++) {
      words.push(this.ahead(i).text)
    }
    return typeOf(words)
  }

  /** The verb at `tokens` ahead, as in `uses hubspot`. A tool must follow it. */
  toolVerbAhead(tokens = 0): ToolVerb | undefined {
    const [verb, tool] = [this.ahead(tokens), this.ahead(tokens + 1)]
    const named = tool.kind === 'quoted' || (tool.kind === 'word' && !keywordOf(tool.text))
    return verb.kind === 'word' && named && !this.typeAhead(tokens + 1) ? toolVerbOf(verb.text) : undefined
  }

  /** Whether a bare word that is part of a text is at `tokens` ahead. A leading `+` or `-` begins a new term. */
  isPlainWord(tokens = 0): boolean {
    const { kind, text } = this.ahead(tokens)
    if (kind !== 'word' || /^[+-]/.test(text) || keywordOf(text)) return false
    return this.typeAhead(tokens) === undefined && this.toolVerbAhead(tokens) === undefined
  }

  /** One bare word or one quoted phrase. */
  takeValue(): Value | undefined {
    const { kind } = this.token
    if (kind !== 'word' && kind !== 'quoted') return undefined
    const { text, position, length } = this.take()
    return { raw: text, quoted: kind === 'quoted', position, length }
  }

  /** The text from `first` to the last token taken, as it was written. */
  valueSince(first: Span): Value {
    const span = spanBetween(first, this.previous)
    return { raw: this.text.slice(span.position, endOf(span)), quoted: false, ...span }
  }

  countClause(): void {
    this.#clauses++
    if (this.#clauses > this.limits.clauses) {
      throw invalidQuery(`A query can have at most ${this.limits.clauses} clauses.`, this.token, {
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

/** There is no white space between the two. */
export function touches(first: Span, second: Span): boolean {
  return endOf(first) === second.position
}
