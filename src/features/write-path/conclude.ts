// What follows from a company's signals once they have changed: derived signals and ranks, recomputed from all of them.

import type { Company } from '../companies/index.ts'
import { derive } from '../derived/index.ts'
import { aiAdoption, heatKey } from '../scores/index.ts'
import { OWN_SOURCE, type SignalType } from '../signals/index.ts'
import { signalId } from './identity.ts'
import { firstTimes, nextTimes, type Plan, record, type Workspace } from './plan.ts'
import type { Rank, SignalSummary } from './queries.ts'
import { isDerived, type StoredSignal, saysTheSame } from './stored.ts'

/** Writes the difference between what is concluded now and what was concluded before into the plan. */
export function concludeCompany(
  { domain, ordinal: companyOrdinal }: Company,
  signals: readonly StoredSignal[],
  work: Workspace,
  plan: Pick<Plan, 'changes'>,
): Rank {
  const current = new Map(signals.map((signal) => [signal.id, signal]))
  const standing = new Set<string>()
  for (const conclusion of derive(
    domain,
    signals.filter((signal) => !isDerived(signal)),
  )) {
    const id = signalId(OWN_SOURCE, conclusion.key)
    standing.add(id)
    const content = {
      ...conclusion,
      status: 'active' as const,
      companyOrdinal,
      source: { name: OWN_SOURCE },
      seenAt: null,
      id,
    }
    const stored = work.signals.get(id)
    if (stored && saysTheSame(stored, companyOrdinal, content)) continue
    const times = stored ? nextTimes(stored, work.now) : firstTimes(work.now)
    record(plan, work, stored ? 'updated' : 'created', { ...content, ...times })
    current.set(id, { ...content, ...times })
  }
  for (const signal of signals) {
    if (!isDerived(signal) || standing.has(signal.id) || signal.status === 'retracted') continue
    const retracted = { ...signal, status: 'retracted' as const, ...nextTimes(signal, work.now) }
    record(plan, work, 'updated', retracted)
    current.set(signal.id, retracted)
  }
  return rankOf(companyOrdinal, [...current.values()], work.now)
}

export function rankOf(companyOrdinal: number, signals: readonly StoredSignal[], now: number): Rank {
  const { scoreTenths } = aiAdoption(signals, now)
  return { companyOrdinal, heatKey: heatKey(signals), scoreTenths, summary: summaryOf(signals) }
}

/** Made anew from all signals each time, so that it cannot drift. */
function summaryOf(signals: readonly StoredSignal[]): SignalSummary {
  const last: Partial<Record<SignalType, number>> = {}
  const best: Partial<Record<SignalType, number>> = {}
  for (const { type, status, occurredAt, confidence } of signals) {
    if (status === 'retracted') continue
    last[type] = Math.max(last[type] ?? Number.NEGATIVE_INFINITY, occurredAt)
    best[type] = Math.max(best[type] ?? 0, Math.round(confidence * 100))
  }
  return { last, best }
}
