import { SERIALISATION_FAILURE, type Transaction } from '../../db/index.ts'
import { type IdentifiedRecord, newCompanies, type Workspace } from './plan.ts'
import { findCompanies, findHomes, insertCompanies, lockCompanies, readSignals } from './queries.ts'

export interface Opened {
  readonly work: Workspace
  /** Domains of the companies that this batch made. */
  readonly created: ReadonlySet<string>
  /** Where each incoming signal that is known belonged before. */
  readonly ordinalsBefore: ReadonlyMap<string, number>
}

/** Makes the companies that are new, locks all that the batch touches, and reads their signals under the lock. */
export async function openWorkspace(
  tx: Transaction,
  records: readonly IdentifiedRecord[],
  now: number,
  again: boolean,
): Promise<Opened> {
  const domains = [...new Set(records.map(({ company }) => company.domain))]
  const known = await findCompanies(tx, domains)
  const made = newCompanies(records, new Set(known.map(({ domain }) => domain)))
  const inserted = made.size > 0 ? await insertCompanies(tx, [...made.values()]) : []
  const created = new Set(inserted.map(({ domain }) => domain))
  const raced = [...made.keys()].filter((domain) => !created.has(domain))
  const late = raced.length > 0 ? await findCompanies(tx, raced) : []
  // Hardly ever does a signal move to another company, so the first try does not ask. One that did move is not found
  // among its new company's signals, meets the primary key as a new one, and the second try finds where it was.
  const ids = again ? records.flatMap(({ id }) => id ?? []) : []
  const homes = again ? await findHomes(tx, ids) : []
  const existing = [...new Set([...known, ...late].map(({ ordinal }) => ordinal).concat(homes))]
  const locked = existing.length > 0 ? await lockCompanies(tx, existing) : []
  if (again) assertHomesLocked(await findHomes(tx, ids), [...existing, ...inserted.map(({ ordinal }) => ordinal)])
  const stored = await readSignals(tx, existing)
  const work = {
    now,
    companies: new Map([...locked, ...inserted].map((company) => [company.domain, company])),
    signals: new Map(stored.map((signal) => [signal.id, signal])),
  }
  return { work, created, ordinalsBefore: new Map(stored.map(({ id, companyOrdinal }) => [id, companyOrdinal])) }
}

/** Before the locks were ours a signal may have moved once more. Under them none can: so the batch begins anew. */
function assertHomesLocked(homes: readonly number[], locked: readonly number[]): void {
  if (homes.every((home) => locked.includes(home))) return
  throw Object.assign(new Error('a signal moved to another company meanwhile'), { code: SERIALISATION_FAILURE })
}
