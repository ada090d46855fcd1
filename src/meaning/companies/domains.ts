// A domain identifies a company, so all spellings of a domain must be normalised to the same text.

import { domainToASCII } from 'node:url'

const MAX_CHARACTERS = 253
const MAX_LABEL_CHARACTERS = 63

/**
 * The normalised domain: lower case, ASCII, without `www.` and without a trailing dot. Undefined for anything that can't
 * be a company's domain: IP addresses, ports, URLs, single words. Reserved names such as `.example` are accepted.
 */
export function normaliseDomain(text: string): string | undefined {
  if (isPlainDomain(text)) return withoutWww(text)
  const trimmed = text.trim()
  if (trimmed.length > MAX_CHARACTERS + 1) return undefined
  const rooted = asciiOf(trimmed)
  const domain = rooted.endsWith('.') ? rooted.slice(0, -1) : rooted
  return isPlainDomain(domain) ? withoutWww(domain) : undefined
}

/**
 * domainToASCII parses its argument as a URL's host: it decodes percent escapes and stops at ports and paths. ASCII text
 * is therefore only lower-cased, and checked afterwards.
 */
function asciiOf(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the range is all of ASCII.
  if (/^[\x00-\x7f]*$/.test(text)) return text.toLowerCase()
  return /[%:/?#@[\]\\\s]/.test(text) ? '' : domainToASCII(text)
}

/** Repeated, because normalising must be idempotent. `www.com` is a domain and stays. */
function withoutWww(domain: string): string {
  let rest = domain
  while (rest.startsWith('www.') && rest.indexOf('.', 4) !== -1) rest = rest.slice(4)
  return rest
}

/**
 * Two or more labels of lower-case letters, digits and inner hyphens. The last label starts with a letter: no top-level
 * domain starts with a digit, and every way to write an IPv4 address ends with a number.
 */
export function isPlainDomain(text: string): boolean {
  if (text.length > MAX_CHARACTERS) return false
  let labelStart = 0
  let labels = 1
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === DOT) {
      if (!isLabel(text, labelStart, at)) return false
      labelStart = at + 1
      labels++
    } else if (!(isLetter(code) || (code >= 0x30 && code <= 0x39) || code === HYPHEN)) return false
  }
  return labels > 1 && isLabel(text, labelStart, text.length) && isLetter(text.charCodeAt(labelStart))
}

const DOT = 0x2e
const HYPHEN = 0x2d

function isLabel(text: string, from: number, to: number): boolean {
  const length = to - from
  if (length === 0 || length > MAX_LABEL_CHARACTERS) return false
  return text.charCodeAt(from) !== HYPHEN && text.charCodeAt(to - 1) !== HYPHEN
}

function isLetter(code: number): boolean {
  return code >= 0x61 && code <= 0x7a
}
