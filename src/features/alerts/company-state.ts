// A company in memory: its signals, by the keys that the search index has, and the searches that have it.

import { matches, satisfies } from '../query/index.ts'
import type { FilteredCompany } from '../search/index.ts'
import type { Signal } from '../signals/index.ts'
import type { IndexedClause, IndexedQuery, KeyedSignals, SearchIndex } from './search-index.ts'

/** Each change of a signal adds one to its version. */
export interface VersionedSignal extends Signal {
  readonly version: number
}

type Ranks = Pick<FilteredCompany, 'scoreTenths' | 'looked' | 'fundingStage'>

/** Measured: objects, and references under about ten keys. */
const SIGNAL_BYTES = 1_000
const STATE_BYTES = 1_000

export class CompanyState {
  readonly #signals = new Map<string, VersionedSignal>()
  #keyed: { byKey: Map<string, Map<string, Signal[]>>; readonly generation: number } | undefined
  /** The searches that have the company now. Undefined until it is read. */
  members: ReadonlySet<number> | undefined
  /** As they were when it was looked at last. */
  #ranks: Ranks | undefined
  bytes = STATE_BYTES

  constructor(signals: readonly VersionedSignal[]) {
    for (const signal of signals) this.#put(signal)
  }

  get size(): number {
    return this.#signals.size
  }

  find(id: string): VersionedSignal | undefined {
    return this.#signals.get(id)
  }

  put(signal: VersionedSignal, index: SearchIndex): void {
    const former = this.#signals.get(signal.id)
    this.#put(signal)
    if (this.#keyed?.generation !== index.generation) return
    const { byKey } = this.#keyed
    if (former) {
      for (const [type, key] of index.keysOf(former)) {
        const signals = byKey.get(type)?.get(key)
        const at = signals?.indexOf(former) ?? -1
        if (at >= 0) signals?.splice(at, 1)
      }
    }
    for (const [type, key] of index.keysOf(signal)) addTo(byKey, type, key, signal)
  }

  #put(signal: VersionedSignal): void {
    const former = this.#signals.get(signal.id)
    this.bytes += bytesOf(signal) - (former ? bytesOf(former) : 0)
    this.#signals.set(signal.id, signal)
  }

  /** Whether score, stage or what somebody looked for differ from the last look, which may have been none. */
  hasOtherRanks({ scoreTenths, looked, fundingStage }: Ranks): boolean {
    const last = this.#ranks
    return last?.scoreTenths !== scoreTenths || last.looked !== looked || last.fundingStage !== fundingStage
  }

  noteRanks({ scoreTenths, looked, fundingStage }: Ranks): void {
    this.#ranks = { scoreTenths, looked, fundingStage }
  }

  keyed(index: SearchIndex): KeyedSignals {
    if (this.#keyed?.generation === index.generation) return this.#keyed
    const byKey = new Map<string, Map<string, Signal[]>>()
    for (const signal of this.#signals.values()) {
      for (const [type, key] of index.keysOf(signal)) addTo(byKey, type, key, signal)
    }
    this.#keyed = { byKey, generation: index.generation }
    return this.#keyed
  }

  /** Whether a signal satisfies one of the clauses. */
  meetsAny(clauses: readonly IndexedClause[], index: SearchIndex, asOf: number): boolean {
    const { byKey } = this.keyed(index)
    return clauses.some(({ clause, keys }) =>
      keys.some((key) =>
        byKey
          .get(clause.type)
          ?.get(key)
          ?.some((signal) => satisfies(clause, signal, asOf)),
      ),
    )
  }

  /** Signals that satisfy no clause change nothing, so only those that may satisfy one are given to the evaluator. */
  matches({ query, clauses }: IndexedQuery, index: SearchIndex, asOf: number): boolean {
    const { byKey } = this.keyed(index)
    const signals = new Set<Signal>()
    for (const { clause, keys } of clauses) {
      for (const key of keys) for (const signal of byKey.get(clause.type)?.get(key) ?? []) signals.add(signal)
    }
    return matches(query, [...signals], asOf)
  }
}

function addTo(byKey: Map<string, Map<string, Signal[]>>, type: string, key: string, signal: Signal): void {
  const ofType = byKey.get(type) ?? new Map<string, Signal[]>()
  byKey.set(type, ofType)
  const signals = ofType.get(key)
  if (signals) signals.push(signal)
  else ofType.set(key, [signal])
}

function bytesOf({ label, fields }: Signal): number {
  let characters = label.length
  for (const name in fields) {
    const value = fields[name]
    if (typeof value === 'string') characters += value.length
  }
  return SIGNAL_BYTES + 2 * characters
}
