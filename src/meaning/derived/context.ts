import type { EmployerKind } from '../../closed-sets/signals.ts'
import { type BaseSignal, sourcesOf } from './derived-signal.ts'

/** What the rules must know besides the facts. Times are Unix seconds. */
export interface DeriveContext {
  /** Since when a source knows the company. Its jobs count in a hiring surge from 120 days later on. */
  readonly knownSince: (source: string) => number
  /** Since when the company's jobs are monitored. Undefined: they aren't. */
  readonly lookedSince: number | undefined
  readonly employerKind: EmployerKind
  /** The time of the newest job that isn't retracted. A surge is updated when a new week begins with it. */
  readonly newestJobAt: number
  /** The country of its headquarters is not new to it. */
  readonly hqCountry?: string
  /** The words of its name are no evidence of AI. */
  readonly companyName?: string
  /** The report that a fact has its id from: what is derived from the fact keeps its key when another one is shown. */
  readonly identityOf?: (fact: BaseSignal) => { readonly name: string; readonly key: string }
}

export interface KnownContext extends Partial<Omit<DeriveContext, 'knownSince' | 'newestJobAt'>> {
  /** By source: from when on it says that it has everything. */
  readonly completeSince?: ReadonlyMap<string, number>
  /** What was first seen before this time was imported with its history: its sources are known since their oldest job. */
  readonly importedBefore?: number
}

/** The context as far as the company's facts tell it. A source is known since its first report was written. */
export function contextOf(facts: readonly BaseSignal[], known: KnownContext = {}): DeriveContext {
  const { completeSince, importedBefore = Number.NEGATIVE_INFINITY, ...given } = known
  const since = new Map<string, number>()
  let newestJobAt = Number.NEGATIVE_INFINITY
  for (const fact of facts) {
    if (fact.type !== 'hiring' || fact.status === 'retracted') continue
    newestJobAt = Math.max(newestJobAt, fact.occurredAt)
    const from = seenFrom(fact, importedBefore)
    for (const source of sourcesOf(fact)) since.set(source, Math.min(from, since.get(source) ?? from))
  }
  return {
    lookedSince: undefined,
    employerKind: 'unknown',
    ...given,
    newestJobAt,
    knownSince: (source) => completeSince?.get(source) ?? since.get(source) ?? Number.POSITIVE_INFINITY,
  }
}

/** Since when its sources know the company at the latest. */
export function seenFrom({ firstSeenAt, occurredAt }: BaseSignal, importedBefore: number): number {
  return firstSeenAt < importedBefore ? occurredAt : firstSeenAt
}
