// Decodes the body of a response by the charset that the server or the text declares, or a default.

/** `type` is the header Content-Type. Also returns it in lower case without parameters. */
export function decodeBody(bytes: Buffer, type: string): { readonly text: string; readonly contentType: string } {
  const [name = '', ...parameters] = type.toLowerCase().split(';')
  const contentType = name.trim()
  return { text: decode(bytes, charsetOf(bytes, contentType, parameters)), contentType }
}

const SNIFFED_BYTES = 1_024

function charsetOf(bytes: Buffer, contentType: string, parameters: readonly string[]): string {
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be'
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le'
  if (contentType.endsWith('json')) return 'utf-8'
  for (const parameter of parameters) {
    const charset = /^\s*charset\s*=\s*"?([^"\s]+)/.exec(parameter)?.[1]
    if (charset) return charset
  }
  const start = bytes.toString('latin1', 0, SNIFFED_BYTES)
  const named =
    /^<\?xml[^>]{0,200}\bencoding\s*=\s*["']([\w-]+)/i.exec(start) ??
    /<meta[^>]{0,200}\bcharset\s*=\s*["']?([\w-]+)/i.exec(start)
  // A page whose beginning could be read as ASCII isn't UTF-16, whatever it declares.
  return named?.[1] && !/^utf-?16/i.test(named[1]) ? named[1] : 'utf-8'
}

/** A character that PostgreSQL can't store is replaced. */
function decode(bytes: Buffer, charset: string): string {
  let decoder: InstanceType<typeof TextDecoder>
  try {
    decoder = new TextDecoder(charset)
  } catch {
    decoder = new TextDecoder('utf-8')
  }
  const text = decoder.decode(bytes)
  return text.includes('\0') ? text.replaceAll('\0', '\uFFFD') : text
}
