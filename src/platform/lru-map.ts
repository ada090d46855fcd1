export interface LruOptions<K, V> {
  /** Of an entry when it is set. Without it every entry weighs 1, so that the bound is a number of entries. */
  readonly weightOf?: (value: V, key: K) => number
  /** A heavier entry is not stored: it would evict many others. */
  readonly maxEntryWeight?: number
  /** An entry is valid for this long after it was set. */
  readonly maxAgeMs?: number
  readonly monotonicMs?: () => number
}

/**
 * A bounded map: when it is full, the least recently used entries are evicted, so a flood of keys can't grow memory.
 * The bound is a number of entries or, with `weightOf`, their total weight. An entry above the bound isn't stored.
 *
 * The order of use is a linked list. The order of the Map itself would need a delete and a set for each use, and
 * deleted entries stay in the Map's chains until it is rebuilt: a frequently used key would be found more and more
 * slowly.
 */
export class LruMap<K, V> {
  readonly #entries = new Map<K, Entry<K, V>>()
  readonly #maxWeight: number
  readonly #maxEntryWeight: number
  readonly #weightOf: ((value: V, key: K) => number) | undefined
  readonly #maxAgeMs: number | undefined
  readonly #monotonicMs: () => number
  #weight = 0
  #newest: Entry<K, V> | undefined
  #oldest: Entry<K, V> | undefined

  constructor(maxWeight: number, options: LruOptions<K, V> = {}) {
    const { weightOf, maxEntryWeight = maxWeight, maxAgeMs, monotonicMs = () => performance.now() } = options
    this.#maxWeight = maxWeight
    this.#maxEntryWeight = Math.min(maxWeight, maxEntryWeight)
    this.#weightOf = weightOf
    this.#maxAgeMs = maxAgeMs
    this.#monotonicMs = monotonicMs
  }

  get size(): number {
    return this.#entries.size
  }

  get weight(): number {
    return this.#weight
  }

  get(key: K): V | undefined {
    const entry = this.#entries.get(key)
    if (entry === undefined) return undefined
    if (this.#maxAgeMs !== undefined && this.#monotonicMs() - entry.setAt >= this.#maxAgeMs) {
      this.delete(key)
      return undefined
    }
    this.#use(entry)
    return entry.value
  }

  set(key: K, value: V): void {
    const weight = this.#weightOf === undefined ? 1 : this.#weightOf(value, key)
    if (weight > this.#maxEntryWeight) {
      this.delete(key)
      return
    }
    const setAt = this.#maxAgeMs === undefined ? 0 : this.#monotonicMs()
    const known = this.#entries.get(key)
    if (known) {
      this.#weight += weight - known.weight
      known.value = value
      known.weight = weight
      known.setAt = setAt
      this.#use(known)
    } else {
      const entry: Entry<K, V> = { key, value, weight, setAt, older: undefined, newer: undefined }
      this.#weight += weight
      this.#entries.set(key, entry)
      this.#append(entry)
    }
    while (this.#weight > this.#maxWeight && this.#oldest) this.delete(this.#oldest.key)
  }

  delete(key: K): void {
    const entry = this.#entries.get(key)
    if (entry === undefined) return
    this.#entries.delete(key)
    this.#weight -= entry.weight
    this.#unlink(entry)
  }

  clear(): void {
    this.#entries.clear()
    this.#weight = 0
    this.#newest = undefined
    this.#oldest = undefined
  }

  keys(): IterableIterator<K> {
    return this.#entries.keys()
  }

  #use(entry: Entry<K, V>): void {
    if (entry === this.#newest) return
    this.#unlink(entry)
    this.#append(entry)
  }

  #append(entry: Entry<K, V>): void {
    entry.older = this.#newest
    entry.newer = undefined
    if (this.#newest) this.#newest.newer = entry
    else this.#oldest = entry
    this.#newest = entry
  }

  #unlink({ older, newer }: Entry<K, V>): void {
    if (older) older.newer = newer
    else this.#oldest = newer
    if (newer) newer.older = older
    else this.#newest = older
  }
}

interface Entry<K, V> {
  readonly key: K
  value: V
  weight: number
  setAt: number
  older: Entry<K, V> | undefined
  newer: Entry<K, V> | undefined
}
