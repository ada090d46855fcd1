// Splits a sentence into words. A text with signs of the query language is not a sentence.

import { trimEnd } from '../../platform/text/trim.ts'
import type { Token } from '../parse/lexer.ts'

export interface SentenceWords {
  /** Whether a word has a form found only in sentences: `who's`, `don't`. */
  readonly hasContraction: boolean
  readonly tokens: readonly Token[]
  /** In lower case, with plain apostrophes, in the places of the tokens. */
  readonly words: readonly string[]
}

const SYNTAX = /["“”„()~=<>|*:_[\]{}]|(?:^|\s)[-+!]|\b(?:AND|OR|NOT|THEN|WITHIN)\b/
const MAX_WORDS = 60

/** Undefined if the text is written in the query language, or too long to be a sentence. */
export function sentenceWords(text: string): SentenceWords | undefined {
  if (SYNTAX.test(text)) return undefined
  const tokens: Token[] = []
  for (const { 0: raw, index } of text.matchAll(/[^\s,;]+(?:,\d{3}[^\s,;]*)*|[,;]/g)) {
    const core = trimEnd(raw, '.?!…')
    if (core === '') continue
    for (const part of partsOf(core)) {
      tokens.push({ kind: 'word', text: part.text, position: index + part.at, length: part.text.length })
    }
  }
  if (tokens.length === 0 || tokens.length > MAX_WORDS) return undefined
  const hasContraction = tokens.some(({ text: each }) => /^[a-z]{1,9}['’](s|t)$/i.test(each))
  return { hasContraction, tokens, words: tokens.map(({ text: each }) => wordOf(each)) }
}

/** `who's` is `who`: the verb adds nothing. */
function wordOf(text: string): string {
  return text
    .toLowerCase()
    .replaceAll('’', "'")
    .replace(/^(who|what|that|where|it|there)'s$/, '$1')
}

/** `UK-based`, `seed-stage` and `non-US` are two words. */
function partsOf(word: string): readonly { readonly text: string; readonly at: number }[] {
  const [, front = '', back = ''] = /^(.+)-(based|stage|backed|headquartered|powered)$/i.exec(word) ?? []
  if (back !== '') {
    return [
      { text: front, at: 0 },
      { text: back, at: front.length + 1 },
    ]
  }
  const [, none = '', rest = ''] = /^(non)-([A-Z].*)$/i.exec(word) ?? []
  if (none === '' || /^profits?$/i.test(rest)) return [{ text: word, at: 0 }]
  return [
    { text: none, at: 0 },
    { text: rest, at: none.length + 1 },
  ]
}
