import { wordsOf } from '../../platform/text/normalise-text.ts'

/** The part of a board's posts from which on a sentence is not about the job. */
const MAX_PART = 0.3

/** Two posts with one title are one job in two places: their sentences are alike, and no boilerplate for that. */
export interface CountedPost {
  readonly title: string
  readonly sentences: readonly { readonly text: string }[]
}

/** Whether a sentence stands in the posts of more than 30 % of a board's titles, and at least in two. */
export function boilerplateOf(posts: readonly CountedPost[]): (sentence: string) => boolean {
  const titles = new Map<string, Set<string>>()
  for (const { title, sentences } of posts) {
    const key = wordsOf(title).join(' ')
    const keys = titles.get(key) ?? new Set()
    for (const { text } of sentences) keys.add(text)
    titles.set(key, keys)
  }
  const counts = new Map<string, number>()
  for (const keys of titles.values()) for (const key of keys) counts.set(key, (counts.get(key) ?? 0) + 1)
  const least = Math.max(2, Math.floor(titles.size * MAX_PART) + 1)
  return (sentence) => (counts.get(sentence) ?? 0) >= least
}
