// Fields that follow from words: a job's (job-words.ts), a round's (round-words.ts), and a tool's, by the catalogue of tools (meaning/tools). Sources
// leave these fields out more often than not. A value from the source is never overwritten. A field that the words don't
// imply stays absent, because a guess would look like a fact.
//
// `ai` of a tool is true also if its name has an AI word. Whole words are compared, ignoring case and accents.

import { wordsOf } from '../../../platform/text/normalise-text.ts'
import { longestPhraseAt } from '../../../platform/text/phrases.ts'
import { AI_PHRASES, readTool } from '../../tools/index.ts'
import { type FieldValue, SIGNAL_DECLARATIONS, type SignalType } from '../../types/index.ts'
import { fillFromJobWords } from './job-words.ts'
import { fillFromRoundWords } from './round-words.ts'

/** The AI phrases in a text, normalised, each once, in order of appearance. */
export function aiWordsIn(text: string): string[] {
  const words = wordsOf(text)
  const phrases = new Set<string>()
  for (let at = 0; at < words.length; ) {
    const phrase = longestPhraseAt(words, at, AI_PHRASES)
    if (phrase) phrases.add(phrase)
    at += phrase ? phrase.split(' ').length : 1
  }
  return [...phrases]
}

/** The fields with those added that are missing and follow from words. */
export function fillFromDictionary(
  type: SignalType,
  fields: Readonly<Record<string, FieldValue>>,
  label = '',
): Record<string, FieldValue> {
  const { readsWords } = SIGNAL_DECLARATIONS[type]
  if (readsWords === 'of-tool') {
    const { categories, ...tool } = ofTool(textOf(fields.tool))
    // A category stated by the source is more specific than the family's name.
    return { ...tool, ...(categories !== undefined && fields.category === undefined && { categories }), ...fields }
  }
  const filled = { ...fields }
  if (readsWords === 'of-job') fillFromJobWords(filled)
  if (readsWords === 'of-round') fillFromRoundWords(filled, label)
  return filled
}

function ofTool(name: string): Record<string, FieldValue> {
  const tool = readTool(name)
  return { ...tool, ...(tool.ai !== true && aiWordsIn(name).length > 0 && { ai: true }) }
}

function textOf(value: FieldValue | undefined): string {
  return typeof value === 'string' ? value : ''
}
