// Companies that had events lately, in memory, so that a company with thousands of signals is not read again for each of
// them. The log keeps them current.
//
// Invariant: a state holds every signal at least at its version at the watcher's position, and at most at its version in
// the database. So what a state says is either right, or there are events ahead that affect the company, and it is
// evaluated again. Nothing is recorded by a state alone: what would change is decided by a fresh read (decide.ts).

import { LruMap } from '../../../platform/lru-map.ts'
import type { CompanyState, VersionedSignal } from './company-state.ts'
import type { SearchIndex } from './search-index.ts'

const MAX_BYTES = 64 * 1024 * 1024

export class CompanyStates {
  readonly #states = new LruMap<number, CompanyState>(MAX_BYTES, { weightOf: ({ bytes }) => bytes })

  get(company: number): CompanyState | undefined {
    return this.#states.get(company)
  }

  /** Also after it was used, because then it may be larger. */
  put(company: number, state: CompanyState): void {
    this.#states.set(company, state)
  }

  drop(company: number): void {
    this.#states.delete(company)
  }

  clear(): void {
    this.#states.clear()
  }

  /** Members of these companies, or of all, may have changed. */
  forgetMembers(companies: Iterable<number> = this.#states.keys()): void {
    for (const company of companies) {
      this.#states.get(company)?.setMembers(undefined)
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
