import { SERIALISATION_FAILURE, type Transaction } from '../../db/index.ts'
import { readFacts } from './batch-facts.ts'
import { findCompanies, findCompaniesOfSignals, insertCompanies, lockCompanies } from './company-queries.ts'
import { type BatchState, type IdentifiedRecord, newCompanies } from './plan-batch.ts'
import { assertStillThere } from './status-changes.ts'

interface LoadedBatch {
  readonly state: BatchState
  /** Domains of the companies that this batch created. */
  readonly created: ReadonlySet<string>
  /** The company ordinal of each stored report before this batch, by its id. */
  readonly ordinalsBefore: ReadonlyMap<string, number>
}

/** Creates new companies, locks all companies of the batch, and reads their signals while they are locked. */
export async function loadBatchState(
  tx: Transaction,
  records: readonly IdentifiedRecord[],
  now: number,
  retrying: boolean,
): Promise<LoadedBatch> {
  const domains = [...new Set(records.map(({ company }) => company.domain))]
  const known = await findCompanies(tx, domains)
  const missing = newCompanies(records, new Set(known.map(({ domain }) => domain)))
  const inserted = missing.size > 0 ? await insertCompanies(tx, [...missing.values()]) : []
  const created = new Set(inserted.map(({ domain }) => domain))
  const raced = [...missing.keys()].filter((domain) => !created.has(domain))
  const createdByOthers = raced.length > 0 ? await findCompanies(tx, raced) : []
  // Reports hardly ever move to another company, so the first attempt does not look for them. A moved one is not among
  // its new company's reports, and looks new. Then the row violates the primary key, or one of the checks in
  // write-plan.ts finds it. The retry finds its old company.
  const signalIds = retrying ? records.flatMap(({ id }) => id ?? []) : []
  const owners = retrying ? await findCompaniesOfSignals(tx, signalIds) : []
  const existing = [...new Set([...known, ...createdByOthers].map(({ ordinal }) => ordinal).concat(owners))]
  const locked = existing.length > 0 ? await lockCompanies(tx, existing) : []
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
  return { state, created, ordinalsBefore: ordinalsOf(state.reports) }
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
