export const EXCERPT_CHARACTERS = 1_000

/** Enough bytes for the first characters, of up to four bytes each, and for a key that straddles the end. */
export const EXCERPT_BYTES = EXCERPT_CHARACTERS * 4 + 512

const decoder = new TextDecoder('utf-8')

/**
 * The first part of a response in a form that is safe to store and show: text without control characters (PostgreSQL
 * rejects NUL, and terminals execute the others) and without the key, which some receivers echo.
 */
export function excerptOf(bytes: Uint8Array, contentEncoding: string | undefined, secret: string): string {
  if (bytes.byteLength === 0) return ''
  if (contentEncoding && contentEncoding.toLowerCase() !== 'identity') {
    return `(a body with ${clean(contentEncoding).slice(0, 40)} encoding)`
  }
  const text = clean(decoder.decode(bytes))
  const shown = hide(text, secret)
  if (shown.length <= EXCERPT_CHARACTERS) return shown
  const cut = shown.slice(0, EXCERPT_CHARACTERS)
  return cut.isWellFormed() ? cut : cut.slice(0, -1)
}

export function hide(text: string, secret: string): string {
  return secret !== '' && text.includes(secret) ? text.replaceAll(secret, '[hidden]') : text
}

function clean(text: string): string {
  return /^[\x20-\x7e]*$/.test(text) ? text : text.replaceAll(/[^\P{C}\n\t]/gu, '�')
}
