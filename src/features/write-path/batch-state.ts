import { SERIALISATION_FAILURE, type Transaction } from '../../db/index.ts'
import { findCompanies, findCompaniesOfSignals, insertCompanies, lockCompanies } from './company-queries.ts'
import { type BatchState, type IdentifiedRecord, newCompanies } from './plan-batch.ts'
import { readSignals } from './signal-queries.ts'
import { assertStillThere } from './status-changes.ts'

interface LoadedBatch {
  readonly state: BatchState
  /** Domains of the companies that this batch created. */
  readonly created: ReadonlySet<string>
  /** The company ordinal of each stored signal before this batch, by signal id. */
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
  // Signals hardly ever move to another company, so the first attempt does not look for them. A moved signal is not among
  // its new company's signals, is inserted as new, and violates the primary key. The retry then finds its old company.
  const signalIds = retrying ? records.flatMap(({ id }) => id ?? []) : []
  const owners = retrying ? await findCompaniesOfSignals(tx, signalIds) : []
  const existing = [...new Set([...known, ...createdByOthers].map(({ ordinal }) => ordinal).concat(owners))]
  const locked = existing.length > 0 ? await lockCompanies(tx, existing) : []
  if (retrying) {
    const ours = [...existing, ...inserted.map(({ ordinal }) => ordinal)]
    assertLocked(await findCompaniesOfSignals(tx, signalIds), ours)
  }
  const signals = await readSignals(tx, existing)
  const state = {
    now,
    companies: new Map([...locked, ...inserted].map((company) => [company.domain, company])),
    signals: new Map(signals.map((signal) => [signal.id, signal])),
  }
  if (!retrying) assertStillThere(records, state.signals)
  return { state, created, ordinalsBefore: new Map(signals.map(({ id, companyOrdinal }) => [id, companyOrdinal])) }
}

/** A signal may have moved again before we held the locks. While we hold them it can't, so the batch is retried. */
function assertLocked(owners: readonly number[], locked: readonly number[]): void {
  if (owners.every((ordinal) => locked.includes(ordinal))) return
  throw Object.assign(new Error('a signal moved to another company while its batch was loaded'), {
    code: SERIALISATION_FAILURE,
  })
}
