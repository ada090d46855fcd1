// People have a company as a domain, as the address of a page or as somebody's e-mail address. All three name its domain.

import { normaliseDomain } from './domains.ts'

/** No URL that anyone pastes is longer. */
export const ACCOUNT_MAX_CHARACTERS = 2_048

/** The host in a domain, a URL or an e-mail address, normalised. Undefined if the text has none. */
export function accountHost(text: string): string | undefined {
  if (text.length > ACCOUNT_MAX_CHARACTERS) return undefined
  const trimmed = text.trim().replace(/^<(.*)>$/, '$1')
  const mail = /^(?:mailto:)?[^\s/@:]+@([^\s/@]+)$/i.exec(trimmed)
  if (mail) return normaliseDomain(mail[1] ?? '')
  const [, rest = ''] = /^(?:[a-z][a-z0-9+.-]{0,20}:)?(?:\/\/)?(.*)$/is.exec(withoutUser(trimmed)) ?? []
  const [, host = ''] = /^([^/?#\\]*)/.exec(rest) ?? []
  return normaliseDomain(host.replace(/:\d{1,5}$/, ''))
}

/** `https://user:password@host/`: what stands before the host is nobody's domain. */
function withoutUser(text: string): string {
  return text.replace(/^([a-z][a-z0-9+.-]{0,20}:\/\/)[^/?#@\s]*@/i, '$1')
}

/** The host and the domains above it, the nearest first: the host of a subdomain stands for its company. */
export function candidateDomains(host: string): readonly string[] {
  const labels = host.split('.')
  return labels
    .slice(0, -1)
    .map((_, at) => labels.slice(at).join('.'))
    .slice(0, MAX_CANDIDATES)
}

const MAX_CANDIDATES = 4
