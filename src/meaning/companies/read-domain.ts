import { normaliseDomain } from './domains.ts'
import { refusalOf, sharedHostOf, sharedHostRefusal } from './refused-hosts.ts'

export type ReadDomain = { readonly domain: string } | { readonly refused: string }

/** What people paste: a domain, the address of a page, an e-mail address. Undefined if it is none of these. */
export function readDomain(text: string): ReadDomain | undefined {
  const trimmed = text.trim()
  const mailHost = /^(?:mailto:)?[^\s@/:]+@([^\s@/:]+)$/i.exec(trimmed)?.[1]
  if (mailHost !== undefined) return readHost(mailHost, true)
  const url = urlOf(trimmed)
  if (url === undefined) return readHost(trimmed, false)
  return readHost(url.hostname, url.pathname !== '/' || url.search !== '')
}

/** `isPart`: a mailbox or a page of the host, not the host itself. */
function readHost(host: string, isPart: boolean): ReadDomain | undefined {
  const domain = normaliseDomain(host)
  if (domain === undefined) return undefined
  const shared = isPart ? sharedHostOf(domain) : undefined
  const refused = shared ? sharedHostRefusal(shared) : refusalOf(domain)
  return refused === undefined ? { domain } : { refused }
}

function urlOf(text: string): URL | undefined {
  const isAddress = /^https?:\/\//i.test(text)
  const withScheme = isAddress ? text : /^[^\s/?#@:]+(?::\d+)?[/?#]/.test(text) ? `https://${text}` : undefined
  return withScheme !== undefined && URL.canParse(withScheme) ? new URL(withScheme) : undefined
}
