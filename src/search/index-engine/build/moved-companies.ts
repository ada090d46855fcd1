import type { IndexMemory } from '../layout/memory.ts'
import type { Order } from './orders.ts'

/** With more moved companies than this, the order is sorted again before it is read. */
const MAX_MOVED = 20_000

/** Companies whose key has changed since an order was sorted, so that their position in it is out of date. */
export class MovedCompanies {
  readonly #memory: IndexMemory
  readonly #order: Order
  readonly #bits: Uint32Array
  #list: number[] = []

  constructor(memory: IndexMemory, order: Order) {
    this.#memory = memory
    this.#order = order
    this.#bits = memory.columns[order.moved]
    this.#bits.fill(0)
  }

  add(ordinal: number): void {
    const mask = 1 << (ordinal & 31)
    if ((this.#bits[ordinal >>> 5]! & mask) !== 0) return
    this.#bits[ordinal >>> 5]! |= mask
    this.#list.push(ordinal)
  }

  /** The moved companies, few enough to be merged into a page. */
  list(): readonly number[] {
    if (this.#list.length > MAX_MOVED) this.#sort()
    return this.#list
  }

  #sort(): void {
    this.#order.sort(this.#memory)
    this.#bits.fill(0)
    this.#list = []
  }
}
