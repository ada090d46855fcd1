// Decides in memory what a batch changes: applies the records in their order to the locked companies and their stored
// signals. It needs no database.

import type { EventAction } from '../../closed-sets/events.ts'
import { type Company, type CompanyFacts, UNKNOWN_FACTS } from '../companies/index.ts'
import type { IncomingRecord, IncomingSignal } from '../signals/index.ts'
import type { NewCompany } from './company-queries.ts'
import { companyId } from './identity.ts'
import { type LocatedStatusChange, unknownSignal } from './status-changes.ts'
import { hasSameContent, type StoredSignal } from './stored-signal.ts'

export type RecordOutcome = 'created' | 'updated' | 'unchanged' | { readonly rejected: string }

/** A record with the id of its signal, which is computed once. Undefined for a company. */
export type IdentifiedRecord = (IncomingRecord | LocatedStatusChange) & { readonly id: string | undefined }

export interface SignalChange {
  readonly action: EventAction
  readonly signal: StoredSignal
  /** The ordinal of its previous company, if this change moves it. */
  readonly movedFrom?: number
}

/** The batch's companies and their signals. Planning updates them record by record. */
export interface BatchState {
  /** Unix seconds. */
  readonly now: number
  /** By domain. */
  readonly companies: Map<string, Company>
  /** By id: all signals of these companies. */
  readonly signals: Map<string, StoredSignal>
}

export interface BatchPlan {
  readonly outcomes: RecordOutcome[]
  readonly changes: SignalChange[]
  /** Ids of signals that were reported again with the same content. */
  readonly seenAgain: string[]
  /** Of those, the ones with a later `seenAt` than before. */
  readonly seenLater: Set<string>
  /** Domains of the companies whose facts changed. */
  readonly companiesUpdated: Set<string>
  /** Of those, the ones that a signal record changed. */
  readonly updatedBySignals: Set<string>
}

/** The companies that the records create, with the facts of the first record that has a name. */
export function newCompanies(
  records: readonly IdentifiedRecord[],
  known: ReadonlySet<string>,
): Map<string, NewCompany> {
  const companies = new Map<string, NewCompany>()
  for (const { company } of records) {
    const { name } = company
    if (name === undefined || known.has(company.domain) || companies.has(company.domain)) continue
    companies.set(company.domain, { ...UNKNOWN_FACTS, ...company, name, id: companyId(company.domain) })
  }
  return companies
}

/** `created` has the domains of the companies that this batch has just inserted. */
export function planBatch(
  records: readonly IdentifiedRecord[],
  created: ReadonlySet<string>,
  state: BatchState,
): BatchPlan {
  const plan: BatchPlan = {
    outcomes: [],
    changes: [],
    seenAgain: [],
    seenLater: new Set(),
    companiesUpdated: new Set(),
    updatedBySignals: new Set(),
  }
  // A company that this batch creates exists from the first record with its name, as if each record were written alone.
  const named = new Set<string>()
  for (const record of records) {
    if (record.record === 'status') {
      plan.outcomes.push(applyStatus(record, record.id ?? '', state, plan))
      continue
    }
    const { domain, name } = record.company
    const isNew = created.has(domain) && !named.has(domain)
    const company = state.companies.get(domain)
    if (!company || (isNew && name === undefined)) {
      plan.outcomes.push({ rejected: `company ${domain} is unknown: add its name` })
      continue
    }
    if (isNew) named.add(domain)
    const changed = applyFacts(company, record.company, state)
    if (changed && !isNew) plan.companiesUpdated.add(domain)
    if (record.record === 'company') {
      plan.outcomes.push(isNew ? 'created' : changed ? 'updated' : 'unchanged')
    } else {
      if (changed && !isNew) plan.updatedBySignals.add(domain)
      plan.outcomes.push(applySignal(record, record.id ?? '', company.ordinal, state, plan))
    }
  }
  return plan
}

/** The companies that signal records created and updated. Those of company records are in the outcomes. */
export function companiesOfSignals(
  records: readonly IdentifiedRecord[],
  created: ReadonlySet<string>,
  plan: BatchPlan,
) {
  const createdByRecords = records.filter((record, i) => record.record === 'company' && plan.outcomes[i] === 'created')
  return { companiesCreated: created.size - createdByRecords.length, companiesUpdated: plan.updatedBySignals.size }
}

/** Returns whether a fact changed. An absent fact leaves the stored one unchanged. */
function applyFacts(company: Company, facts: CompanyFacts, state: BatchState): boolean {
  const changed = (Object.keys(facts) as (keyof CompanyFacts)[]).some((fact) => facts[fact] !== company[fact])
  if (changed) state.companies.set(company.domain, { ...company, ...facts })
  return changed
}

function applySignal(
  incoming: IncomingSignal,
  id: string,
  companyOrdinal: number,
  state: BatchState,
  plan: BatchPlan,
): RecordOutcome {
  const stored = state.signals.get(id)
  if (!stored) {
    recordChange(plan, state, 'created', {
      ...contentOf(incoming, companyOrdinal),
      id,
      ...firstTimes(state.now),
      ...endOf(incoming.status, undefined, state.now),
    })
    return 'created'
  }
  if (isOlder(incoming, stored)) return 'unchanged'
  // A version without `seenAt` does not reset the stored one.
  const seenAt = incoming.seenAt ?? stored.seenAt
  if (hasSameContent(stored, companyOrdinal, incoming)) return seenAgain(stored, seenAt, state, plan)
  const content = { ...contentOf(incoming, companyOrdinal), seenAt, id }
  recordChange(plan, state, 'updated', {
    ...content,
    ...nextTimes(stored, state.now),
    ...endOf(incoming.status, stored, state.now),
  })
  return 'updated'
}

/** Changes the status and leaves everything else as it is stored. */
function applyStatus(change: LocatedStatusChange, id: string, state: BatchState, plan: BatchPlan): RecordOutcome {
  const stored = state.signals.get(id)
  if (!stored) return { rejected: unknownSignal(change) }
  if (isOlder(change, stored)) return 'unchanged'
  const seenAt = change.seenAt ?? stored.seenAt
  if (stored.status === change.status) return seenAgain(stored, seenAt, state, plan)
  const { closedAt: _, ...kept } = stored
  recordChange(plan, state, 'updated', {
    ...kept,
    status: change.status,
    seenAt,
    ...nextTimes(stored, state.now),
    ...endOf(change.status, stored, state.now),
  })
  return 'updated'
}

function isOlder(incoming: { readonly seenAt?: number }, stored: StoredSignal): boolean {
  return stored.seenAt !== null && incoming.seenAt !== undefined && incoming.seenAt < stored.seenAt
}

function seenAgain(stored: StoredSignal, seenAt: number | null, state: BatchState, plan: BatchPlan): 'unchanged' {
  plan.seenAgain.push(stored.id)
  if (seenAt !== null && seenAt !== stored.seenAt) {
    plan.seenLater.add(stored.id)
    state.signals.set(stored.id, { ...stored, seenAt })
  }
  return 'unchanged'
}

export function recordChange(
  plan: Pick<BatchPlan, 'changes'>,
  state: BatchState,
  action: SignalChange['action'],
  signal: StoredSignal,
): void {
  const before = state.signals.get(signal.id)?.companyOrdinal ?? signal.companyOrdinal
  state.signals.set(signal.id, signal)
  plan.changes.push({ action, signal, ...(before !== signal.companyOrdinal && { movedFrom: before }) })
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

/** A closed signal keeps the time when it was closed first. */
function endOf(status: StoredSignal['status'], stored: StoredSignal | undefined, now: number) {
  return status === 'closed' ? { closedAt: stored?.closedAt ?? now } : {}
}

export function firstTimes(now: number) {
  return { firstSeenAt: now, lastSeenAt: now, version: 1, lastEventUnix: now }
}

/** Two events of one signal never have the same second: the later one takes the next second if it has to. */
export function nextTimes(stored: StoredSignal, now: number) {
  return {
    firstSeenAt: stored.firstSeenAt,
    lastSeenAt: now,
    version: stored.version + 1,
    lastEventUnix: Math.max(now, stored.lastEventUnix + 1),
  }
}
