import type { Signal } from '../signals/index.ts'
import type { DerivedType, FieldValue } from '../types/index.ts'

export const DAY_SECONDS = 86_400

/** A fact with the key of the report that is shown. */
export interface BaseSignal extends Signal {
  readonly key: string
}

/** The names of the sources that report a fact. */
export function sourcesOf({ source, sources }: BaseSignal): readonly string[] {
  return sources ? sources.map(({ name }) => name) : [source.name]
}

/** The result of a rule. Its key is stable, so a changed result is an update of the same signal. */
export interface DerivedSignal {
  readonly key: string
  readonly type: DerivedType
  readonly label: string
  readonly confidence: number
  readonly occurredAt: number
  readonly fields: Readonly<Record<string, FieldValue>>
}

/** The rule and its inputs, joined by colons. Colons in a part are escaped, so different inputs never share a key. */
export function derivedKey(...parts: readonly string[]): string {
  return parts.map((part) => part.replaceAll('%', '%25').replaceAll(':', '%3A')).join(':')
}

/** Sorts by time, then id, so that the result doesn't depend on the order in which signals were read. */
export function byTime(a: Signal, b: Signal): number {
  return a.occurredAt - b.occurredAt || (a.id < b.id ? -1 : 1)
}
