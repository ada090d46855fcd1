// Whether a job is about AI by its description: at least two technical phrases in its duties.

import type { JobFunction } from '../../closed-sets/signals.ts'
import { fold } from '../../platform/normalise-text.ts'
import { NOT_THE_WORK, STRONG, WEAK } from './ai-phrases.ts'
import type { Sentence } from './sections.ts'
import { isAboutApplying } from './sentence-kinds.ts'

const MIN_PHRASES = 2
/** These sell, support or hire for AI: their duties name the product. More is asked of them. */
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

/** Sentences that offer AI to others, or use it as everybody does. */
const NOT_OWN_WORK =
  /\b(?:sell|selling|pitch(?:ing)?|promot(?:e|ing)|evangeli[sz]e|prospects?|quota|close deals|go-to-market|campaigns?|case stud(?:y|ies)|webinars?|blog|thought leadership|demos?|demonstrat(?:e|ing)|hire|hiring|recruit(?:ing)?|source|headhunt|stay (?:up to date|current|on top)|interest(?:ed)? in|passion(?:ate)? (?:for|about)|curious|curiosity|familiar(?:ity)?|exposure to|trends?|nice to have|a plus|is a bonus|teach|pupils|students|curriculum|train(?:ing)? (?:staff|users|teams)|verkauf\w*|vertrieb\w*|kampagnen|vendre|vender|vendere|verkopen)\b/i

export function isAboutAi(
  sentences: readonly Sentence[],
  isBoilerplate: (sentence: string) => boolean,
  jobFunction: JobFunction | undefined,
): boolean {
  const hasDuties = sentences.some(({ section }) => section === 'duties')
  const duties = sentences.filter(
    ({ text, section }) =>
      section === (hasDuties ? 'duties' : 'other') &&
      !NOT_OWN_WORK.test(text) &&
      !isAboutApplying(text) &&
      !isBoilerplate(text),
  )
  const strong = new Set<string>()
  const weak = new Set<string>()
  for (const { text } of duties) {
    const folded = fold(text)
    for (const [name, pattern] of Object.entries(STRONG)) if (isWorkOn(folded, pattern)) strong.add(name)
    for (const [name, pattern] of Object.entries(WEAK)) if (isWorkOn(folded, pattern)) weak.add(name)
  }
  if (jobFunction !== undefined && SELLS.has(jobFunction)) return strong.size >= MIN_PHRASES_OF_SELLERS
  return strong.size >= MIN_PHRASES || (strong.size === 1 && weak.size >= MIN_PHRASES)
}

/** The phrase is there, and not only as somebody's title or business. */
function isWorkOn(folded: string, pattern: RegExp): boolean {
  const all = new RegExp(pattern.source, `g${pattern.flags}`)
  return [...folded.matchAll(all)].some((match) => !NOT_THE_WORK.test(folded.slice(match.index + match[0].length)))
}
