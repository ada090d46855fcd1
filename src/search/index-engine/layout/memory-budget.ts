// The memory that all shards of an index may use together. Each shard is built in a thread of its own, so the sizes of
// the others are in memory shared by the threads.

const UNIT_BYTES = 65_536

export interface SharedBudget {
  readonly maxBytes: number
  /** By shard: the size of its index, in units of 64 KiB. */
  readonly taken: Int32Array
}

export function sharedBudget(maxBytes: number, shards: number): SharedBudget {
  return { maxBytes, taken: new Int32Array(new SharedArrayBuffer(4 * shards)) }
}

/** The budget as seen by one shard. */
export class MemoryBudget {
  readonly #shared: SharedBudget
  readonly #shard: number

  constructor(shared: SharedBudget, shard: number) {
    this.#shared = shared
    this.#shard = shard
  }

  /**
   * Whether all shards fit with an index of this size in place of the shard's present one. Recorded first, so that if
   * two shards ask at the same time and don't fit together, at least one is refused.
   */
  take(bytes: number): boolean {
    const { maxBytes, taken } = this.#shared
    Atomics.store(taken, this.#shard, Math.ceil(bytes / UNIT_BYTES))
    let units = 0
    for (let shard = 0; shard < taken.length; shard++) units += Atomics.load(taken, shard)
    return units * UNIT_BYTES <= Math.max(maxBytes, UNIT_BYTES)
  }
}
