// The registered part of a domain, by the public suffix list: jobs.acme.co.uk belongs to acme.co.uk.

import { getDomain, getPublicSuffix } from 'tldts'
import { LruMap } from '../../platform/lru-map.ts'

const AS_IT_IS = { extractHostname: false, validateHostname: false, detectIp: false } as const
/** Under a suffix such as vercel.app every subdomain is another site, so it counts like co.uk. */
const WITH_PRIVATE = { ...AS_IT_IS, allowPrivateDomains: true } as const

const cache = new LruMap<string, string>(20_000)

/**
 * Takes and returns a normalised domain. A top-level domain that the list does not have, such as `example`, is a suffix of
 * one label. The owner of a private suffix is a company too: vercel.app is vercel.app.
 */
export function registrableDomain(domain: string): string {
  const first = domain.indexOf('.')
  if (domain.indexOf('.', first + 1) === -1) return domain
  const cached = cache.get(domain)
  if (cached !== undefined) return cached
  const registrable = getDomain(domain, WITH_PRIVATE) ?? getDomain(domain, AS_IT_IS) ?? domain
  cache.set(domain, registrable)
  return registrable
}

/** Whether domains are registered under it by a registry, as under co.uk, so that it can't be a company's. */
export function isPublicSuffix(domain: string): boolean {
  return getPublicSuffix(domain, AS_IT_IS) === domain
}

/** Whether every subdomain is another site, as under vercel.app. */
export function isHostingSuffix(domain: string): boolean {
  return getPublicSuffix(domain, WITH_PRIVATE) === domain
}
