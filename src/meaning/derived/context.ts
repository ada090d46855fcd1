import type { EmployerKind } from '../../closed-sets/signals.ts'
import { type BaseSignal, sourcesOf } from './derived-signal.ts'

/** What the rules need besides the facts. Times are Unix seconds. */
export interface DeriveContext {
  /** Since when a source knows the company. Its jobs count in a hiring surge from 120 days later on. */
  readonly knownSince: (source: string) => number
  /** Since when the company's jobs are monitored. Undefined: they aren't. */
  readonly lookedSince: number | undefined
  readonly employerKind: EmployerKind
  /** The time of the newest job that isn't retracted. A surge is updated when a new week begins with it. */
  readonly newestJobAt: number
  /** The country of its headquarters is not new to it. Absent or `ZZ`: unknown. */
  readonly hqCountry?: string
  /** Whether it is known to have few enough employees that a function can be new to it. See `isSmallCompany`. */
  readonly isSmall?: boolean
  /** The words of its name don't count as evidence of AI. */
  readonly companyName?: string
  /** The report whose id the fact has: derived signals keep their key when another report is shown. */
  readonly identityOf?: (fact: BaseSignal) => { readonly name: string; readonly key: string }
}

export interface KnownContext extends Partial<Omit<DeriveContext, 'knownSince' | 'newestJobAt'>> {
  /** By source: since when it declares that it is complete. */
  readonly completeSince?: ReadonlyMap<string, number>
}

/** The context as far as it follows from the company's facts. A source is known since its first report was written. */
export function contextOf(facts: readonly BaseSignal[], known: KnownContext = {}): DeriveContext {
  const { completeSince, ...given } = known
  const since = new Map<string, number>()
  let newestJobAt = Number.NEGATIVE_INFINITY
  for (const fact of facts) {
    if (fact.type !== 'hiring' || fact.status === 'retracted') continue
    newestJobAt = Math.max(newestJobAt, fact.occurredAt)
    for (const source of sourcesOf(fact)) {
      since.set(source, Math.min(fact.firstSeenAt, since.get(source) ?? fact.firstSeenAt))
    }
  }
  return {
    lookedSince: undefined,
    employerKind: 'unknown',
    ...given,
    newestJobAt,
    knownSince: (source) => completeSince?.get(source) ?? since.get(source) ?? Number.POSITIVE_INFINITY,
  }
}
