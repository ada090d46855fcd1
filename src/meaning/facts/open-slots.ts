import { lowerBound } from '../../platform/binary-search.ts'

/**
 * Facts in the order of time, each of which a source can join once. Finding the first fact that a source has not joined
 * takes nearly constant time: joined ones are skipped by path compression.
 */
export class OpenSlots<Fact> {
  readonly #slots: { readonly fact: Fact; readonly at: number }[] = []
  readonly #next = new Map<string, Map<number, number>>()

  /** `at` must not be before that of the last slot. Returns the number of the slot. */
  add(fact: Fact, at: number): number {
    return this.#slots.push({ fact, at }) - 1
  }

  take(slot: number, source: string): void {
    let next = this.#next.get(source)
    if (!next) {
      next = new Map()
      this.#next.set(source, next)
    }
    next.set(slot, slot + 1)
  }

  /** The first slot at or after the given one that the source has not taken. */
  open(from: number, source: string): { readonly slot: number; readonly fact: Fact; readonly at: number } | undefined {
    const slot = this.#find(from, this.#next.get(source))
    const found = this.#slots[slot]
    return found && { slot, ...found }
  }

  /** The number of the first slot at or after a time. */
  slotAt(at: number): number {
    return lowerBound(this.#slots, at, (slot) => slot.at)
  }

  #find(from: number, next: Map<number, number> | undefined): number {
    if (!next) return from
    let end = from
    for (let after = next.get(end); after !== undefined; after = next.get(end)) end = after
    for (let slot = from; slot !== end; ) {
      const after = next.get(slot) as number
      next.set(slot, end)
      slot = after
    }
    return end
  }
}
