// Companies with recent events, in memory, so that a company with thousands of signals is not read again for each
// event. The log keeps them current.
//
// Invariant: a state holds every signal at least at its version at the watcher's position, and at most at its version
// in the database. So a state is either correct, or later events affect the company, and it is evaluated again. Nothing
// is recorded based only on a state: changes are decided by a fresh read (decide.ts).

import { LruMap } from '../../../platform/lru-map.ts'
import type { CompanyState, VersionedSignal } from './company-state.ts'
import type { SearchIndex } from './search-index.ts'

const MAX_BYTES = 64 * 1024 * 1024

export class CompanyStates {
  readonly #states = new LruMap<number, CompanyState>(MAX_BYTES, { weightOf: ({ bytes }) => bytes })

  get(company: number): CompanyState | undefined {
    return this.#states.get(company)
  }

  /** Also after it was used, because it may be larger then. */
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
   * Applies an event. Returns the signal before it and whether that is known. It is unknown if the company is not in
   * memory, or was read after the event.
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
