// Recomputes the derived signals and the rank of a company from all its signals, after one of them changed.

import { type Company, decideEmployerKind, kindByJobs, shownEmployerKind } from '../../../meaning/companies/index.ts'
import { type BaseSignal, computedFields, contextOf, derive, isSmallCompany } from '../../../meaning/derived/index.ts'
import { aiAdoption, heatKey } from '../../../meaning/scores/index.ts'
import { DERIVED_SOURCE, isPresent } from '../../../meaning/signals/index.ts'
import { isContinuing, type SignalType } from '../../../meaning/types/index.ts'
import { coverageOf, knownSinceOf, lookedBits, lookedTypes, type SourceState } from '../../sources/index.ts'
import { signalId } from '../store/identity.ts'
import type { Rank, SignalSummary } from '../store/rank-queries.ts'
import {
  computedFieldsOf,
  hasComputedFields,
  hasSameContent,
  isDerived,
  type StoredSignal,
  sameFields,
  withComputedFields,
} from '../store/stored-signal.ts'
import { nextTimes, recordChange } from './fact-changes.ts'
import type { BatchPlan, BatchState } from './plan-batch.ts'

/** Derives and ranks the companies that are new or whose signals changed. */
export function deriveChanged(
  plan: BatchPlan,
  state: BatchState,
  created: ReadonlySet<string>,
  ordinalsBefore: ReadonlyMap<string, number>,
  sourceState: SourceState,
): Rank[] {
  const changed = new Set<number>()
  for (const { signal } of plan.changes) {
    changed.add(signal.companyOrdinal)
    // The previous company of a signal that moved has lost it.
    changed.add(ordinalsBefore.get(signal.id) ?? signal.companyOrdinal)
  }
  const companies = [...state.companies.values()]
  return deriveCompanies(
    companies.filter(
      ({ domain, ordinal }) => changed.has(ordinal) || created.has(domain) || plan.deriveAnyway.has(domain),
    ),
    plan,
    state,
    sourceState,
  )
}

export function deriveCompanies(
  companies: readonly Company[],
  plan: BatchPlan,
  state: BatchState,
  sourceState: SourceState,
): Rank[] {
  const byCompany = Map.groupBy(state.signals.values(), ({ companyOrdinal }) => companyOrdinal)
  const completeSince = completeSinceOf(sourceState)
  const batch = { state, plan, sourceState, completeSince, changedAt: changedAt(plan) }
  return companies.map((company) => {
    const signals = byCompany.get(company.ordinal) ?? []
    const known = withKindByJobs(company, signals)
    if (known !== company) {
      state.companies.set(company.domain, known)
      plan.companiesUpdated.add(company.domain)
    }
    return deriveCompany(asShown(known), signals, batch)
  })
}

/** The company with the employers that its jobs show, if that differs from what is stored. */
function withKindByJobs(company: Company, signals: readonly StoredSignal[]): Company {
  const jobs = signals.filter(({ type, status }) => type === 'hiring' && status !== 'retracted')
  // The order determines the examples. Jobs of an ordinary employer have none.
  const isOfOther = ({ fields }: StoredSignal) => fields.forClient !== undefined || fields.employer !== undefined
  if (jobs.some(isOfOther)) jobs.sort((a, b) => a.occurredAt - b.occurredAt || (a.id < b.id ? -1 : 1))
  const { textsKind, textsWhy } = kindByJobs(jobs.map(({ fields }) => fields))
  const known = { ...company, textsKind, textsWhy }
  const employerKindReason = decideEmployerKind(known).reason
  const isSame =
    textsKind === (company.textsKind ?? null) &&
    textsWhy === (company.textsWhy ?? null) &&
    employerKindReason === (company.employerKindReason ?? null)
  return isSame ? company : { ...known, employerKindReason }
}

/** Unix seconds by source. */
export function completeSinceOf({ declared }: SourceState): Map<string, number> {
  return new Map(declared.flatMap(({ name, completeSince }) => (completeSince === null ? [] : [[name, completeSince]])))
}

/** The place of a fact's newest change in the plan, by its id. */
export function changedAt({ changes }: Pick<BatchPlan, 'changes'>): Map<string, number> {
  return new Map(changes.map(({ signal }, at) => [signal.id, at]))
}

/** What is the same for all companies of a batch. */
interface DerivingBatch {
  readonly state: BatchState
  readonly plan: Pick<BatchPlan, 'changes' | 'before'>
  readonly sourceState: SourceState
  readonly completeSince: ReadonlyMap<string, number>
  readonly changedAt: ReadonlyMap<string, number>
}

/** In the write path a company has the kind that records state. */
export function asShown(company: Company): Company {
  return { ...company, employerKind: shownEmployerKind(company) }
}

/** Adds the difference between the derived signals and the stored ones to the plan. */
function deriveCompany(
  { domain, name, hqCountry, employeeCount, ordinal: companyOrdinal, employerKind }: Company,
  signals: readonly StoredSignal[],
  batch: DerivingBatch,
): Rank {
  const { state, plan, sourceState, completeSince } = batch
  const changed = new Map<string, StoredSignal>()
  const valid = new Set<string>()
  const facts = signals.filter((signal) => !isDerived(signal))
  const { declared } = sourceState
  const looks = sourceState.looks.get(companyOrdinal) ?? []
  const lookedSince = coverageOf(facts, declared, looks).hiring?.since
  const known = {
    completeSince: looks.length > 0 ? new Map([...knownSinceOf(looks), ...completeSince]) : completeSince,
    ...(lookedSince !== undefined && { lookedSince }),
    employerKind,
    companyName: name,
    hqCountry,
    isSmall: isSmallCompany(employeeCount),
    identityOf,
  }
  const context = contextOf(facts, known)
  for (const fact of withFirstJobs(facts, computedFields(facts, context), batch)) changed.set(fact.id, fact)
  for (const derived of derive(domain, facts, context)) {
    const id = signalId(DERIVED_SOURCE, derived.key)
    valid.add(id)
    const content = {
      ...derived,
      status: 'active' as const,
      companyOrdinal,
      source: { name: DERIVED_SOURCE },
      seenAt: null,
      id,
    }
    const stored = state.signals.get(id)
    if (stored && hasSameContent(stored, companyOrdinal, content)) continue
    const seen = { firstSeenAt: stored?.firstSeenAt ?? state.now, lastSeenAt: state.now }
    const signal = { ...content, ...seen, ...nextTimes(stored, state.now) }
    recordChange(plan, state, stored ? 'updated' : 'created', signal)
    changed.set(id, signal)
  }
  for (const signal of signals) {
    if (!isDerived(signal) || valid.has(signal.id) || signal.status === 'retracted') continue
    const times = { lastSeenAt: state.now, ...nextTimes(signal, state.now) }
    const retracted = { ...signal, status: 'retracted' as const, ...times }
    recordChange(plan, state, 'updated', retracted)
    changed.set(signal.id, retracted)
  }
  return computeRank({ ordinal: companyOrdinal, employerKind }, withChanges(signals, changed), state.now, sourceState)
}

function withChanges(
  signals: readonly StoredSignal[],
  changed: ReadonlyMap<string, StoredSignal>,
): readonly StoredSignal[] {
  if (changed.size === 0) return signals
  return [...signals.filter(({ id }) => !changed.has(id)), ...changed.values()]
}

/** The jobs that became, or ceased to be, the first of their kind. A job that is new in this batch has one event. */
export function withFirstJobs(
  facts: readonly StoredSignal[],
  computed: ReturnType<typeof computedFields>,
  { plan, state, changedAt }: Pick<DerivingBatch, 'plan' | 'state' | 'changedAt'>,
): StoredSignal[] {
  return facts.flatMap((fact) => {
    if (fact.type !== 'hiring') return []
    const wanted = computed.get(fact.id)
    if (!wanted && !hasComputedFields(fact.fields)) return []
    if (sameFields(computedFieldsOf(fact.fields), wanted ?? {})) return []
    const changed = { ...fact, fields: withComputedFields(fact.fields, wanted ?? {}) }
    const at = changedAt.get(fact.id)
    const change = at === undefined ? undefined : plan.changes[at]
    if (at === undefined || change === undefined) {
      const next = { ...changed, ...nextTimes(fact, state.now) }
      recordChange(plan, state, 'updated', next)
      return [next]
    }
    plan.changes[at] = { ...change, signal: changed }
    state.signals.set(fact.id, changed)
    return [changed]
  })
}

/** The report whose id the fact has. */
function identityOf({ id, key, source, sources }: BaseSignal): { readonly name: string; readonly key: string } {
  return sources?.find((report) => signalId(report.name, report.key) === id) ?? { name: source.name, key }
}

export function computeRank(
  { ordinal, employerKind }: Pick<Company, 'ordinal' | 'employerKind'>,
  signals: readonly StoredSignal[],
  now: number,
  { declared, looks }: Pick<SourceState, 'declared' | 'looks'>,
): Rank {
  const { scoreTenths } = aiAdoption(signals, now, employerKind)
  const looked = lookedBits(lookedTypes(coverageOf(signals, declared, looks.get(ordinal)), now))
  const heat = heatKey(signals, employerKind)
  return { companyOrdinal: ordinal, heatKey: heat, scoreTenths, looked, summary: summaryOf(signals) }
}

/** Computed from all signals each time, so it can't drift. */
function summaryOf(signals: readonly StoredSignal[]): SignalSummary {
  const last: Partial<Record<SignalType, number>> = {}
  const best: Partial<Record<SignalType, number>> = {}
  const presentLast: Partial<Record<SignalType, number>> = {}
  const presentBest: Partial<Record<SignalType, number>> = {}
  for (const signal of signals) {
    const { type, status, occurredAt, fields } = signal
    const confidence = Math.round(signal.confidence * 100)
    if (status === 'retracted') continue
    last[type] = Math.max(last[type] ?? Number.NEGATIVE_INFINITY, occurredAt)
    best[type] = Math.max(best[type] ?? 0, confidence)
    if (!isPresent(signal)) continue
    presentBest[type] = Math.max(presentBest[type] ?? 0, confidence)
    if (isContinuing(fields.change)) continue
    presentLast[type] = Math.max(presentLast[type] ?? Number.NEGATIVE_INFINITY, occurredAt)
  }
  return { last, best, presentLast, presentBest }
}
