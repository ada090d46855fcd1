// Hosts that show pages of many companies: job boards, social networks, code hosts, mail services. Their subdomains, paths
// and mail addresses say nothing about who a company is. Their bare domains do: greenhouse.io is Greenhouse.

import hosts from './refused-hosts.json' with { type: 'json' }
import { isPublicSuffix, registrableDomain } from './registrable-domain.ts'

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

/** Why a normalised domain can't identify a company. Undefined if it can. */
export function refusalOf(domain: string): string | undefined {
  const shared = sharedHostOf(domain)
  if (shared && !(domain === shared.host && registrableDomain(domain) === domain)) return sharedHostRefusal(shared)
  return isPublicSuffix(domain) ? `under ${domain} everybody can register a domain: use the company's own` : undefined
}

export function sharedHostRefusal({ host, kind }: SharedHost): string {
  return `${host} is a ${kind} that many companies use: use the company's own domain`
}
