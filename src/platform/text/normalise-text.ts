// Text normalisation. Queries and stored text go through the same functions, so both sides of a comparison are
// normalised alike. Code that stores normalised text stores the version too: a changed rule increments it, and the text
// is rebuilt.

export const NORMALISER_VERSION = 1

/** Letters that Unicode does not decompose although readers see an accented letter, and the final sigma. */
const PLAIN_LETTERS: Readonly<Record<string, string>> = {
  ς: 'σ',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  ħ: 'h',
  ŧ: 't',
  þ: 'th',
  æ: 'ae',
  œ: 'oe',
}

/**
 * Removes case, accents, ligatures and invisible characters. Marks are removed before case; otherwise the Turkish İ
 * would keep its dot. Lower-upper-lower makes ß, ẞ and SS equal. The last step composes Hangul syllables again, so a
 * prefix of a Korean word consists of syllables.
 */
export function fold(text: string): string {
  if (IS_ASCII.test(text)) return text.toLowerCase()
  return text
    .normalize('NFKD')
    .replace(/[\p{M}\p{Cf}]/gu, '')
    .toLowerCase()
    .toUpperCase()
    .toLowerCase()
    .replace(/[ςøłđðħŧþæœ]/g, (letter) => PLAIN_LETTERS[letter] ?? letter)
    .normalize('NFC')
}

/** A fast path: most texts are ASCII and need only lower case. */
const IS_ASCII = /^[\0-\x7f]*$/

/** Splits a text into words at everything that is not a letter or digit: `Series-A` is `series`, `a`. */
export function wordsOf(text: string): string[] {
  return fold(text).match(/[\p{L}\p{N}]+/gu) ?? []
}

/**
 * Two texts are equal for `:` if they have the same key. Case and accents are removed, and any run of dashes,
 * underscores and white space is one space. Other signs stay: C++ is not C#. Control characters count as white space,
 * because PostgreSQL can't store NUL.
 */
export function equalityKey(text: string): string {
  return fold(text)
    .replace(/[\s\p{Pd}\p{Pc}\p{Cc}\p{Cs}]+/gu, ' ')
    .trim()
}

/** The format of enum values and open slugs: words joined by `_`. */
export function slugOf(text: string): string {
  return wordsOf(text).join('_')
}

/**
 * Whether a value begins with a sign that means "not" elsewhere, as in `-DE` or `!DE`. Without the sign, it would mean
 * the opposite.
 */
export function isNegated(text: string): boolean {
  return /^\s*[-‐‑−–—!~¬]/u.test(text)
}
