// From a domain to its company, as it would be after what a dry run would have written. See resolve-domains.ts.

import type { Queryable } from '../../../db/index.ts'
import { type Company, registrableDomain } from '../../../meaning/companies/index.ts'
import { domainsAbove, type Resolution, resolveDomains } from '../companies/resolve-domains.ts'
import { findTaken, type TakenDomains } from '../identity/add-aliases.ts'
import { recall } from './dry-run-tables.ts'

interface DryResolution extends Resolution {
  /** Whether the domain, or one above it, would be an alias that it isn't yet. */
  isNewAlias(given: string): boolean
}

export async function resolveDry(db: Queryable, given: readonly string[]): Promise<DryResolution> {
  const candidates = [...new Set(given.flatMap(domainsAbove))]
  const stored = await resolveDomains(db, candidates)
  const known = [...new Set([...stored.companies.values()].map(({ domain }) => domain))]
  const aliases = new Map(await recall<string>(db, 'dry_run_aliases', [...candidates, ...known]))
  const planned = new Map(
    await recall<Company>(db, 'dry_run_companies', [...candidates, ...known, ...aliases.values()]),
  )
  const survivors = await resolveDomains(db, [...new Set(aliases.values())])
  const own = [...stored.companies.values(), ...survivors.companies.values()]
  const byDomain = new Map([...own.map((company) => [company.domain, company] as const), ...planned])

  /** The domain of the company that has this one as its own or as an alias. */
  const holderOf = (domain: string, above: string | undefined): string | undefined => {
    const alias = aliases.get(domain)
    if (alias !== undefined) return alias
    const company = stored.companies.get(domain)
    const isInherited = above !== undefined && company?.ordinal === stored.companies.get(above)?.ordinal
    if (company && (company.domain === domain || !isInherited)) return aliases.get(company.domain) ?? company.domain
    return planned.has(domain) ? domain : undefined
  }
  const domainOf = (domain: string) => {
    const above = domainsAbove(domain)
    for (const [i, each] of above.entries()) {
      const holder = holderOf(each, above[i + 1])
      if (holder !== undefined) return holder
    }
    return registrableDomain(domain)
  }
  const companies = new Map<string, Company>()
  for (const domain of given) {
    const company = byDomain.get(domainOf(domain))
    if (company) companies.set(domain, company)
  }
  return { companies, domainOf, isNewAlias: (domain) => domainsAbove(domain).some((each) => aliases.has(each)) }
}

/** Those of the domains that would be a company's own or an alias. */
export async function takenDry(db: Queryable, domains: readonly string[]): Promise<TakenDomains> {
  const planned = await recall<Company>(db, 'dry_run_companies', domains)
  const aliases = await recall<string>(db, 'dry_run_aliases', domains)
  const plannedOnes = [...planned, ...aliases].map(([domain]) => [domain, 'company'] as const)
  return new Map([...plannedOnes, ...(await findTaken(db, domains))])
}
