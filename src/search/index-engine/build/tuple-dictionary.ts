import { TYPES } from '../layout/fields.ts'
import { GrowingColumn } from './growing-column.ts'

/** The position of a number in the tuples of a type, and the number that a value stands for. */
export interface SortedBy {
  readonly at: number
  numberOf(value: number): number
}

/** Distinct tuples of one width, each with the signal type that it belongs to. */
export class TupleDictionary {
  readonly #width: number
  /** Tuples at the front that `order` leaves in place. */
  readonly #fixed: number
  readonly #known = new Map<string, number>()
  readonly #slots = new GrowingColumn((length) => new Uint32Array(length))
  readonly #types = new GrowingColumn((length) => new Uint8Array(length))
  readonly #ended = new GrowingColumn((length) => new Uint8Array(length))

  constructor(width: number, { keepFirst }: { keepFirst: boolean }) {
    this.#width = width
    this.#fixed = keepFirst ? 1 : 0
  }

  get length(): number {
    return this.#types.length
  }

  numberFor(type: number, slots: Uint32Array, hasEnded = false): number {
    const key = `${type} ${hasEnded} ${slots.join()}`
    const existing = this.#known.get(key)
    if (existing !== undefined) return existing
    const number = this.length
    this.#known.set(key, number)
    this.#types.push(type)
    this.#ended.push(hasEnded ? 1 : 0)
    for (let i = 0; i < this.#width; i++) this.#slots.push(slots[i]!)
    return number
  }

  /**
   * Sorted by type, so that the tuples of a type are adjacent, ended ones last, and then by the number that a type may
   * have. The first detail, which has no type, keeps its number.
   */
  order(sortedBy: readonly (SortedBy | undefined)[] = []): Uint32Array {
    const order = new Uint32Array(this.length)
    let next = this.#fixed
    for (let group = 0; group < 2 * TYPES; group++) {
      const first = next
      for (let i = this.#fixed; i < this.length; i++) {
        if (2 * this.#types.get(i) + this.#ended.get(i) === group) order[next++] = i
      }
      const by = sortedBy[group >>> 1]
      if (!by) continue
      const numberOf = (tuple: number) => by.numberOf(this.#slots.get(tuple * this.#width + by.at))
      order.subarray(first, next).sort((a, b) => numberOf(a) - numberOf(b) || a - b)
    }
    return order
  }

  hasEnded(tuple: number): boolean {
    return this.#ended.get(tuple) === 1
  }

  writeTo(slots: Uint32Array, types: Uint8Array, order: Uint32Array): void {
    for (let i = 0; i < order.length; i++) {
      const from = order[i]!
      types[i] = this.#types.get(from)
      for (let s = 0; s < this.#width; s++) slots[i * this.#width + s] = this.#slots.get(from * this.#width + s)
    }
  }

  /** For each value, the tuples that contain it. */
  occurrences(order: Uint32Array, values: number): { start: Uint32Array; list: Uint32Array } {
    const start = new Uint32Array(values + 1)
    const each = (visit: (value: number, tuple: number) => void) => {
      for (let i = 0; i < order.length; i++) {
        const from = order[i]! * this.#width
        for (let s = 0; s < this.#width; s++) {
          const value = this.#slots.get(from + s)
          if (value === 0) continue
          // A tuple that contains a value twice is listed once.
          let repeated = false
          for (let earlier = 0; earlier < s; earlier++) repeated ||= this.#slots.get(from + earlier) === value
          if (!repeated) visit(value, i)
        }
      }
    }
    each((value) => {
      start[value + 1]!++
    })
    for (let i = 0; i < values; i++) start[i + 1]! += start[i]!
    const next = start.slice()
    const list = new Uint32Array(start[values]!)
    each((value, tuple) => {
      list[next[value]!++] = tuple
    })
    return { start, list }
  }
}
