// What a batch changes, decided in memory: the records in their order, against the companies and signals as they are
// stored and locked. Pure, so that it can be read and tested without a database.

import type { EventAction } from '../../closed-sets/events.ts'
import { type Company, type CompanyFacts, UNKNOWN_FACTS } from '../companies/index.ts'
import type { IncomingRecord, IncomingSignal } from '../signals/index.ts'
import { companyId } from './identity.ts'
import { type StoredSignal, saysTheSame } from './stored.ts'

export type RecordOutcome = 'created' | 'updated' | 'unchanged' | { readonly rejected: string }

/** A record with the id of its signal, which is made once. */
export type IdentifiedRecord = IncomingRecord & { readonly id: string | undefined }

export interface SignalChange {
  readonly action: EventAction
  readonly signal: StoredSignal
  /** The company that it belonged to before this change, where that was another one. */
  readonly movedFrom?: number
}

/** The state of the batch's companies and signals, changed as the plan goes on. */
export interface Workspace {
  /** Unix seconds. */
  readonly now: number
  /** By domain. */
  readonly companies: Map<string, Company>
  /** By id, every signal of the companies at hand. */
  readonly signals: Map<string, StoredSignal>
}

export interface Plan {
  readonly outcomes: RecordOutcome[]
  readonly changes: SignalChange[]
  readonly seenAgain: string[]
  /** Said again in the same words, by a source that saw it later than it had said before. */
  readonly seenLater: Set<string>
  /** Companies whose facts changed, by domain. */
  readonly companiesUpdated: Set<string>
  /** Of those, the ones that a signal brought the news of. */
  readonly updatedBySignals: Set<string>
}

/** The companies that the records make, with the facts of the record that names them first. */
export function newCompanies(
  records: readonly IdentifiedRecord[],
  known: ReadonlySet<string>,
): Map<string, Omit<Company, 'ordinal'>> {
  const made = new Map<string, Omit<Company, 'ordinal'>>()
  for (const { company } of records) {
    const { name } = company
    if (name === undefined || known.has(company.domain) || made.has(company.domain)) continue
    made.set(company.domain, { ...UNKNOWN_FACTS, ...company, name, id: companyId(company.domain) })
  }
  return made
}

/** `created` names the companies that this batch has just made. */
export function planBatch(records: readonly IdentifiedRecord[], created: ReadonlySet<string>, work: Workspace): Plan {
  const plan: Plan = {
    outcomes: [],
    changes: [],
    seenAgain: [],
    seenLater: new Set(),
    companiesUpdated: new Set(),
    updatedBySignals: new Set(),
  }
  // A company that this batch makes exists from the record on that names it, as it would if each were written alone.
  const named = new Set<string>()
  for (const record of records) {
    const { domain, name } = record.company
    const isNew = created.has(domain) && !named.has(domain)
    const company = work.companies.get(domain)
    if (!company || (isNew && name === undefined)) {
      plan.outcomes.push({ rejected: `company ${domain} is not known: give its name` })
      continue
    }
    if (isNew) named.add(domain)
    const changed = applyFacts(company, record.company, work)
    if (changed && !isNew) plan.companiesUpdated.add(domain)
    if (record.record === 'company') {
      plan.outcomes.push(isNew ? 'created' : changed ? 'updated' : 'unchanged')
    } else {
      if (changed && !isNew) plan.updatedBySignals.add(domain)
      plan.outcomes.push(applySignal(record, record.id ?? '', company.ordinal, work, plan))
    }
  }
  return plan
}

/** A fact that the source does not know leaves what is stored. */
function applyFacts(company: Company, facts: CompanyFacts, work: Workspace): boolean {
  const changed = (Object.keys(facts) as (keyof CompanyFacts)[]).some((fact) => facts[fact] !== company[fact])
  if (changed) work.companies.set(company.domain, { ...company, ...facts })
  return changed
}

function applySignal(
  incoming: IncomingSignal,
  id: string,
  companyOrdinal: number,
  work: Workspace,
  plan: Plan,
): RecordOutcome {
  const stored = work.signals.get(id)
  if (!stored) {
    record(plan, work, 'created', { ...contentOf(incoming, companyOrdinal), id, ...firstTimes(work.now) })
    return 'created'
  }
  const older = stored.seenAt !== null && incoming.seenAt !== undefined && incoming.seenAt < stored.seenAt
  if (older) return 'unchanged'
  // Once a source has dated what it says, an undated version does not make it forget.
  const seenAt = incoming.seenAt ?? stored.seenAt
  if (saysTheSame(stored, companyOrdinal, incoming)) {
    plan.seenAgain.push(id)
    if (seenAt !== null && seenAt !== stored.seenAt) {
      plan.seenLater.add(id)
      work.signals.set(id, { ...stored, seenAt })
    }
    return 'unchanged'
  }
  record(plan, work, 'updated', { ...contentOf(incoming, companyOrdinal), seenAt, id, ...nextTimes(stored, work.now) })
  return 'updated'
}

export function record(
  plan: Pick<Plan, 'changes'>,
  work: Workspace,
  action: SignalChange['action'],
  signal: StoredSignal,
): void {
  const home = work.signals.get(signal.id)?.companyOrdinal ?? signal.companyOrdinal
  work.signals.set(signal.id, signal)
  plan.changes.push({ action, signal, ...(home !== signal.companyOrdinal && { movedFrom: home }) })
}

function contentOf(incoming: IncomingSignal, companyOrdinal: number) {
  const { type, label, confidence, status, occurredAt, fields, key, url } = incoming
  const source = url === undefined ? { name: incoming.source } : { name: incoming.source, url }
  return {
    companyOrdinal,
    type,
    label,
    confidence,
    status,
    occurredAt,
    fields,
    key,
    source,
    seenAt: incoming.seenAt ?? null,
  }
}

export function firstTimes(now: number) {
  return { firstSeenAt: now, lastSeenAt: now, version: 1, lastEventUnix: now }
}

/** Two events of one signal never share a second: the later one takes the next free one. */
export function nextTimes(stored: StoredSignal, now: number) {
  return {
    firstSeenAt: stored.firstSeenAt,
    lastSeenAt: now,
    version: stored.version + 1,
    lastEventUnix: Math.max(now, stored.lastEventUnix + 1),
  }
}
