// Hosts that show pages of many companies: job boards, social networks, code hosts, mail services, sites of website
// builders. Their subdomains, paths and mail addresses don't identify a company. Their bare domains do: greenhouse.io
// is Greenhouse.

import hosts from './refused-hosts.json' with { type: 'json' }
import { isHostingSuffix, isPublicSuffix, registrableDomain } from './registrable-domain.ts'

const KIND_OF_HOST: ReadonlyMap<string, string> = new Map(
  Object.entries(hosts).flatMap(([kind, domains]) => domains.map((domain): [string, string] => [domain, kind])),
)

interface SharedHost {
  readonly host: string
  /** Such as "job board". */
  readonly kind: string
}

/** The listed host that a domain is, or is under. */
export function sharedHostOf(domain: string): SharedHost | undefined {
  for (let host = domain; host.includes('.'); host = host.slice(host.indexOf('.') + 1)) {
    const kind = KIND_OF_HOST.get(host)
    if (kind !== undefined) return { host, kind }
  }
  return undefined
}

/**
 * Firms that unused and unfinished websites redirect to. Their own pages are about themselves, so they are accepted.
 */
const REDIRECT_TARGETS: ReadonlySet<string> = new Set(
  `above.com afternic.com atom.com bodis.com buydomains.com dan.com domainmarket.com dynadot.com efty.com godaddy.com
  hugedomains.com ionos.com jimdo.com namecheap.com parkingcrew.net porkbun.com sedo.com sedoparking.com shopify.com
  squarespace.com strikingly.com undeveloped.com uniregistry.com webflow.com webnode.com weebly.com wix.com`.split(
    /\s+/,
  ),
)

/** Whether websites of many companies redirect to a normalised domain, so that it isn't the domain of one of them. */
export function isSharedHost(domain: string): boolean {
  return sharedHostOf(domain) !== undefined || REDIRECT_TARGETS.has(domain) || isHostingSuffix(domain)
}

/** Why a normalised domain can't identify a company. Undefined if it can. */
export function refusalOf(domain: string): string | undefined {
  const shared = sharedHostOf(domain)
  if (shared && !(domain === shared.host && registrableDomain(domain) === domain)) return sharedHostRefusal(shared)
  return isPublicSuffix(domain) ? `under ${domain} everybody can register a domain: use the company's own` : undefined
}

export function sharedHostRefusal({ host, kind }: SharedHost): string {
  return `${host} is a ${kind} that many companies use: use the company's own domain`
}
