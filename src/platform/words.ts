// The one normaliser. Queries and stored text go through the same functions, so that what is compared was made alike on
// both sides. The version is for whoever stores results: when a rule here changes, it is raised and they are rebuilt.

export const NORMALISER_VERSION = 1

/** Letters that Unicode does not decompose, though a reader takes them for accented ones; and the final sigma. */
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
 * Text without case, accents, ligatures and invisible characters. Marks go before case does, or the Turkish İ would
 * keep its dot; lower-upper-lower is what makes ß, ẞ and SS one; the last step composes Hangul syllables again, so that
 * a prefix of a Korean word is made of syllables.
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

/** Most texts are plain, and plain text needs none of this. */
const IS_ASCII = /^[\0-\x7f]*$/

/** The words of a text: it splits at everything that is no letter or digit, so `Series-A` is `series`, `a`. */
export function wordsOf(text: string): string[] {
  return fold(text).match(/[\p{L}\p{N}]+/gu) ?? []
}

/**
 * What two texts share when `:` calls them equal: case and accents go, and any run of dashes, underscores and white
 * space is one space. Other signs stay, so that C++ is not C#. Control characters count as white space, because
 * PostgreSQL cannot hold NUL.
 */
export function equalityKey(text: string): string {
  return fold(text)
    .replace(/[\s\p{Pd}\p{Pc}\p{Cc}\p{Cs}]+/gu, ' ')
    .trim()
}

/** The form of enum values and open slugs: words joined by `_`. */
export function slugOf(text: string): string {
  return wordsOf(text).join('_')
}
