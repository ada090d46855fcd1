// Decides in memory what a batch changes: applies the records in their order to the locked companies and their stored
// reports. It needs no database. The facts are decided afterwards, by regroup.ts.

import type { EventAction } from '../../../closed-sets/events.ts'
import {
  type Company,
  type CompanyFacts,
  nextStatedStage,
  shownEmployerKind,
  UNKNOWN_FACTS,
} from '../../../meaning/companies/index.ts'
import { isSmallCompany } from '../../../meaning/derived/index.ts'
import { type IncomingRecord, type IncomingSignal, jobOfWhom, refillJob } from '../../../meaning/signals/index.ts'
import { isPoolTitle } from '../../../meaning/titles/index.ts'
import type { NewCompany } from '../store/company-queries.ts'
import { companyId } from '../store/identity.ts'
import { hasSameContent, type Report, type StoredSignal } from '../store/stored-signal.ts'
import { type LocatedStatusChange, unknownSignal } from './status-changes.ts'

export type RecordOutcome = 'created' | 'updated' | 'unchanged' | { readonly rejected: string }

/** A record with the id of its signal, which is computed once. Undefined for a company. */
export type IdentifiedRecord = (IncomingRecord | LocatedStatusChange) & {
  readonly id: string | undefined
  /** The domain in the record, if it is not the company's own. */
  readonly givenDomain?: string
  /** Of a signal record. */
  readonly givenHash?: string
}

export interface SignalChange {
  /** Of its event. */
  readonly action: EventAction
  readonly signal: StoredSignal
  /** It has no row yet. */
  readonly isNew: boolean
  /** The ordinal of its previous company, if this change moves it. */
  readonly movedFrom?: number
  readonly silent?: boolean
}

/** The batch's companies, their facts and the reports of these. Planning updates companies and reports record by record. */
export interface BatchState {
  /** Unix seconds. */
  readonly now: number
  /** By domain. */
  readonly companies: Map<string, Company>
  /** By id: all signals of these companies. */
  readonly signals: Map<string, StoredSignal>
  /** By id: all reports of these companies. */
  readonly reports: Map<string, Report>
  /** The facts of the reports that have a row of their own in `reports`, by the report's id. */
  readonly storedFactIds: ReadonlyMap<string, string>
}

export interface BatchPlan {
  /** One per record, about its report: a second source's report of a known fact is created. */
  readonly outcomes: RecordOutcome[]
  /** Every version of a report, in the order of the records. */
  readonly reportChanges: Report[]
  /** When a report ended that this batch opens again, by id. */
  readonly reopened: Map<string, number>
  readonly changes: SignalChange[]
  /** What the changed reports and derived signals said before this batch, by id. Undefined: they are new. */
  readonly before: Map<string, Report | undefined>
  /** Ids of reports that were repeated with the same content. */
  readonly seenAgain: Set<string>
  /** The ones of them with a later `seenAt`, another given domain or another record. */
  readonly seenLater: Set<string>
  /** The ones of them whose times of being seen are stored. */
  readonly touched: Set<string>
  /** Domains of the companies whose facts changed. */
  readonly companiesUpdated: Set<string>
  /** The ones of them that a signal record changed. */
  readonly updatedBySignals: Set<string>
  /** Domains of companies to derive and rank again: their jobs now mean something else, or a visit was completed. */
  readonly deriveAnyway: Set<string>
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

export function emptyPlan(): BatchPlan {
  return {
    outcomes: [],
    reportChanges: [],
    reopened: new Map(),
    changes: [],
    before: new Map(),
    seenAgain: new Set(),
    seenLater: new Set(),
    touched: new Set(),
    companiesUpdated: new Set(),
    updatedBySignals: new Set(),
    deriveAnyway: new Set(),
  }
}

/** `created` has the domains of the companies that this batch has just inserted. */
export function planBatch(
  records: readonly IdentifiedRecord[],
  created: ReadonlySet<string>,
  state: BatchState,
): BatchPlan {
  const plan = emptyPlan()
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
    const changed = applyFacts(company, statedFacts(company, record.company, record.givenDomain), state)
    if (changed && !isNew) plan.companiesUpdated.add(domain)
    if (changed && derivesOtherwise(company, state.companies.get(domain))) plan.deriveAnyway.add(domain)
    if (record.record === 'company') {
      plan.outcomes.push(isNew ? 'created' : changed ? 'updated' : 'unchanged')
    } else {
      if (changed && !isNew) plan.updatedBySignals.add(domain)
      const signal = readForCompany(record, state.companies.get(domain) ?? company)
      plan.outcomes.push(applySignal(signal, record.id ?? '', company.ordinal, state, plan))
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

/** A record under another domain of the company only fills in facts that are missing. */
function statedFacts(company: Company, facts: CompanyFacts, givenDomain: string | undefined): CompanyFacts {
  const { domain, fundingStage } = facts
  if (givenDomain !== undefined) return { ...unknownFacts(company, facts), domain }
  return fundingStage === undefined
    ? facts
    : { ...facts, fundingStage: nextStatedStage(company.fundingStage, fundingStage) }
}

/** The facts that the company does not have yet. The website of another domain is not its own. */
export function unknownFacts(company: Company, facts: Partial<Company>): Partial<Omit<CompanyFacts, 'domain'>> {
  const names = Object.keys(UNKNOWN_FACTS) as (keyof typeof UNKNOWN_FACTS)[]
  const unknown = names.filter(
    (name) =>
      name !== 'website' &&
      company[name] === UNKNOWN_FACTS[name] &&
      facts[name] !== undefined &&
      facts[name] !== UNKNOWN_FACTS[name] &&
      facts[name] !== company.domain,
  )
  return Object.fromEntries(unknown.map((name) => [name, facts[name]]))
}

/** Whether a record with these facts would change those of the company that its domain leads to. */
export function statesOtherFacts(company: Company, facts: CompanyFacts): boolean {
  const isOwn = facts.domain === company.domain
  return differs(company, statedFacts(company, { ...facts, domain: company.domain }, isOwn ? undefined : facts.domain))
}

function differs(company: Company, facts: CompanyFacts): boolean {
  return (Object.keys(facts) as (keyof CompanyFacts)[]).some((fact) => facts[fact] !== company[fact])
}

/** Returns whether a fact changed. An absent fact leaves the stored one unchanged. */
function applyFacts(company: Company, facts: CompanyFacts, state: BatchState): boolean {
  const changed = differs(company, facts)
  if (changed) state.companies.set(company.domain, { ...company, ...facts })
  return changed
}

/** Jobs count by the kind of employer; which are the first depends on the headquarters and the size. */
function derivesOtherwise(before: Company, after: Company = before): boolean {
  return (
    shownEmployerKind(before) !== shownEmployerKind(after) ||
    before.hqCountry !== after.hqCountry ||
    isSmallCompany(before.employeeCount) !== isSmallCompany(after.employeeCount)
  )
}

/** What the employer's own name says in a title is no fact about the job. */
export function readForCompany<Signal extends Pick<IncomingSignal, 'type' | 'label' | 'fields'>>(
  signal: Signal,
  { name, domain }: Pick<Company, 'name' | 'domain'>,
): Signal {
  if (signal.type !== 'hiring') return signal
  const fields = jobOfWhom(refillJob(signal.fields, { names: [name], domains: [domain] }), signal.label)
  return fields === signal.fields ? signal : { ...signal, fields }
}

type GivenSignal = IncomingSignal & Pick<Report, 'givenDomain' | 'givenHash'>

function applySignal(
  incoming: GivenSignal,
  id: string,
  companyOrdinal: number,
  state: BatchState,
  plan: BatchPlan,
): RecordOutcome {
  const stored = state.reports.get(id)
  if (!stored) {
    recordReport(plan, state, {
      ...contentOf(incoming, companyOrdinal),
      id,
      firstSeenAt: state.now,
      lastSeenAt: state.now,
      ...endOf(incoming, state.now),
    })
    return 'created'
  }
  if (stored.type !== incoming.type) return { rejected: changedType(stored, incoming) }
  if (isOlder(incoming, stored) || wasSeenBeforeEnd(incoming, stored)) return 'unchanged'
  // A version without `seenAt` does not reset the stored one.
  const seenAt = incoming.seenAt ?? stored.seenAt
  if (hasSameContent(stored, companyOrdinal, incoming)) {
    return seenAgain(asGiven(stored, incoming), seenAt, state, plan)
  }
  recordReport(plan, state, {
    ...contentOf(incoming, companyOrdinal),
    seenAt,
    id,
    firstSeenAt: stored.firstSeenAt,
    lastSeenAt: state.now,
    ...endAgain(incoming, stored, state, plan),
  })
  return 'updated'
}

/** Changes the status and leaves everything else as it is stored. */
function applyStatus(change: LocatedStatusChange, id: string, state: BatchState, plan: BatchPlan): RecordOutcome {
  const stored = state.reports.get(id)
  if (!stored) return { rejected: unknownSignal(change) }
  if (isOlder(change, stored)) return 'unchanged'
  // A pool of applications is never a job.
  if (stored.type === 'hiring' && isPoolTitle(`${stored.fields.jobTitle}`)) return 'unchanged'
  // Don't close an expired signal twice: the source didn't see it.
  if (change.isMissing && stored.status === change.status) return 'unchanged'
  const seenAt = change.seenAt ?? stored.seenAt
  const sameEnd = change.closedAt === undefined || change.closedAt === stored.closedAt
  if (stored.status === change.status && sameEnd) return seenAgain(stored, seenAt, state, plan)
  const { closedAt: _, givenHash: _hash, ...kept } = stored
  recordReport(plan, state, {
    ...kept,
    status: change.status,
    seenAt,
    lastSeenAt: change.isMissing ? stored.lastSeenAt : state.now,
    ...endAgain(change, stored, state, plan),
  })
  return 'updated'
}

function changedType({ type, source, key }: Report, incoming: IncomingSignal): string {
  return `type cannot be ${incoming.type}: ${JSON.stringify(source.name)} has reported the key ${JSON.stringify(key)} as ${type}, and a report keeps its type`
}

export function isOlder(incoming: { readonly seenAt?: number }, stored: Report): boolean {
  return stored.seenAt !== null && incoming.seenAt !== undefined && incoming.seenAt < stored.seenAt
}

/**
 * A sighting before the end doesn't reopen it: otherwise an old list that is imported every day would reopen it every
 * day.
 */
function wasSeenBeforeEnd({ status, seenAt }: IncomingSignal, stored: Report): boolean {
  return status === 'active' && stored.status === 'closed' && seenAt !== undefined && seenAt < (stored.closedAt ?? 0)
}

const DAY_SECONDS = 86_400

/** An unchanged report is touched at most once a day. */
function seenAgain(stored: Report, seenAt: number | null, state: BatchState, plan: BatchPlan): 'unchanged' {
  plan.seenAgain.add(stored.id)
  const before = state.reports.get(stored.id)
  const isGivenOtherwise = before?.givenDomain !== stored.givenDomain || before?.givenHash !== stored.givenHash
  const isLater = isGivenOtherwise || (seenAt !== null && seenAt !== stored.seenAt)
  if (isLater) plan.seenLater.add(stored.id)
  const isTouched = stored.lastSeenAt < state.now - DAY_SECONDS
  if (isLater || isTouched) {
    plan.touched.add(stored.id)
    state.reports.set(stored.id, { ...stored, seenAt, lastSeenAt: isTouched ? state.now : stored.lastSeenAt })
  }
  return 'unchanged'
}

/** Every version of a report goes through here. */
export function recordReport(plan: BatchPlan, state: Pick<BatchState, 'reports'>, report: Report): void {
  if (!plan.before.has(report.id)) plan.before.set(report.id, state.reports.get(report.id))
  state.reports.set(report.id, report)
  plan.reportChanges.push(report)
}

/** The same report from another record, maybe under another of the company's domains. */
function asGiven({ givenDomain: _domain, givenHash: _hash, ...stored }: Report, incoming: GivenSignal): Report {
  return { ...stored, ...givenOf(incoming) }
}

function givenOf({ givenDomain, givenHash }: GivenSignal) {
  return { ...(givenDomain !== undefined && { givenDomain }), ...(givenHash !== undefined && { givenHash }) }
}

function contentOf(incoming: GivenSignal, companyOrdinal: number) {
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
    ...givenOf(incoming),
  }
}

type End = Pick<IncomingSignal, 'status' | 'closedAt'>

/** When the source says that it ended, else when that was written first. */
function endOf({ status, closedAt }: End, firstWrittenAt: number) {
  return status === 'closed' ? { closedAt: closedAt ?? firstWrittenAt } : {}
}

/** A file with an open and a closed version of a report, imported again, opens and closes it: the first end is kept. */
function endAgain(version: End, { id, closedAt }: Report, { now }: BatchState, { reopened }: BatchPlan) {
  if (version.status !== 'closed' && closedAt !== undefined) reopened.set(id, closedAt)
  return endOf(version, closedAt ?? reopened.get(id) ?? now)
}
