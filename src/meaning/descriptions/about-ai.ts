// Whether a job is about AI by its description: at least two technical phrases in its duties.

import type { JobFunction } from '../../closed-sets/signals.ts'
import { fold } from '../../platform/text/normalise-text.ts'
import { NOT_THE_WORK, STRONG, WEAK } from './ai-phrases.ts'
import type { Sentence } from './sections.ts'
import { isAboutApplying } from './sentence-kinds.ts'

const MIN_PHRASES = 2
/** These sell, support or hire for AI: their duties name the product, so they need more evidence. */
const SELLS: ReadonlySet<JobFunction> = new Set([
  'sales',
  'marketing',
  'customer_success',
  'support',
  'people',
  'finance',
  'legal',
])
const MIN_PHRASES_OF_SELLERS = 3

/** Sentences that offer AI to others, or use it as everyone does. */
const NOT_OWN_WORK =
  /\b(?:sell|selling|pitch(?:ing)?|promot(?:e|ing)|evangeli[sz]e|prospects?|quota|close deals|go-to-market|campaigns?|case stud(?:y|ies)|webinars?|blog|thought leadership|demos?|demonstrat(?:e|ing)|hire|hiring|recruit(?:ing)?|source|headhunt|stay (?:up to date|current|on top)|interest(?:ed)? in|passion(?:ate)? (?:for|about)|curious|curiosity|familiar(?:ity)?|exposure to|trends?|nice to have|a plus|is a bonus|teach|pupils|students|curriculum|train(?:ing)? (?:staff|users|teams)|verkauf\w{0,20}|vertrieb\w{0,20}|kampagnen|vendre|vender|vendere|verkopen)\b/i

/** The phrases of a sentence about work on AI, by name. */
interface AiPhrases {
  readonly strong: readonly string[]
  readonly weak: readonly string[]
}

export function isAboutAi(
  sentences: readonly Sentence[],
  phrasesIn: (sentence: string) => AiPhrases,
  isBoilerplate: (sentence: string) => boolean,
  jobFunction: JobFunction | undefined,
): boolean {
  const hasDuties = sentences.some(({ section }) => section === 'duties')
  const strong = new Set<string>()
  const weak = new Set<string>()
  for (const { text, section } of sentences) {
    if (section !== (hasDuties ? 'duties' : 'other')) continue
    const found = phrasesIn(text)
    if (found.strong.length + found.weak.length === 0 || isBoilerplate(text)) continue
    for (const name of found.strong) strong.add(name)
    for (const name of found.weak) weak.add(name)
  }
  if (jobFunction !== undefined && SELLS.has(jobFunction)) return strong.size >= MIN_PHRASES_OF_SELLERS
  return strong.size >= MIN_PHRASES || (strong.size === 1 && weak.size >= MIN_PHRASES)
}

const NO_PHRASES: AiPhrases = { strong: [], weak: [] }

export function aiPhrasesIn(sentence: string): AiPhrases {
  const folded = fold(sentence)
  const [strong, weak] = [phrasesOf(folded, STRONG), phrasesOf(folded, WEAK)]
  if (strong.length + weak.length === 0 || NOT_OWN_WORK.test(sentence) || isAboutApplying(sentence)) return NO_PHRASES
  return { strong, weak }
}

function phrasesOf(folded: string, patterns: Readonly<Record<string, RegExp>>): string[] {
  const names: string[] = []
  for (const [name, pattern] of Object.entries(patterns)) {
    if (isWorkOn(folded, pattern)) names.push(name)
  }
  return names
}

/** Whether the phrase occurs other than in a person's title or a business. */
function isWorkOn(folded: string, pattern: RegExp): boolean {
  // Most sentences have none, and a search is several times as fast as an iterator.
  if (folded.search(pattern) === -1) return false
  return folded
    .matchAll(pattern)
    .some(
      (match) => !NOT_THE_WORK.test(folded.slice(match.index + match[0].length, match.index + match[0].length + 200)),
    )
}
