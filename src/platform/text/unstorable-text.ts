/**
 * What keeps a text out of the database, as the end of a sentence that begins with the name of its field. PostgreSQL stores
 * no NUL, and UTF-8 has no code for half of a surrogate pair: the text would come back as another one.
 */
export function unstorableText(text: string): string | undefined {
  if (text.includes('\0')) return 'has a NUL character (U+0000)'
  return text.isWellFormed() ? undefined : 'is not well-formed Unicode: it has an unpaired surrogate'
}
