// What merges, splits and aliases write about who a company is. Each function is one statement inside the caller's
// transaction, unless it says otherwise.

import { columns, many, maybeOne, type Queryable, type Transaction } from '../../../db/index.ts'
import type { Company } from '../../../meaning/companies/index.ts'
import { DERIVED_SOURCE } from '../../../meaning/signals/index.ts'
import { WRITTEN_COMPANY_COLUMNS } from '../store/company-queries.ts'

/** A company that was merged into another. */
export interface MergedCompany extends Company {
  /** The ordinal of the company that it leads to. */
  readonly mergedInto: number
  /** The ordinal of the company that it was merged into, which may have been merged since. */
  readonly mergeParent: number
  readonly lentFacts: readonly string[]
  readonly [column: string]: unknown
}

/** Locks it, too. Merges and splits of it wait, as they lock the company that it leads to first. */
export async function lockMergedCompany(tx: Transaction, domain: string): Promise<MergedCompany | undefined> {
  return maybeOne<MergedCompany>(
    tx,
    `select ${WRITTEN_COMPANY_COLUMNS}, merged_into as "mergedInto", merge_parent as "mergeParent", lent_facts as "lentFacts"
       from companies c where domain = $1 and merged_into is not null for no key update`,
    [domain],
  )
}

export interface NewAlias {
  readonly alias: string
  readonly company: Company
}

const ALIASES = columns<NewAlias>(1, {
  domain: ['text', ({ alias }) => alias],
  company_ordinal: ['int', ({ company }) => company.ordinal],
})

export async function insertAliases(tx: Transaction, aliases: readonly NewAlias[]): Promise<void> {
  await tx.query(
    `insert into company_aliases (${ALIASES.names}) select ${ALIASES.names} from ${ALIASES.as('n')}`,
    ALIASES.values(aliases),
  )
}

export async function removeAlias(tx: Transaction, domain: string): Promise<boolean> {
  const { rowCount } = await tx.query(`delete from company_aliases where domain = $1`, [domain])
  return (rowCount ?? 0) > 0
}

export async function deleteRank(tx: Transaction, ordinal: number): Promise<void> {
  await tx.query(`delete from company_ranks where company_ordinal = $1`, [ordinal])
}

/** Everything that led to the old company now leads to the survivor. Four statements. */
export async function leadTo(
  tx: Transaction,
  { old, survivor, lentFacts }: { old: Company; survivor: Company; lentFacts: readonly string[] },
): Promise<void> {
  const ordinals = [survivor.ordinal, old.ordinal]
  await tx.query(`update companies set merged_into = $1 where merged_into = $2`, ordinals)
  await tx.query(`update companies set merged_into = $1, merge_parent = $1, lent_facts = $3 where ordinal = $2`, [
    ...ordinals,
    lentFacts,
  ])
  await tx.query(
    `update company_aliases set company_ordinal = $1, of_ordinal = coalesce(of_ordinal, $2) where company_ordinal = $2`,
    ordinals,
  )
  await tx.query(`insert into company_aliases (domain, company_ordinal, of_ordinal) values ($3, $1, $2)`, [
    ...ordinals,
    old.domain,
  ])
}

/** The reverse: the company, and everything that led to it before the merge. Four statements. */
export async function leadBack(tx: Transaction, { ordinal, domain }: Company): Promise<void> {
  await tx.query(
    `with recursive back as (
       select ordinal from companies where merge_parent = $1
       union all select c.ordinal from companies c join back on c.merge_parent = back.ordinal)
     update companies c set merged_into = $1 from back where c.ordinal = back.ordinal`,
    [ordinal],
  )
  await tx.query(`delete from company_aliases where domain = $1`, [domain])
  await tx.query(
    `update company_aliases set company_ordinal = $1, of_ordinal = nullif(of_ordinal, $1)
      where of_ordinal = $1 or of_ordinal in (select ordinal from companies where merged_into = $1)`,
    [ordinal],
  )
  await tx.query(`update companies set merged_into = null, merge_parent = null, lent_facts = '{}' where ordinal = $1`, [
    ordinal,
  ])
}

/** The domains under which the reports of a company were given, with their numbers. Its own is among them. */
export async function givenDomains(
  db: Queryable,
  { ordinal, domain }: Pick<Company, 'ordinal' | 'domain'>,
): Promise<{ domain: string; reports: number }[]> {
  return many<{ domain: string; reports: number }>(
    db,
    `select coalesce(given_domain, $2) as domain, count(*)::int as reports
       from (select given_domain from signals where company_ordinal = $1 and sources is null and replaced_by is null
              and source <> $3
             union all select given_domain from reports where company_ordinal = $1) given
      group by 1 order by 2 desc, 1`,
    [ordinal, domain, DERIVED_SOURCE],
  )
}
