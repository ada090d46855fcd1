import { wordsOf } from '../../platform/text/normalise-text.ts'

/** A sentence in more than this share of a board's posts is not about the job. */
const MAX_PART = 0.3

/** Two posts with one title are one job in two places: shared sentences don't make boilerplate. */
export interface CountedPost {
  readonly title: string
  readonly sentences: readonly { readonly text: string }[]
}

/** Whether a sentence is in the posts of more than 30 % of a board's titles, and of at least two. */
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
