import { graphemesOf } from '../words/graphemes.ts'

/** The first characters of the first two words that begin with a letter or digit, or of the name itself. */
export function initialsOf(name: string): string {
  const words = name.split(/[\s\p{P}]+/u).filter((word) => /^[\p{L}\p{N}]/u.test(word))
  const [first = name.trim(), second = ''] = words
  return [first, second]
    .map((word) => graphemesOf(word)[0] ?? '')
    .join('')
    .toUpperCase()
}
