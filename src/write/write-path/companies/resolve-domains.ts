// From the domain that a source gives to the company: one with this domain, one that has it as an alias, or else the same
// for the nearest domain above it, up to the registrable one. jobs.acme.example is acme.example, unless it is a company.

import { ADVISORY_LOCKS, many, type Queryable, SERIALISATION_FAILURE, type Transaction } from '../../../db/index.ts'
import { type Company, registrableDomain } from '../../../meaning/companies/index.ts'
import { findCompanies, WRITTEN_COMPANY_COLUMNS } from '../store/company-queries.ts'

export interface Resolution {
  /** By the domain as given. Undefined for a domain without a company. */
  readonly companies: ReadonlyMap<string, Company>
  /** The domain of the company; without one, that of the company to be created. */
  domainOf(given: string): string
}

/** `beforeAliases` runs before aliases are read, which only unknown domains need. */
export async function resolveDomains(
  db: Queryable,
  given: readonly string[],
  beforeAliases: () => Promise<void> = async () => {},
): Promise<Resolution> {
  const above = new Map(given.map((domain) => [domain, domainsAbove(domain)]))
  const own = new Map((await findCompanies(db, all(above.values()))).map((company) => [company.domain, company]))
  const unknown = given.filter((domain) => !own.has(domain))
  if (unknown.length > 0) await beforeAliases()
  const aliases = await findAliases(db, all(unknown.map((domain) => above.get(domain) ?? [])))
  const companies = new Map<string, Company>()
  for (const [domain, candidates] of above) {
    const nearest = candidates.find((candidate) => own.has(candidate) || aliases.has(candidate))
    const company = nearest === undefined ? undefined : (own.get(nearest) ?? aliases.get(nearest))
    if (company) companies.set(domain, company)
  }
  return { companies, domainOf: (domain) => companies.get(domain)?.domain ?? registrableDomain(domain) }
}

/** Domains of one company have one name, and several companies may share a name. Only aliases are looked up by it. */
export async function sharedNames(db: Queryable, given: readonly string[]): Promise<(domain: string) => string> {
  const aliases = await findAliases(db, all(given.map(domainsAbove)))
  return (domain) => {
    const alias = domainsAbove(domain).find((each) => aliases.has(each))
    return registrableDomain(alias === undefined ? domain : (aliases.get(alias)?.domain ?? alias))
  }
}

/** The domain and those above it up to the registrable one, the nearest first. */
export function domainsAbove(domain: string): string[] {
  const top = registrableDomain(domain)
  const domains = [domain]
  for (let next = domain; next !== top; ) {
    next = next.slice(next.indexOf('.') + 1)
    domains.push(next)
  }
  return domains
}

const all = (lists: Iterable<readonly string[]>) => [...new Set([...lists].flat())]

async function findAliases(db: Queryable, domains: readonly string[]): Promise<Map<string, Company>> {
  if (domains.length === 0) return new Map()
  const rows = await many<Company & { alias: string; [key: string]: unknown }>(
    db,
    `select a.domain as alias, ${WRITTEN_COMPANY_COLUMNS} from company_aliases a join companies c on c.ordinal = a.company_ordinal
      where a.domain = any($1)`,
    [domains],
  )
  return new Map(rows.map(({ alias, ...company }) => [alias, company]))
}

/**
 * A domain is either a company's own or an alias. So companies are created under this lock, shared, and aliases are added
 * under it, exclusive: each sees what the other did. It is taken before any company is locked.
 */
export async function lockAliases(tx: Transaction, mode: 'shared' | 'exclusive'): Promise<void> {
  const suffix = mode === 'shared' ? '_shared' : ''
  await tx.query(`select pg_advisory_xact_lock${suffix}($1)`, [ADVISORY_LOCKS.companyAliases])
}

/** A company was merged or split while we waited for its lock. The retry finds it where it is now. */
export function movedCompany(): Error {
  return Object.assign(new Error('a company was merged or split while its batch was loaded'), {
    code: SERIALISATION_FAILURE,
  })
}
