// People give a company as a domain, the address of a page or a person's e-mail address. All three contain its domain.

import { type ReadDomain, readDomain } from './read-domain.ts'
import { registrableDomain } from './registrable-domain.ts'

/** Longer than any URL that people paste. */
export const ACCOUNT_MAX_CHARACTERS = 2_048

/**
 * The domains under which the company of a domain, a URL or an e-mail address may be known, the nearest first: a subdomain
 * can be a company of its own. Empty for hosts that many companies use. Undefined if the text has no domain.
 */
export function accountDomains(text: string): readonly string[] | undefined {
  const read = readAccount(text)
  if (read === undefined) return undefined
  return 'refused' in read ? [] : [...new Set([read.domain, registrableDomain(read.domain)])]
}

/** The domain of a company, as written by a person. Undefined if the text has none. */
export function readAccount(text: string): ReadDomain | undefined {
  if (text.length > ACCOUNT_MAX_CHARACTERS) return undefined
  return readDomain(
    text
      .trim()
      .replace(/^<(.*)>$/, '$1')
      .replace(/^\/\//, ''),
  )
}
