// "No signal" and "nobody looked" are different answers. A company is looked at for a type if a source that declares itself
// complete delivers that type for it.

import { SIGNAL_TYPES, type Signal, type SignalType } from '../signals/index.ts'
import type { Source } from './queries.ts'

export interface Coverage {
  /** Unix seconds: nothing of this type has been missed since then. */
  readonly since: number
  /** Unix seconds: when one of its sources last delivered anything. */
  readonly lastLookedAt: number
  /** Sorted by name. */
  readonly sources: readonly string[]
}

export type CoverageByType = Readonly<Partial<Record<SignalType, Coverage>>>

type CoveredSignal = Pick<Signal, 'type' | 'status' | 'source' | 'sources'>

/** `declared` are the sources that declare something. A retracted signal shows nothing. */
export function coverageOf(signals: Iterable<CoveredSignal>, declared: readonly Source[]): CoverageByType {
  const complete = new Map(declared.flatMap((source) => (source.completeSince === null ? [] : [[source.name, source]])))
  if (complete.size === 0) return {}
  const found = new Map<SignalType, Set<string>>()
  for (const { type, status, source, sources = [source] } of signals) {
    if (status === 'retracted') continue
    for (const { name } of sources) {
      if (!complete.has(name)) continue
      const names = found.get(type) ?? new Set()
      found.set(type, names.add(name))
    }
  }
  return Object.fromEntries(
    [...found].map(([type, names]) => {
      const sources = [...names].sort()
      const of = sources.flatMap((name) => complete.get(name) ?? [])
      const since = Math.min(...of.map(({ completeSince }) => completeSince ?? Number.POSITIVE_INFINITY))
      const lastLookedAt = Math.max(...of.map(({ lastDeliveryAt }) => lastDeliveryAt))
      return [type, { since, lastLookedAt, sources }]
    }),
  )
}

export function lookedTypes(coverage: CoverageByType): SignalType[] {
  return SIGNAL_TYPES.filter((type) => coverage[type])
}

/** One bit per type, as company_ranks stores it. */
export function lookedBits(types: readonly SignalType[]): number {
  return SIGNAL_TYPES.reduce((bits, type, n) => (types.includes(type) ? bits | (1 << n) : bits), 0)
}

export function typesOfBits(bits: number): SignalType[] {
  return SIGNAL_TYPES.filter((_, n) => (bits & (1 << n)) !== 0)
}
