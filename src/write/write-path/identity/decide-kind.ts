import { recordInstallationAudit } from '../../../account/audit/index.ts'
import type { Database, Transaction } from '../../../db/index.ts'
import type { EmployerKind } from '../../../meaning/companies/index.ts'
import { AppError } from '../../../platform/app-error.ts'
import type { Stamper } from '../../log/index.ts'
import { movedCompany, resolveDomains } from '../companies/resolve-domains.ts'
import { rebuildCompanies } from '../maintain/rebuild-companies.ts'
import { lockCompanies } from '../store/company-queries.ts'
import { retryOnConflict } from '../transaction/write-records.ts'

interface KindDecision {
  /** Normalised. */
  readonly domain: string
  /** Null: as records, its name and its jobs say. */
  readonly kind: EmployerKind | null
}

/**
 * The operator decides what kind of employer a company is, whatever records and texts say. What follows from its jobs
 * is recomputed; nothing is sent to customers. Returns the company's id.
 */
export async function decideKind(db: Database, stamper: Stamper, decision: KindDecision): Promise<string> {
  const id = await retryOnConflict(db, () => db.transaction('ingest', (tx) => decideIn(tx, decision)))
  await stamper.stamp()
  return id
}

async function decideIn(tx: Transaction, { domain, kind }: KindDecision): Promise<string> {
  const company = (await resolveDomains(tx, [domain])).companies.get(domain)
  if (!company) throw new AppError('not_found', `No company has the domain ${domain}.`)
  const { id, ordinal } = company
  if ((await lockCompanies(tx, [ordinal])).length === 0) throw movedCompany()
  await tx.query('update companies set operator_kind = $2 where ordinal = $1', [ordinal, kind])
  await rebuildCompanies(tx, [ordinal])
  const target = { id, name: company.domain }
  await recordInstallationAudit(tx, { action: 'company.kind_decided', target, details: { kind: kind ?? 'automatic' } })
  return id
}
