// Companies that had events lately, in memory, so that a company with thousands of signals is not read again for each of
// them. The log keeps them current.
//
// Invariant: a state holds every signal at least at its version at the watcher's position, and at most at its version in
// the database. So what a state says is either right, or there are events ahead that concern the company, and it is looked
// at again. Nothing is recorded by a state alone: what would change is decided by a fresh read (decide.ts).

import type { CompanyState, VersionedSignal } from './company-state.ts'
import type { SearchIndex } from './search-index.ts'

const MAX_BYTES = 64 * 1024 * 1024

export class CompanyStates {
  /** The one that was used last is the last one. */
  readonly #states = new Map<number, { readonly state: CompanyState; readonly bytes: number }>()
  readonly #maxBytes: number
  #bytes = 0

  constructor(maxBytes = MAX_BYTES) {
    this.#maxBytes = maxBytes
  }

  get bytes(): number {
    return this.#bytes
  }

  get(company: number): CompanyState | undefined {
    return this.#states.get(company)?.state
  }

  /** Also after it was used, because then it may be larger, and is the last to be evicted. */
  put(company: number, state: CompanyState): void {
    this.drop(company)
    this.#states.set(company, { state, bytes: state.bytes })
    this.#bytes += state.bytes
    for (const [oldest] of this.#states) {
      if (this.#bytes <= this.#maxBytes) return
      this.drop(oldest)
    }
  }

  drop(company: number): void {
    this.#bytes -= this.#states.get(company)?.bytes ?? 0
    this.#states.delete(company)
  }

  clear(): void {
    this.#states.clear()
    this.#bytes = 0
  }

  /** Members of these companies, or of all, may have changed. */
  forgetMembers(companies: Iterable<number> = this.#states.keys()): void {
    for (const company of companies) {
      this.#states.get(company)?.state.setMembers(undefined)
    }
  }

  /**
   * Applies an event. Returns the signal before it and whether that is known: it is not if the company is not in memory, or
   * was read when the event had happened already.
   */
  advance(
    company: number,
    signal: VersionedSignal,
    isNew: boolean,
    index: SearchIndex,
  ): { readonly isKnown: boolean; readonly before?: VersionedSignal } {
    const state = this.get(company)
    if (!state) return { isKnown: false }
    const before = state.find(signal.id)
    if (before && before.version >= signal.version) return { isKnown: false }
    state.put(signal, index)
    this.put(company, state)
    return before ? { isKnown: true, before } : { isKnown: isNew }
  }
}
