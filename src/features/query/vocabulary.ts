// Which bare words mean something: keywords, signal types and their aliases. Case does not matter, accents do: `ör` is a
// Swedish word and no OR.

import { editDistance, nearest } from '../../platform/nearest.ts'
import type { SignalType } from '../signals/index.ts'
import { CLAUSE_TYPES, type ClauseType } from './tree.ts'

export const KEYWORDS = ['or', 'and', 'not', 'then', 'within'] as const
export type Keyword = (typeof KEYWORDS)[number]

/** One word, with `-` read as `_`. */
const ONE_WORD: ReadonlyMap<string, ClauseType> = new Map<string, ClauseType>([
  ...CLAUSE_TYPES.map((type) => [type, type] as const),
  ['website', 'web'],
  ['website_ai', 'web'],
  ['tools', 'tool'],
  ['tool_adoption', 'tool'],
  ['hiring_velocity', 'velocity'],
  ['funding_plus_ai', 'funding_ai'],
])

/** Several words side by side. `funding ai` is not here: it is funding, and the word AI. */
const MANY_WORDS: readonly { readonly words: readonly string[]; readonly type: ClauseType }[] = [
  { words: ['funding', 'plus', 'ai'], type: 'funding_ai' },
  { words: ['website', 'ai'], type: 'web' },
  { words: ['tool', 'adoption'], type: 'tool' },
  { words: ['hiring', 'velocity'], type: 'velocity' },
]

export function keywordOf(word: string): Keyword | undefined {
  const lower = word.toLowerCase()
  return KEYWORDS.find((keyword) => keyword === lower)
}

/** The type that these words begin with, and how many of them name it; the longest name wins. */
export function typeOf(words: readonly string[]): { readonly type: ClauseType; readonly words: number } | undefined {
  const lower = words.map((word) => word.toLowerCase())
  const many = MANY_WORDS.find((alias) => alias.words.every((word, index) => word === lower[index]))
  if (many) return { type: many.type, words: many.words.length }
  const type = ONE_WORD.get((lower[0] ?? '').replaceAll('-', '_'))
  return type && { type, words: 1 }
}

/** The longest names that a type goes by, in words. */
export const MOST_TYPE_WORDS = 3

const EASILY_MISSPELT = ['hiring', 'funding', 'funding_ai', 'velocity'] as const satisfies readonly SignalType[]

/**
 * The type that a bare word is one slip away from. Short types are left alone: `wet` and `took` are words that people
 * look for. So is a word with a `*`, which nobody types by accident.
 */
export function misspeltType(word: string): SignalType | undefined {
  const plain = word.toLowerCase().replaceAll('-', '_')
  if (plain.endsWith('*') || typeOf([word])) return undefined
  return EASILY_MISSPELT.find((type) => editDistance(plain, type, 1) <= 1)
}

/**
 * The types in a word such as `hiring+funding` or `web.`, which is no type. A sign inside a word is part of it, so this
 * would be a text that hardly any signal holds; whoever writes it means clauses and forgot a space.
 */
export function typesInside(word: string): string[] {
  const parts = word.split(/[^\p{L}\p{N}_]+/u).filter((part) => part !== '')
  return !word.endsWith('*') && parts.every((part) => typeOf([part])) ? parts : []
}

export function nearestTypes(word: string): string[] {
  const names = nearest(word.replaceAll('-', '_'), [...ONE_WORD.keys()])
  return [...new Set(names.map((name) => ONE_WORD.get(name) ?? name))]
}
