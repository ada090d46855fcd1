// Recomputes the derived signals and the rank of a company from all its signals, after one of them changed.

import { type Company, countedSignals, shownEmployerKind } from '../companies/index.ts'
import { computedFields, contextOf, type DeriveContext, derive } from '../derived/index.ts'
import { CONTINUING_CHANGES } from '../query/index.ts'
import { aiAdoption, heatKey } from '../scores/index.ts'
import { DERIVED_SOURCE, isPresent, type SignalType } from '../signals/index.ts'
import { coverageOf, type Source } from '../sources/index.ts'
import { amendChange, nextTimes, recordChange } from './fact-changes.ts'
import { signalId } from './identity.ts'
import type { BatchPlan, BatchState } from './plan-batch.ts'
import type { Rank, SignalSummary } from './rank-queries.ts'
import {
  computedFieldsOf,
  hasSameContent,
  isDerived,
  type StoredSignal,
  sameFields,
  statedFields,
} from './stored-signal.ts'

/** What the rules must know besides the companies' facts. */
export interface Known {
  /** The sources that declare something. */
  readonly declared: readonly Source[]
  /** Unix seconds: what was first seen before was stored by version 0.1. Null: nothing was. */
  readonly importedBefore: number | null
}

/** Derives and ranks the companies that are new or whose signals changed. */
export function deriveChanged(
  plan: BatchPlan,
  state: BatchState,
  created: ReadonlySet<string>,
  ordinalsBefore: ReadonlyMap<string, number>,
  known: Known,
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
      ({ domain, ordinal }) => changed.has(ordinal) || created.has(domain) || plan.otherEmployers.has(domain),
    ),
    plan,
    state,
    known,
  )
}

export function deriveCompanies(
  companies: readonly Company[],
  plan: BatchPlan,
  state: BatchState,
  known: Known,
): Rank[] {
  const byCompany = Map.groupBy(state.signals.values(), ({ companyOrdinal }) => companyOrdinal)
  return companies.map((company) =>
    deriveCompany(asShown(company), byCompany.get(company.ordinal) ?? [], state, plan, known),
  )
}

/** In the write path a company has the kind that records state. */
export function asShown(company: Company): Company {
  return { ...company, employerKind: shownEmployerKind(company) }
}

/** Adds the difference between the derived signals and the stored ones to the plan. */
function deriveCompany(
  company: Company,
  signals: readonly StoredSignal[],
  state: BatchState,
  plan: Pick<BatchPlan, 'changes'>,
  known: Known,
): Rank {
  const { domain, ordinal: companyOrdinal } = company
  const current = new Map(signals.map((signal) => [signal.id, signal]))
  const valid = new Set<string>()
  const facts = signals.filter((signal) => !isDerived(signal))
  const context = deriveContext(company, facts, state, known)
  for (const fact of computeFields(facts, context, state, plan)) current.set(fact.id, fact)
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
    current.set(id, signal)
  }
  for (const signal of signals) {
    if (!isDerived(signal) || valid.has(signal.id) || signal.status === 'retracted') continue
    const times = { lastSeenAt: state.now, ...nextTimes(signal, state.now) }
    const retracted = { ...signal, status: 'retracted' as const, ...times }
    recordChange(plan, state, 'updated', retracted)
    current.set(signal.id, retracted)
  }
  return computeRank(company, [...current.values()], state.now)
}

function deriveContext(
  { name, employerKind }: Company,
  facts: readonly StoredSignal[],
  { reports }: BatchState,
  { declared, importedBefore }: Known,
): DeriveContext {
  const completeSince = new Map(
    declared.flatMap(({ name: source, completeSince: since }) => (since === null ? [] : [[source, since] as const])),
  )
  const looked = coverageOf(facts, declared).hiring?.since
  return contextOf(facts, {
    completeSince,
    ...(importedBefore !== null && { importedBefore }),
    ...(looked !== undefined && { lookedSince: looked }),
    employerKind,
    companyName: name,
    identityOf: ({ id, source, key }) => {
      const report = reports.get(id)
      return report ? { name: report.source.name, key: report.key } : { name: source.name, key }
    },
  })
}

/** The jobs whose computed fields changed. No customer hears of that alone. */
function computeFields(
  facts: readonly StoredSignal[],
  context: DeriveContext,
  state: BatchState,
  plan: Pick<BatchPlan, 'changes'>,
): StoredSignal[] {
  const computed = computedFields(facts, context)
  return facts.flatMap((fact) => {
    const own = computed.get(fact.id) ?? {}
    if (fact.status === 'retracted' || sameFields(computedFieldsOf(fact.fields), own)) return []
    return amendChange(plan, state, { ...fact, fields: { ...statedFields(fact.fields), ...own } })
  })
}

export function computeRank(
  { ordinal, employerKind }: Pick<Company, 'ordinal' | 'employerKind'>,
  signals: readonly StoredSignal[],
  now: number,
): Rank {
  const counted = countedSignals(signals, employerKind)
  const { scoreTenths } = aiAdoption(counted, now)
  return { companyOrdinal: ordinal, heatKey: heatKey(counted, employerKind), scoreTenths, summary: summaryOf(signals) }
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
    if ((CONTINUING_CHANGES as readonly unknown[]).includes(fields.change)) continue
    presentLast[type] = Math.max(presentLast[type] ?? Number.NEGATIVE_INFINITY, occurredAt)
  }
  return { last, best, presentLast, presentBest }
}
