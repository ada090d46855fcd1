// A company in memory: its signals, by the keys that the search index has, and the searches that have it.

import type { Signal } from '../../../meaning/signals/index.ts'
import { type Clause, chainOf, countHolds, matchReasonBy, satisfies, startOfDay } from '../../../query/index.ts'
import type { FilteredCompany } from '../../../search/index.ts'
import type { IndexedClause, IndexedQuery, KeyedSignals, SearchIndex } from './search-index.ts'

/** Each change of a signal adds one to its version. */
export interface VersionedSignal extends Signal {
  readonly version: number
}

type Ranks = Pick<FilteredCompany, 'scoreTenths' | 'looked' | 'fundingStage'>

/** Measured: objects, and references under about ten keys. */
const SIGNAL_BYTES = 1_000
const STATE_BYTES = 1_000
const REFERENCE_BYTES = 40

/** Above this many signals, clauses are not evaluated on all of them for each event. */
const MANY_SIGNALS = 100

export class CompanyState {
  readonly #signals = new Map<string, VersionedSignal>()
  #keyed: { byKey: Map<string, Map<string, Signal[]>>; readonly generation: number } | undefined
  #members: ReadonlySet<number> | undefined
  /** Those that every search was evaluated with. */
  #ranks: Ranks | undefined
  #satisfied = { day: 0, sets: new Map<IndexedClause, Set<Signal>>() }
  readonly #manySignals: number
  bytes = STATE_BYTES

  constructor(signals: readonly VersionedSignal[], manySignals = MANY_SIGNALS) {
    this.#manySignals = manySignals
    for (const signal of signals) this.#put(signal)
  }

  /** The searches that have the company now. Undefined until it is read. */
  get members(): ReadonlySet<number> | undefined {
    return this.#members
  }

  /**
   * When other searches are evaluated, or members have changed, it isn't known which ranks they were evaluated with.
   */
  setMembers(members: ReadonlySet<number> | undefined): void {
    this.#members = members
    this.#ranks = undefined
  }

  find(id: string): VersionedSignal | undefined {
    return this.#signals.get(id)
  }

  put(signal: VersionedSignal, index: SearchIndex): void {
    const former = this.#signals.get(signal.id)
    this.#put(signal)
    for (const [{ clause }, signals] of this.#satisfied.sets) {
      this.bytes -= signals.size * REFERENCE_BYTES
      if (former) signals.delete(former)
      if (satisfies(clause, signal, this.#satisfied.day)) signals.add(signal)
      this.bytes += signals.size * REFERENCE_BYTES
    }
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

  /** Whether score, stage or monitored types differ from those of the last evaluation. */
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

  /** The evaluator's answer, from the signals that satisfy each clause. */
  matches({ query, clauses }: IndexedQuery, index: SearchIndex, asOf: number): boolean {
    const satisfying = (clause: Clause) => this.#satisfying(clauses.get(clause) as IndexedClause, index, asOf)
    const reason = matchReasonBy(query, (leaf) => {
      if (leaf.node === 'clause') return countHolds(leaf, satisfying(leaf).size) ? [] : undefined
      const ofSteps = leaf.steps.map((step) => new Set(step.clauses.flatMap((clause) => [...satisfying(clause)])))
      if (ofSteps.some(({ size }) => size === 0)) return undefined
      const signals = new Set(ofSteps.flatMap((each) => [...each]))
      return chainOf(leaf.steps, [...signals], (clause, signal) => satisfying(clause).has(signal)) && []
    })
    return reason !== undefined
  }

  /**
   * If many signals may satisfy a clause, those that do are cached and kept current, so that each is evaluated once a
   * day.
   */
  #satisfying(indexed: IndexedClause, index: SearchIndex, asOf: number): ReadonlySet<Signal> {
    const day = startOfDay(asOf)
    if (this.#satisfied.day !== day) {
      for (const { size } of this.#satisfied.sets.values()) this.bytes -= size * REFERENCE_BYTES
      this.#satisfied = { day, sets: new Map() }
    }
    const known = this.#satisfied.sets.get(indexed)
    if (known) return known
    const { clause, keys } = indexed
    const { byKey } = this.keyed(index)
    const found = new Set<Signal>()
    let asked = 0
    for (const key of keys) {
      for (const signal of byKey.get(clause.type)?.get(key) ?? []) {
        asked++
        if (satisfies(clause, signal, asOf)) found.add(signal)
      }
    }
    if (asked >= this.#manySignals) {
      this.#satisfied.sets.set(indexed, found)
      this.bytes += found.size * REFERENCE_BYTES
    }
    return found
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
