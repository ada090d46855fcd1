/** Spreadsheets save "Unicode text" as UTF-16: with a byte order mark, or with a zero byte next to the first character. */
export function utf16Of(bytes: Buffer): 'utf-16le' | 'utf-16be' | undefined {
  const [a, b] = bytes
  if ((a === 0xff && b === 0xfe) || (a !== 0 && b === 0)) return 'utf-16le'
  if ((a === 0xfe && b === 0xff) || (a === 0 && b !== 0)) return 'utf-16be'
}
