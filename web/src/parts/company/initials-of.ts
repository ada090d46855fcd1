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

/** Distinct enough side by side, and none that means a signal type or a state. */
const TINTS = 8

/** The same number for the same name, on every page and for everyone. */
export function tintOf(name: string): number {
  let sum = 0
  for (const character of name) sum = (sum * 31 + (character.codePointAt(0) ?? 0)) % 9_973
  return sum % TINTS
}
