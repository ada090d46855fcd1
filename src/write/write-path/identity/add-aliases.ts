// Further domains of companies, as company records state them.

import { many, type Queryable, type Transaction } from '../../../db/index.ts'
import type { Company } from '../../../meaning/companies/index.ts'
import { deletedCompany } from '../companies/deleted-companies.ts'
import { insertAliases, type NewAlias } from '../companies/identity-queries.ts'
import { movedCompany, resolveDomains } from '../companies/resolve-domains.ts'
import { lockCompanies } from '../store/company-queries.ts'
import { announceDomains } from './announce-domains.ts'
import { moveReports } from './move-reports.ts'

export interface StatedAliases {
  readonly domain: string
  readonly aliases: readonly string[]
}

export type Added = { readonly changed: boolean } | { readonly rejected: string }

/** Each statement adds all of its aliases or none. Call it under the exclusive lock of aliases. */
export async function addAliases(
  tx: Transaction,
  statements: readonly StatedAliases[],
  quiet: boolean,
): Promise<readonly Added[]> {
  const domains = statements.flatMap(({ domain, aliases }) => [domain, ...aliases])
  const { companies } = await resolveDomains(tx, [...new Set(domains)])
  const { outcomes, added } = decideAliases(statements, companies, await findTaken(tx, domains))
  await addAll(tx, added, companies, quiet)
  return outcomes
}

/** What a domain is: a company's own, an alias, or one of a deleted company. */
export type TakenDomains = ReadonlyMap<string, 'company' | 'deleted'>

/** `companies` by given domain. */
export function decideAliases(
  statements: readonly StatedAliases[],
  companies: ReadonlyMap<string, Company>,
  taken: TakenDomains,
): { readonly outcomes: readonly Added[]; readonly added: readonly NewAlias[] } {
  const added = new Map<string, NewAlias>()
  const outcomes = statements.map(({ domain, aliases }): Added => {
    const company = companies.get(domain)
    if (!company) return { rejected: `company ${domain} is unknown: add its name` }
    const ownerOf = (alias: string) => added.get(alias)?.company ?? companies.get(alias)
    const others = aliases.filter((alias) => ownerOf(alias)?.ordinal !== company.ordinal)
    const deleted = others.find((alias) => taken.get(alias) === 'deleted')
    if (deleted !== undefined) return { rejected: `aliases cannot have ${deleted}: ${deletedCompany(deleted)}` }
    const unfit = others.find((alias) => taken.has(alias) || added.has(alias))
    if (unfit !== undefined) return { rejected: takenAlias(unfit, company, ownerOf(unfit)) }
    for (const alias of others) added.set(alias, { alias, company })
    return { changed: others.length > 0 }
  })
  return { outcomes, added: [...added.values()] }
}

export async function findTaken(tx: Queryable, domains: readonly string[]): Promise<TakenDomains> {
  const rows = await many<{ domain: string; by: 'company' | 'deleted' }>(
    tx,
    `select domain, 'company' as by from company_aliases where domain = any($1)
     union all select domain, 'company' from companies where domain = any($1)
     union all select domain, 'deleted' from deleted_companies where domain = any($1)`,
    [domains],
  )
  return new Map(rows.map(({ domain, by }) => [domain, by]))
}

async function addAll(
  tx: Transaction,
  added: readonly NewAlias[],
  companies: ReadonlyMap<string, Company>,
  quiet: boolean,
): Promise<void> {
  if (added.length === 0) return
  const concerned = added.flatMap(({ alias, company }) => [company, companies.get(alias) ?? company])
  const ordinals = [...new Set(concerned.map(({ ordinal }) => ordinal))]
  const locked = new Map((await lockCompanies(tx, ordinals)).map((company) => [company.ordinal, company]))
  if (locked.size < ordinals.length) throw movedCompany()
  await insertAliases(tx, added)
  await announceDomains(tx, [...locked.values()], quiet)
  for (const { alias, company } of added) {
    const [ours, former] = [locked.get(company.ordinal), locked.get(companies.get(alias)?.ordinal ?? -1)]
    if (ours && former) await takeReports(tx, alias, { ours, former, quiet })
  }
}

/** Until now its reports went to the company of the domain above it. */
async function takeReports(
  tx: Transaction,
  alias: string,
  { ours, former, quiet }: { ours: Company; former: Company; quiet: boolean },
): Promise<void> {
  const isUnder = (given: string | undefined) => given === alias || given?.endsWith(`.${alias}`) === true
  await moveReports(tx, { companies: [ours, former], quiet, identities: new Map() }, ({ givenDomain }, current) =>
    isUnder(givenDomain) && current.ordinal === former.ordinal ? ours : current,
  )
}

function takenAlias(alias: string, company: Company, owner: Company | undefined): string {
  if (!owner || owner.domain === alias) {
    return `aliases cannot have ${alias}: it is a company of its own. Merge it: bin/pro-signal companies merge --from ${alias} --into ${company.domain}`
  }
  return `aliases cannot have ${alias}: it is a domain of ${owner.domain}`
}
