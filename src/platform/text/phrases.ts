import { wordsOf } from './normalise-text.ts'

/** The maximum number of words in a phrase of any list. */
const MAX_WORDS = 5

/** Splits a list at its commas. The phrases are normalised like the texts they are compared with. */
export function phraseList(phrases: string): string[] {
  return phrases.split(',').map((phrase) => wordsOf(phrase).join(' '))
}

/** The longest phrase of the list that starts at this word. */
export function longestPhraseAt(
  words: readonly string[],
  at: number,
  phrases: { has(phrase: string): boolean },
): string | undefined {
  for (let length = Math.min(MAX_WORDS, words.length - at); length > 0; length--) {
    const phrase = words.slice(at, at + length).join(' ')
    if (phrases.has(phrase)) return phrase
  }
  return undefined
}
