import { LruMap } from '../../platform/lru-map.ts'
import { fold, wordsOf } from '../../platform/text/normalise-text.ts'

/** `m/w/d`, `f/m/x`, `h/f`, `m|w|d`, with or without brackets, and the words that say the same. */
const BRACKETED_GENDERS =
  /[([{]\s{0,3}(?:[mwfdxhvi](?:\s{0,3}[/|,.;:+&*\\-]\s{0,3}[mwfdxhvia*]){1,5}\*?|(?:fur\s{1,3})?alle?s? (?:genders?|geschlechter)|all[- ]genders?|any gender|gn|gender ?neutral|tous genres|h\/f)\s{0,3}[)\]}]/g
const BARE_GENDERS = /(?<![\p{L}\p{N}])[mwfhx]\s?[/|]\s?[mwfhv](?:\s?[/|]\s?[dxi*a]{1,2}){0,2}(?![\p{L}\p{N}])/gu
const GENDER_WORDS = /(?<![\p{L}\p{N}])all[- ]genders?(?![\p{L}\p{N}])/gu
/** `Entwickler*in`, `Entwickler:innen`, `Entwickler/in`, `Chargé(e)`, `étudiant·e`. */
const GENDER_ENDINGS = /(?<=\p{L})(?:[*:_/·•]|\()(?:-?in|-?innen|e|es|ne|trice|euse|a|o|as|os)\)?(?![\p{L}\p{N}])/gu
/** The place of work is compared separately. */
const WORKPLACE =
  /[([]\s{0,3}(?:100\s?%\s{0,3})?(?:fully\s{1,3})?(?:remote|hybrid|on-?site)\s{0,3}[)\]]|\s[-–—|,]\s{0,3}(?:remote|hybrid|on-?site)\s{0,3}$/g

/** Without one of these a title has no such mark. */
const MAY_HAVE_MARKS = /[([{/|*:_·•]|gender|remote|hybrid|site/i

const cache = new LruMap<string, string>(4_096)

/** The words of a title without marks of gender and workplace: "Account Executive (m/w/d)" is "account executive". */
export function normaliseTitle(title: string): string {
  const cached = cache.get(title)
  if (cached !== undefined) return cached
  const text = MAY_HAVE_MARKS.test(title) ? withoutMarks(title) : title
  // A title that consists of such marks only is compared as it is.
  const normalised = wordsOf(text).join(' ') || wordsOf(title).join(' ')
  cache.set(title, normalised)
  return normalised
}

function withoutMarks(title: string): string {
  return fold(title)
    .replace(BRACKETED_GENDERS, ' ')
    .replace(BARE_GENDERS, ' ')
    .replace(GENDER_WORDS, ' ')
    .replace(GENDER_ENDINGS, '')
    .replace(WORKPLACE, ' ')
}
