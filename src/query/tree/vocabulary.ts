// The bare words with a meaning: keywords, signal types and their aliases. Case is ignored, accents are not: `ör` is a
// Swedish word, not OR.

import type { SignalType } from '../../meaning/signals/index.ts'
import { editDistance, nearest } from '../../platform/text/edit-distance.ts'
import { CLAUSE_TYPES, type ClauseType } from './tree.ts'

const KEYWORDS = ['or', 'and', 'not', 'then', 'within'] as const
export type Keyword = (typeof KEYWORDS)[number]

/** Names of one word, with `-` read as `_`. */
const ONE_WORD: ReadonlyMap<string, ClauseType> = new Map<string, ClauseType>([
  ...CLAUSE_TYPES.map((type) => [type, type] as const),
  ['website', 'web'],
  ['website_ai', 'web'],
  ['tools', 'tool'],
  ['tool_adoption', 'tool'],
  ['hiring_velocity', 'velocity'],
  ['funding_plus_ai', 'funding_ai'],
  ['jobs', 'hiring'],
  ['hire', 'hiring'],
  ['hires', 'hiring'],
  ['vacancies', 'hiring'],
  ['openings', 'hiring'],
  ['roles', 'hiring'],
  ['positions', 'hiring'],
  ['raised', 'funding'],
  ['raises', 'funding'],
  ['fundraising', 'funding'],
])

/** Names of several words. `funding ai` is not one: it means funding with the word AI. */
const MANY_WORDS: readonly { readonly words: readonly string[]; readonly type: ClauseType }[] = [
  { words: ['funding', 'plus', 'ai'], type: 'funding_ai' },
  { words: ['website', 'ai'], type: 'web' },
  { words: ['tool', 'adoption'], type: 'tool' },
  { words: ['hiring', 'velocity'], type: 'velocity' },
  { words: ['looking', 'for'], type: 'hiring' },
  { words: ['raised', 'funding'], type: 'funding' },
]

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
export const MAX_TYPE_WORDS = 3

const EASILY_MISSPELT = ['hiring', 'funding', 'funding_ai', 'velocity'] as const satisfies readonly SignalType[]

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
