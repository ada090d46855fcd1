import { BITSETS } from '../../layout/columns.ts'
import type { SearchedIndex } from './searched-index.ts'

/** The bitsets of one query, by their offsets. The code that takes one returns it. */
export class BitsetPool {
  readonly #index: SearchedIndex
  readonly #free: number[]
  /** The length of a bitset. */
  readonly bytes: number

  constructor(index: SearchedIndex) {
    this.#index = index
    this.bytes = index.memory.layout.sizes.companies / 8
    this.#free = Array.from({ length: BITSETS }, (_, i) => index.memory.at.bitsets + i * this.bytes)
  }

  /** The content is undefined. */
  take(): number {
    const bits = this.#free.pop()
    if (bits === undefined) throw new Error('the query is nested too deeply')
    return bits
  }

  release(bits: number): void {
    this.#free.push(bits)
  }

  takeEmpty(): number {
    const bits = this.take()
    this.#index.kernel.clear(bits, this.bytes)
    return bits
  }

  takeCopy(of: number): number {
    const bits = this.take()
    this.#index.kernel.copy(bits, of, this.bytes)
    return bits
  }
}
