/** A map with a bound: when it is full, the least recently used entry is evicted. A flood of keys can't grow memory. */
export class LruMap<K, V> {
  readonly #entries = new Map<K, V>()
  readonly #maxSize: number

  constructor(maxSize: number) {
    this.#maxSize = maxSize
  }

  get size(): number {
    return this.#entries.size
  }

  get(key: K): V | undefined {
    const value = this.#entries.get(key)
    if (value === undefined) return undefined
    // A Map iterates in insertion order, so the entry that was used last is evicted last.
    this.#entries.delete(key)
    this.#entries.set(key, value)
    return value
  }

  set(key: K, value: V): void {
    this.#entries.delete(key)
    this.#entries.set(key, value)
    if (this.#entries.size > this.#maxSize) this.#entries.delete(this.#entries.keys().next().value as K)
  }

  delete(key: K): void {
    this.#entries.delete(key)
  }
}
