import { SERIALISATION_FAILURE, type Transaction } from '../../db/index.ts'
import { readFacts } from './batch-facts.ts'
import { findCompaniesOfSignals, insertCompanies, lockCompanies } from './company-queries.ts'
import { type BatchState, type IdentifiedRecord, newCompanies } from './plan-batch.ts'
import { lockAliases, movedCompany, type Resolution, resolveDomains } from './resolve-domains.ts'
import { assertStillThere } from './status-changes.ts'

interface LoadedBatch {
  /** With the domains of their companies. */
  readonly records: readonly IdentifiedRecord[]
  readonly state: BatchState
  /** Domains of the companies that this batch created. */
  readonly created: ReadonlySet<string>
  /** The company ordinal of each stored report before this batch, by its id. */
  readonly ordinalsBefore: ReadonlyMap<string, number>
}

/** Creates new companies, locks all companies of the batch, and reads their signals while they are locked. */
export async function loadBatchState(
  tx: Transaction,
  given: readonly IdentifiedRecord[],
  now: number,
  retrying: boolean,
): Promise<LoadedBatch> {
  const domains = [...new Set(given.map(({ company }) => company.domain))]
  const resolution = await resolveDomains(tx, domains, () => lockAliases(tx, 'shared'))
  const records = resolvedRecords(given, resolution)
  const known = [...resolution.companies.values()]
  const missing = newCompanies(records, new Set(known.map(({ domain }) => domain)))
  const inserted = missing.size > 0 ? await insertCompanies(tx, [...missing.values()]) : []
  const created = new Set(inserted.map(({ domain }) => domain))
  const raced = [...missing.keys()].filter((domain) => !created.has(domain))
  const createdByOthers = [...(await resolveDomains(tx, raced)).companies.values()]
  if (createdByOthers.some(({ domain }) => !missing.has(domain))) throw movedCompany()
  // Reports hardly ever move to another company, so the first attempt does not look for them. A moved one is not among
  // its new company's reports, and looks new. Then the row violates the primary key, or one of the checks in
  // write-plan.ts finds it. The retry finds its old company.
  const signalIds = retrying ? records.flatMap(({ id }) => id ?? []) : []
  const owners = retrying ? await findCompaniesOfSignals(tx, signalIds) : []
  const existing = [...new Set([...known, ...createdByOthers].map(({ ordinal }) => ordinal).concat(owners))]
  const locked = existing.length > 0 ? await lockCompanies(tx, existing) : []
  if (locked.length < existing.length) throw movedCompany()
  await assertStillResolved(tx, domains, resolution)
  if (retrying) {
    const ours = [...existing, ...inserted.map(({ ordinal }) => ordinal)]
    assertLocked(await findCompaniesOfSignals(tx, signalIds), ours)
  }
  const state = {
    now,
    companies: new Map([...locked, ...inserted].map((company) => [company.domain, company])),
    ...(await readFacts(tx, existing)),
  }
  if (!retrying) assertStillThere(records, state.reports)
  return { records, state, created, ordinalsBefore: ordinalsOf(state.reports) }
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
