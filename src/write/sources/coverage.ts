// "No signal" and "not monitored" are different answers. A company is monitored for a type if a collector has completed
// a visit, or if a source that declares itself complete delivers that type for it. Signals expire when they are no
// longer seen, and monitoring ends with them: otherwise an unreachable board would suggest that a company stopped
// hiring.

import type { Signal } from '../../meaning/signals/index.ts'
import { expiresAfterDays, SIGNAL_TYPE_TABLE, SIGNAL_TYPES, type SignalType } from '../../meaning/types/index.ts'
import type { CompanyLook } from './company-looks.ts'
import type { Source } from './queries.ts'

export interface Coverage {
  /** Unix seconds: nothing of this type has been missed since then. */
  readonly since: number
  /** Unix seconds: the last complete visit, or when one of its sources last delivered anything. */
  readonly lastLookedAt: number
  /** Sorted by name. */
  readonly sources: readonly string[]
}

export type CoverageByType = Readonly<Partial<Record<SignalType, Coverage>>>

type CoveredSignal = Pick<Signal, 'type' | 'status' | 'source' | 'sources'>

/**
 * `declared` are the sources that declare something, `looks` the visits of the company. A retracted signal shows
 * nothing.
 */
export function coverageOf(
  signals: Iterable<CoveredSignal>,
  declared: readonly Source[],
  looks: readonly CompanyLook[] = [],
): CoverageByType {
  const complete = new Map(
    declared.flatMap(({ name, completeSince, lastDeliveryAt }): [string, Span][] =>
      completeSince === null ? [] : [[name, { source: name, since: completeSince, last: lastDeliveryAt }]],
    ),
  )
  const visited = visitedTypes(looks)
  if (complete.size === 0) return Object.fromEntries([...visited].map(([type, spans]) => [type, joined(spans)]))
  const found = new Map<SignalType, Set<Span>>()
  for (const { type, status, source, sources = [source] } of signals) {
    if (status === 'retracted') continue
    for (const { name } of sources) {
      const span = complete.get(name)
      if (span) found.set(type, (found.get(type) ?? new Set()).add(span))
    }
  }
  for (const [type, spans] of found) visited.set(type, [...(visited.get(type) ?? []), ...spans])
  return Object.fromEntries([...visited].map(([type, spans]) => [type, joined(spans)]))
}

interface Span {
  readonly source: string
  readonly since: number
  readonly last: number
}

function visitedTypes(looks: readonly CompanyLook[]): Map<SignalType, Span[]> {
  const since = knownSinceOf(looks)
  const spans = new Map<SignalType, Span[]>()
  for (const { source, types, seenThrough } of looks) {
    const span = { source, since: since.get(source) ?? seenThrough, last: seenThrough }
    for (const type of types) spans.set(type, [...(spans.get(type) ?? []), span])
  }
  return spans
}

function joined(spans: readonly Span[]): Coverage {
  return {
    since: Math.min(...spans.map(({ since }) => since)),
    lastLookedAt: Math.max(...spans.map(({ last }) => last)),
    sources: [...new Set(spans.map(({ source }) => source))].sort(),
  }
}

/** By source: the first complete visit. With several boards of the company, the latest of their first visits. */
export function knownSinceOf(looks: readonly CompanyLook[]): Map<string, number> {
  const since = new Map<string, number>()
  for (const { source, knownSince } of looks) since.set(source, Math.max(knownSince, since.get(source) ?? knownSince))
  return since
}

/** The types that are still monitored. */
export function lookedTypes(coverage: CoverageByType, now: number): SignalType[] {
  return SIGNAL_TYPES.filter((type) => isLookedFor(type, coverage[type]?.lastLookedAt, now))
}

/** It changes with the UTC day, as ranks do, so that dossiers and searches agree. */
export function isLookedFor(type: SignalType, lastLookedAt: number | undefined, now: number): boolean {
  if (lastLookedAt === undefined) return false
  return dayOf(now) - dayOf(lastLookedAt) < expiresAfterDays(type)
}

/** One bit per type, by the number of the type, as company_ranks stores it. */
export function lookedBits(types: readonly SignalType[]): number {
  return types.reduce((bits, type) => bits | bitOf(type), 0)
}

export function typesOfBits(bits: number): SignalType[] {
  return SIGNAL_TYPES.filter((type) => (bits & bitOf(type)) !== 0)
}

/** One more than the greatest set of bits. The number of a type that was removed counts: some rows may have its bit. */
export const LOOKED_SETS = 2 ** (1 + Math.max(...Object.values(SIGNAL_TYPE_TABLE).map(({ number }) => number)))

function bitOf(type: SignalType): number {
  return 1 << SIGNAL_TYPE_TABLE[type].number
}

function dayOf(seconds: number): number {
  return Math.floor(seconds / 86_400)
}
