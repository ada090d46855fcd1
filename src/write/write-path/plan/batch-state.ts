import { SERIALISATION_FAILURE, type Transaction } from '../../../db/index.ts'
import type { Company } from '../../../meaning/companies/index.ts'
import { DeletedCompanies, findDeleted } from '../companies/deleted-companies.ts'
import { lockAliases, movedCompany, type Resolution, resolveDomains } from '../companies/resolve-domains.ts'
import { findCompaniesOfSignals, insertCompanies, lockCompanies } from '../store/company-queries.ts'
import { type BatchState, type IdentifiedRecord, newCompanies } from './plan-batch.ts'

interface LockedBatch {
  /** With the domains of their companies. */
  readonly records: readonly IdentifiedRecord[]
  /** All companies of the batch, locked. */
  readonly companies: readonly Company[]
  /** Domains of the companies that this batch created. */
  readonly created: ReadonlySet<string>
  /** The ordinals of companies between which a report moves, in the batch or, known only when it is retried, before. */
  readonly moving: ReadonlySet<number>
}

/** Creates new companies, and locks all companies of the batch. */
export async function lockBatch(
  tx: Transaction,
  given: readonly IdentifiedRecord[],
  retrying: boolean,
): Promise<LockedBatch> {
  const domains = [...new Set(given.map(({ company }) => company.domain))]
  const resolution = await resolveDomains(tx, domains, () => lockAliases(tx, 'shared'))
  const deleted = await findDeleted(tx, domains, resolution.companies)
  if (deleted.size > 0) throw new DeletedCompanies(deleted)
  const records = resolvedRecords(given, resolution)
  const known = [...resolution.companies.values()]
  const missing = newCompanies(records, new Set(known.map(({ domain }) => domain)))
  const inserted = missing.size > 0 ? await insertCompanies(tx, [...missing.values()]) : []
  const created = new Set(inserted.map(({ domain }) => domain))
  const raced = [...missing.keys()].filter((domain) => !created.has(domain))
  const createdByOthers = [...(await resolveDomains(tx, raced)).companies.values()]
  if (createdByOthers.some(({ domain }) => !missing.has(domain))) throw movedCompany()
  // Reports hardly ever move to another company, so the first attempt doesn't check for it. A moved one is not among
  // its new company's reports, and looks new. Then the row violates the primary key, or one of the checks in
  // write-plan.ts finds it. The retry finds its old company.
  const signalIds = retrying ? records.flatMap(({ id }) => id ?? []) : []
  const owners = retrying ? await findCompaniesOfSignals(tx, signalIds) : []
  const existing = [
    ...new Set([...known, ...createdByOthers, ...owners].map(({ ordinal }: { readonly ordinal: number }) => ordinal)),
  ]
  const locked = existing.length > 0 ? await lockCompanies(tx, existing) : []
  if (locked.length < existing.length) throw movedCompany()
  await assertStillResolved(tx, domains, resolution)
  const companies = [...locked, ...inserted]
  const ownersNow = retrying ? await findCompaniesOfSignals(tx, signalIds) : []
  assertLocked(
    ownersNow.map(({ ordinal }) => ordinal),
    companies.map(({ ordinal }) => ordinal),
  )
  return { records, companies, created, moving: movingBetween(records, companies, ownersNow) }
}

function movingBetween(
  records: readonly IdentifiedRecord[],
  companies: readonly Company[],
  owners: readonly { readonly id: string; readonly ordinal: number }[],
): Set<number> {
  const ownerOf = new Map(owners.map(({ id, ordinal }) => [id, ordinal]))
  const ordinalOf = new Map(companies.map(({ domain, ordinal }) => [domain, ordinal]))
  const moving = new Set<number>()
  for (const { id, company } of records) {
    const [owner, ordinal] = [ownerOf.get(id ?? ''), ordinalOf.get(company.domain)]
    if (owner !== undefined && ordinal !== undefined && owner !== ordinal) moving.add(owner).add(ordinal)
    if (id !== undefined && ordinal !== undefined) ownerOf.set(id, ordinal)
  }
  return moving
}

export function ordinalsOf(reports: BatchState['reports']): Map<string, number> {
  const ordinals = new Map<string, number>()
  for (const { id, companyOrdinal } of reports.values()) ordinals.set(id, companyOrdinal)
  return ordinals
}

/** A signal may have moved again before we held the locks. While we hold them it can't, so the batch is retried. */
function assertLocked(owners: readonly number[], locked: readonly number[]): void {
  if (owners.every((ordinal) => locked.includes(ordinal))) return
  throw Object.assign(new Error('a signal moved to another company while its batch was loaded'), {
    code: SERIALISATION_FAILURE,
  })
}

export function resolvedRecords(
  given: readonly IdentifiedRecord[],
  { domainOf }: Pick<Resolution, 'domainOf'>,
): readonly IdentifiedRecord[] {
  return given.map((record) => {
    const { domain: givenDomain } = record.company
    const domain = domainOf(givenDomain)
    return domain === givenDomain ? record : withDomain(record, domain, givenDomain)
  })
}

function withDomain(record: IdentifiedRecord, domain: string, givenDomain: string): IdentifiedRecord {
  if (record.record === 'status') return { ...record, company: { domain } }
  return { ...record, company: { ...record.company, domain }, givenDomain }
}

/** Before we held the locks, a domain may have been split from its company. A company's own domain stays with it. */
async function assertStillResolved(tx: Transaction, domains: readonly string[], before: Resolution): Promise<void> {
  const others = domains.filter((domain) => (before.companies.get(domain)?.domain ?? domain) !== domain)
  if (others.length === 0) return
  const { companies } = await resolveDomains(tx, others)
  if (others.some((domain) => companies.get(domain)?.ordinal !== before.companies.get(domain)?.ordinal)) {
    throw movedCompany()
  }
}
