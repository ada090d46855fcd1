// Deletes a company for good, at its own or a person's request. One transaction sends customers retractions of its
// signals, hides it from searches and screens, and remembers its domains, so that neither an import nor collecting
// brings it back. Its rows are deleted when the log has no event of it any more: until then, events may still have to
// be sent.

import { recordInstallationAudit } from '../../../account/audit/index.ts'
import { type Database, many, maybeOne, type Transaction } from '../../../db/index.ts'
import { type Company, UNKNOWN_FACTS } from '../../../meaning/companies/index.ts'
import { DERIVED_SOURCE } from '../../../meaning/signals/index.ts'
import { AppError } from '../../../platform/app-error.ts'
import { LOG_RETENTION_DAYS, type Stamper } from '../../log/index.ts'
import { deleteRank } from '../companies/identity-queries.ts'
import { lockAliases, movedCompany, resolveDomains } from '../companies/resolve-domains.ts'
import { deleteDigests } from '../digests/digest-queries.ts'
import type { IdentifiedRecord } from '../plan/plan-batch.ts'
import { lockCompanies } from '../store/company-queries.ts'
import { retryOnConflict } from '../transaction/write-records.ts'
import { DIGEST_FROM, writeShard } from '../transaction/write-shard.ts'
import { announceDomains } from './announce-domains.ts'
import { companyOf } from './merge-companies.ts'
import { deleteCompanyRows } from './remove-companies.ts'

export interface DeletedCompany {
  readonly company: Company
  /** All its domains, its own first. */
  readonly domains: readonly string[]
  /** How many reports were retracted. */
  readonly reports: number
}

/** `domain`: normalised, the company's own. */
export async function deleteCompany(db: Database, stamper: Stamper, domain: string): Promise<DeletedCompany> {
  const deleted = await retryOnConflict(db, () => db.transaction('ingest', (tx) => deleteIn(tx, domain)))
  await stamper.stamp()
  return deleted
}

/** What `deleteCompany` would delete. */
export async function describeDeletion(db: Database, domain: string): Promise<DeletedCompany> {
  return db.transaction('ingest', async (tx) => {
    const company = await ownCompany(tx, domain)
    const reports = (await readReports(tx, company)).length
    return { company, reports, domains: [domain, ...(await readAliases(tx, company.ordinal))] }
  })
}

async function deleteIn(tx: Transaction, domain: string): Promise<DeletedCompany> {
  await lockAliases(tx, 'exclusive')
  const company = await ownCompany(tx, domain)
  if ((await lockCompanies(tx, [company.ordinal])).length === 0) throw movedCompany()
  const reports = await readReports(tx, company)
  await writeShard(tx, reports.map(retraction(domain)), { quiet: false, retrying: true, digestFrom: DIGEST_FROM })
  const domains = [domain, ...(await readAliases(tx, company.ordinal))]
  await tx.query(`insert into deleted_companies (domain, company_ordinal) select unnest($1::text[]), $2`, [
    domains,
    company.ordinal,
  ])
  await hide(tx, company)
  await announceDomains(tx, [{ ...company, ...UNKNOWN_FACTS, name: domain }], false)
  const target = { id: company.id, name: domain }
  await recordInstallationAudit(tx, { action: 'company.deleted', target, details: { reports: reports.length } })
  return { company, domains, reports: reports.length }
}

async function ownCompany(tx: Transaction, domain: string): Promise<Company> {
  const company = companyOf((await resolveDomains(tx, [domain])).companies, domain)
  if (company.domain === domain) return company
  throw new AppError(
    'conflict',
    `${domain} is a domain of ${company.domain}: delete that company, or split ${domain} from it first.`,
  )
}

async function readAliases(tx: Transaction, ordinal: number): Promise<string[]> {
  const rows = await many<{ domain: string }>(
    tx,
    'select domain from company_aliases where company_ordinal = $1 order by domain',
    [ordinal],
  )
  return rows.map(({ domain }) => domain)
}

interface StoredReport {
  readonly id: string
  readonly source: string
  readonly key: string
  readonly [column: string]: unknown
}

/** Those that are not retracted. Derived signals follow from them. */
async function readReports(tx: Transaction, { ordinal }: Company): Promise<StoredReport[]> {
  return many<StoredReport>(
    tx,
    `select id, source, key from signals
      where company_ordinal = $1 and sources is null and replaced_by is null and source <> $2 and status <> 'retracted'
     union all select id, source, key from reports where company_ordinal = $1 and status <> 'retracted'`,
    [ordinal, DERIVED_SOURCE],
  )
}

const retraction =
  (domain: string) =>
  ({ id, source, key }: StoredReport): IdentifiedRecord => ({
    ...{ record: 'status', status: 'retracted', id, source, key },
    ...{ company: { domain }, stored: true },
  })

/** Readers leave out merged companies, and this one is merged into itself. Its facts are deleted immediately. */
async function hide(tx: Transaction, { ordinal }: Company): Promise<void> {
  await tx.query(
    `update companies
        set name = domain, hq_country = 'ZZ', employee_count = 0, funding_stage = 'unknown', stated_stage = 'unknown',
            industry = 'unknown', logo = null, website = null, parent = null, employer_kind = 'unknown', stated_kind = 'unknown',
            operator_kind = null, texts_kind = null, texts_why = null, kind_reason = null,
            merged_into = $1, merge_parent = coalesce(merge_parent, $1)
      where ordinal = $1 or merged_into = $1`,
    [ordinal],
  )
  await tx.query('delete from company_aliases where company_ordinal = $1', [ordinal])
  await deleteRank(tx, ordinal)
  await deleteDigests(tx, [ordinal])
}

/**
 * The next report about a deleted company is stored again. `domain`: one of its domains, normalised. Returns all of
 * them. Deleted data isn't restored.
 */
export async function allowCompany(db: Database, stamper: Stamper, domain: string): Promise<readonly string[]> {
  const domains = await retryOnConflict(db, () => db.transaction('ingest', (tx) => allowIn(tx, domain)))
  await stamper.stamp()
  return domains
}

async function allowIn(tx: Transaction, domain: string): Promise<readonly string[]> {
  await lockAliases(tx, 'exclusive')
  const found = await maybeOne<{ ordinal: number }>(
    tx,
    'select company_ordinal as ordinal from deleted_companies where domain = $1',
    [domain],
  )
  if (!found) throw new AppError('not_found', `No deleted company has the domain ${domain}.`)
  const { ordinal } = found
  // Under the same id again, if its row still exists: with its other domains, and the companies that were merged into
  // it.
  await tx.query(
    `insert into company_aliases (domain, company_ordinal, of_ordinal)
     select d.domain, d.company_ordinal,
            (select m.ordinal from companies m where m.domain = d.domain and m.merged_into = d.company_ordinal)
       from deleted_companies d join companies c on c.ordinal = d.company_ordinal and c.domain <> d.domain
      where d.company_ordinal = $1`,
    [ordinal],
  )
  await tx.query('update companies set merged_into = null, merge_parent = null where ordinal = $1', [ordinal])
  const rows = await many<{ domain: string }>(
    tx,
    'delete from deleted_companies where company_ordinal = $1 returning domain',
    [ordinal],
  )
  const [company] = await lockCompanies(tx, [ordinal])
  if (company) await announceDomains(tx, [company], false)
  await recordInstallationAudit(tx, { action: 'company.allowed', target: { name: domain } })
  return rows.map((row) => row.domain).sort()
}

export interface DeletedDomain {
  readonly domain: string
  readonly deletedAt: Date
  readonly [column: string]: unknown
}

export async function listDeleted(db: Database): Promise<DeletedDomain[]> {
  return many<DeletedDomain>(
    db.pool('settings'),
    'select domain, deleted_at as "deletedAt" from deleted_companies order by deleted_at desc, domain',
  )
}

const MAX_PURGED = 20

/** Deletes the rows of companies whose last event is no longer in the log. Returns how many companies. */
export async function purgeDeleted(db: Database): Promise<number> {
  return db.transaction('ingest', async (tx) => {
    const rows = await many<{ ordinal: number }>(
      tx,
      `select ordinal from companies
        where merged_into = ordinal
          and ordinal in (select company_ordinal from deleted_companies where deleted_at < now() - make_interval(days => $1))
        order by ordinal limit ${MAX_PURGED} for update skip locked`,
      [LOG_RETENTION_DAYS + 1],
    )
    const ordinals = rows.map(({ ordinal }) => ordinal)
    if (ordinals.length > 0) await deleteCompanyRows(tx, ordinals)
    return ordinals.length
  })
}
