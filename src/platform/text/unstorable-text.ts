/**
 * Why the database can't store a text, as the end of a sentence that begins with the name of its field. PostgreSQL
 * can't store NUL, and UTF-8 can't encode half of a surrogate pair: the text would come back changed.
 */
export function unstorableText(text: string): string | undefined {
  if (text.includes('\0')) return 'has a NUL character (U+0000)'
  return text.isWellFormed() ? undefined : 'is not well-formed Unicode: it has an unpaired surrogate'
}
