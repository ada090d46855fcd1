// Rounds by other words: an investor as the subject, and rounds that are only talked about.

import { placeAt } from './company-filters.ts'
import { JOINTS } from './read-clauses.ts'
import type { SentenceState } from './sentence-state.ts'
import { timeAt } from './sentence-times.ts'

const INVESTED = new Set(['invested in', 'has invested in', 'have invested in', 'invests in', 'put money into'])
/** Part of an investor's name only if the name has a capital: "startups recently backed" names no investor. */
const BACKED = new Set(['backed', 'backs', 'has backed', 'funded', 'has funded', 'funds'])
const NO_NAMES = new Set(
  'that which who are is were was in by have has been got the with from for not and or'.split(' '),
)
const MAX_NAME_WORDS = 4

/** "Companies Accel invested in", "startups that Accel backed". */
export function readInvestorSubject(state: SentenceState): boolean {
  const { words, tokens, current, at } = state
  if (current || state.hasPending || !state.sawCompany) return false
  const from = /^(that|which)$/.test(state.word) ? at + 1 : at
  for (let end = from; end <= from + MAX_NAME_WORDS && end < words.length; end++) {
    const verb = state.phraseLength(INVESTED, end)
    const backed = state.phraseLength(BACKED, end)
    if (end > from && (verb > 0 || (backed > 0 && isCapital(tokens[from]?.text) && words[end + backed] !== 'by'))) {
      state.begin('funding').add('investors ~', words.slice(from, end).join(' '))
      state.isSentence = true
      return state.take(end + (verb || backed) - at)
    }
    if (NO_NAMES.has(words[end] ?? '') || state.phraseLength(JOINTS, end) > 0) return false
    if (timeAt(tokens, words, end, state.context.today) || placeAt(tokens, words, end)) return false
  }
  return false
}

const isCapital = (text = '') => /^[\p{Lu}\d]/u.test(text)

/** "Rumoured rounds", "funding rumours": a rumour isn't a round unless the sentence asks for it. */
export function readRumour(state: SentenceState): boolean {
  if (!/^(rumou?rs?|rumou?red|unconfirmed)$/.test(state.word)) return false
  const { current } = state
  if (current?.type === 'funding') current.add('rumour:', 'true')
  else if (!current && !state.hasPending) state.rumour = true
  else return false
  state.isSentence = true
  return state.take(1)
}
