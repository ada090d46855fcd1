// Resolves domains and lists to companies before an engine runs. An engine knows companies by their ordinals.

import type { ListSet, ListSets } from '../../account/lists/index.ts'
import { many, type Queryable } from '../../db/index.ts'
import type { CompanyFilters, Ordinals } from '../engine.ts'
import type { RequestedDomain, RequestedFilters } from './read-filters.ts'

export interface ResolvedFilters {
  readonly filters: CompanyFilters
  /** As written. Undefined if no domains were given. */
  readonly unknownDomains: readonly string[] | undefined
}

/** The list that a request names. Throws 422 if the team has none of that name. */
export async function listOf(lists: ListSets, team: string, { list }: RequestedFilters): Promise<ListSet | undefined> {
  return list === undefined ? undefined : lists.find(team, list)
}

/** `list` is the requested list. */
export async function resolveFilters(
  db: Queryable,
  asked: RequestedFilters,
  list: ListSet | undefined,
): Promise<ResolvedFilters> {
  const { domains, domainsNot } = asked
  const facts = { ...asked.facts, ...(meansEmployers(asked, list) && { withoutAgencies: true as const }) }
  if (!domains && !domainsNot) {
    return { filters: { ...facts, ...(list && { only: list.ordinals }) }, unknownDomains: undefined }
  }
  const all = [...(domains ?? []), ...(domainsNot ?? [])]
  const ordinals = await findCompanies(db, [...new Set(all.flatMap((asked) => asked.domains))])
  const companyOf = (asked: RequestedDomain) => asked.domains.map((each) => ordinals.get(each)).find(isKnown)
  const companiesOf = (list: readonly RequestedDomain[]) => [...new Set(list.map(companyOf).filter(isKnown))]
  const unknown = all.filter((domain) => companyOf(domain) === undefined).map(({ text }) => text)
  const only = inBoth(domains && companiesOf(domains), list?.ordinals)
  return {
    filters: {
      ...facts,
      ...(only && { only }),
      ...(domainsNot && { except: companiesOf(domainsNot) }),
    },
    unknownDomains: [...new Set(unknown)],
  }
}

/**
 * Agencies and marketplaces post the jobs of others, and buy little of what those jobs suggest. A search finds them
 * only if it asks for a kind of employer, or for companies by domain or list.
 */
function meansEmployers({ facts, domains, list }: RequestedFilters, listed: ListSet | undefined): boolean {
  return !facts.employerKind?.length && !domains && list === undefined && listed === undefined
}

const isKnown = (ordinal: number | undefined): ordinal is number => ordinal !== undefined

function inBoth(few: readonly number[] | undefined, listed: Int32Array | undefined): Ordinals | undefined {
  return few && listed ? few.filter((ordinal) => listed.includes(ordinal)) : (few ?? listed)
}

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
