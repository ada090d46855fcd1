import { firstFrom } from '../../platform/sorted.ts'
import type { DERIVED_TYPES, FieldValue, Signal } from '../signals/index.ts'

/** Raised when a rule gives another answer for the same signals, so that every company can be derived anew. */
export const DERIVATION_VERSION = 1

export const DAY_SECONDS = 86_400

/** A signal that a source wrote, with the key that the source knows it by. */
export interface BaseSignal extends Signal {
  readonly key: string
}

/** What the service concludes. Its key is stable, so that a conclusion that changes is an update of the same signal. */
export interface DerivedSignal {
  readonly key: string
  readonly type: (typeof DERIVED_TYPES)[number]
  readonly label: string
  readonly confidence: number
  readonly occurredAt: number
  readonly fields: Readonly<Record<string, FieldValue>>
}

/** Rule and inputs, joined by colons. Colons inside a part are escaped, so that two inputs never share a key. */
export function derivedKey(...parts: readonly string[]): string {
  return parts.map((part) => part.replaceAll('%', '%25').replaceAll(':', '%3A')).join(':')
}

/** Time, then id: the one order in which signals are counted, whatever order they were read in. */
export function byTime(a: Signal, b: Signal): number {
  return a.occurredAt - b.occurredAt || (a.id < b.id ? -1 : 1)
}

/** Where the first signal at or after a time stands in signals sorted by time. */
export function indexAtOrAfter(signals: readonly Signal[], seconds: number): number {
  return firstFrom(signals, seconds, ({ occurredAt }) => occurredAt)
}
