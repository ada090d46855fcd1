// From domains to companies, in one look-up before an engine runs. An engine knows companies by their ordinals.

import { many, type Queryable } from '../../db/index.ts'
import type { CompanyFilters } from './engine.ts'
import type { AskedDomain, AskedFilters } from './read-filters.ts'

export interface ResolvedFilters {
  readonly filters: CompanyFilters
  /** As they were written. Undefined if no domains were given. */
  readonly unknownDomains: readonly string[] | undefined
}

export async function resolveFilters(db: Queryable, asked: AskedFilters): Promise<ResolvedFilters> {
  const { facts, domains, domainsNot } = asked
  if (!domains && !domainsNot) return { filters: facts, unknownDomains: undefined }
  const all = [...(domains ?? []), ...(domainsNot ?? [])]
  const ordinals = await findCompanies(db, [...new Set(all.flatMap((asked) => asked.domains))])
  const companyOf = (asked: AskedDomain) => asked.domains.map((each) => ordinals.get(each)).find(isKnown)
  const companiesOf = (list: readonly AskedDomain[]) => [...new Set(list.map(companyOf).filter(isKnown))]
  const unknown = all.filter((domain) => companyOf(domain) === undefined).map(({ text }) => text)
  return {
    filters: {
      ...facts,
      ...(domains && { only: companiesOf(domains) }),
      ...(domainsNot && { except: companiesOf(domainsNot) }),
    },
    unknownDomains: [...new Set(unknown)],
  }
}

const isKnown = (ordinal: number | undefined): ordinal is number => ordinal !== undefined

async function findCompanies(db: Queryable, domains: readonly string[]): Promise<Map<string, number>> {
  const rows = await many<{ domain: string; ordinal: number }>(
    db,
    `select domain, ordinal from companies where domain = any($1::text[]) and merged_into is null
     union all
     select domain, company_ordinal from company_aliases where domain = any($1::text[])`,
    [domains],
  )
  return new Map(rows.map(({ domain, ordinal }) => [domain, ordinal]))
}
