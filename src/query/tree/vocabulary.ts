// The bare words with a meaning: keywords, signal types and their aliases. Case is ignored, accents are not: `ör` is a
// Swedish word, not OR.

import { SIGNAL_DECLARATIONS, SIGNAL_TYPES, type SignalType } from '../../meaning/types/index.ts'
import { editDistance, nearest } from '../../platform/text/edit-distance.ts'
import { CLAUSE_TYPES, type ClauseType } from './tree.ts'

const KEYWORDS = ['or', 'and', 'not', 'then', 'within'] as const
export type Keyword = (typeof KEYWORDS)[number]

const OTHER_NAMES = SIGNAL_TYPES.flatMap((type) =>
  SIGNAL_DECLARATIONS[type].otherNames.map((name) => ({ words: name.split(' '), type })),
)

/** Names of one word, with `-` read as `_`. */
const ONE_WORD: ReadonlyMap<string, ClauseType> = new Map<string, ClauseType>([
  ...CLAUSE_TYPES.map((type) => [type, type] as const),
  ...OTHER_NAMES.flatMap(({ words: [word = '', ...more], type }) => (more.length === 0 ? [[word, type] as const] : [])),
])

/** Names of several words, the longest first. */
const MANY_WORDS = OTHER_NAMES.filter(({ words }) => words.length > 1).sort((a, b) => b.words.length - a.words.length)

/** `uses` is about the present, the others are changes. */
export type ToolVerb = 'uses' | 'adopted' | 'dropped'

/** Verbs that name a tool, as in `uses hubspot`. */
const TOOL_VERBS: ReadonlyMap<string, ToolVerb> = new Map([
  ['uses', 'uses'],
  ['using', 'uses'],
  ['adopted', 'adopted'],
  ['dropped', 'dropped'],
])

export function toolVerbOf(word: string): ToolVerb | undefined {
  return TOOL_VERBS.get(word.toLowerCase())
}

export function keywordOf(word: string): Keyword | undefined {
  const lower = word.toLowerCase()
  return KEYWORDS.find((keyword) => keyword === lower)
}

/** The type named by the first of these words, and how many words name it. The longest name wins. */
export function typeOf(words: readonly string[]): { readonly type: ClauseType; readonly words: number } | undefined {
  const lower = words.map((word) => word.toLowerCase())
  const many = MANY_WORDS.find((alias) => alias.words.every((word, index) => word === lower[index]))
  if (many) return { type: many.type, words: many.words.length }
  const type = ONE_WORD.get((lower[0] ?? '').replaceAll('-', '_'))
  return type && { type, words: 1 }
}

/** The number of words in the longest name of a type. */
export const MAX_TYPE_WORDS = Math.max(...OTHER_NAMES.map(({ words }) => words.length))

const MIN_MISSPELT_CHARACTERS = 6
const EASILY_MISSPELT = SIGNAL_TYPES.filter(({ length }) => length >= MIN_MISSPELT_CHARACTERS)

/**
 * The type that is one typo away from a bare word. Short types are excluded: `wet` and `took` are words that people
 * search for. So is a word with a `*`, which is never typed by accident.
 */
export function misspeltType(word: string): SignalType | undefined {
  const plain = word.toLowerCase().replaceAll('-', '_')
  if (plain.endsWith('*') || typeOf([word])) return undefined
  return EASILY_MISSPELT.find((type) => editDistance(plain, type, 1) <= 1)
}

/**
 * The types inside a word such as `hiring+funding` or `web.`. A symbol inside a word is part of the word, so this would
 * search for a text that hardly any signal has. Its author meant clauses and forgot a space.
 */
export function typesInside(word: string): string[] {
  const parts = word.split(/[^\p{L}\p{N}_]+/u).filter((part) => part !== '')
  return !word.endsWith('*') && parts.every((part) => typeOf([part])) ? parts : []
}

export function nearestTypes(word: string): string[] {
  const names = nearest(word.replaceAll('-', '_'), [...ONE_WORD.keys()])
  return [...new Set(names.map((name) => ONE_WORD.get(name) ?? name))]
}
