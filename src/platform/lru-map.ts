/**
 * A map with a bound: when it is full, the least recently used entry is evicted. A flood of keys can't grow memory.
 *
 * The order of use is a linked list. The order of the Map itself would take a delete and a set for each use, and what is
 * deleted stays in the Map's chains until it is rebuilt: a key that is used often would be found more and more slowly.
 */
export class LruMap<K, V> {
  readonly #entries = new Map<K, Entry<K, V>>()
  readonly #maxSize: number
  #newest: Entry<K, V> | undefined
  #oldest: Entry<K, V> | undefined

  constructor(maxSize: number) {
    this.#maxSize = maxSize
  }

  get size(): number {
    return this.#entries.size
  }

  get(key: K): V | undefined {
    const entry = this.#entries.get(key)
    if (entry === undefined) return undefined
    this.#use(entry)
    return entry.value
  }

  set(key: K, value: V): void {
    const known = this.#entries.get(key)
    if (known) {
      known.value = value
      this.#use(known)
      return
    }
    const entry: Entry<K, V> = { key, value, older: undefined, newer: undefined }
    this.#entries.set(key, entry)
    this.#append(entry)
    if (this.#entries.size > this.#maxSize && this.#oldest) this.delete(this.#oldest.key)
  }

  delete(key: K): void {
    const entry = this.#entries.get(key)
    if (entry === undefined) return
    this.#entries.delete(key)
    this.#unlink(entry)
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
  older: Entry<K, V> | undefined
  newer: Entry<K, V> | undefined
}
