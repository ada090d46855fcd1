// A domain is the identity of a company, so that everything that means the same domain must end as the same text.

import { domainToASCII } from 'node:url'

const MOST_CHARACTERS = 253
const MOST_LABEL_CHARACTERS = 63

/**
 * The domain in its one form: lower case, ASCII, without `www.` and without the dot of the root. Undefined for whatever
 * is no domain name of a company: addresses, ports, URLs, single words. Reserved names such as `.example` are domains.
 */
export function normaliseDomain(text: string): string | undefined {
  if (isPlainDomain(text)) return withoutWww(text)
  const trimmed = text.trim()
  if (trimmed.length > MOST_CHARACTERS + 1) return undefined
  const rooted = asciiOf(trimmed)
  const domain = rooted.endsWith('.') ? rooted.slice(0, -1) : rooted
  return isPlainDomain(domain) ? withoutWww(domain) : undefined
}

/**
 * domainToASCII reads its argument as a URL's host: it undoes percent signs and stops at ports and paths. What is ASCII
 * is therefore only lower-cased, and judged afterwards.
 */
function asciiOf(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the range is all of ASCII.
  if (/^[\x00-\x7f]*$/.test(text)) return text.toLowerCase()
  return /[%:/?#@[\]\\\s]/.test(text) ? '' : domainToASCII(text)
}

/** Again and again, because the result must stay the same when it comes in once more. `www.com` is a name of its own. */
function withoutWww(domain: string): string {
  let rest = domain
  while (rest.startsWith('www.') && rest.indexOf('.', 4) !== -1) rest = rest.slice(4)
  return rest
}

/**
 * Two or more labels of lower-case letters, digits and inner hyphens, the last one beginning with a letter: no top-level
 * domain begins with a digit, and every way to write an IPv4 address ends in a number.
 */
export function isPlainDomain(text: string): boolean {
  if (text.length > MOST_CHARACTERS) return false
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
  if (length === 0 || length > MOST_LABEL_CHARACTERS) return false
  return text.charCodeAt(from) !== HYPHEN && text.charCodeAt(to - 1) !== HYPHEN
}

function isLetter(code: number): boolean {
  return code >= 0x61 && code <= 0x7a
}
