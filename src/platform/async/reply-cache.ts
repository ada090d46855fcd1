/** How long a cached reply is valid at a log position. "Last seen" times of signals change without a log entry. */
export const REPLY_MAX_AGE_MS = 10_000
const MAX_BYTES = 32 * 2 ** 20
/** Larger replies are rare, and each would evict many small ones. */
const MAX_BODY_BYTES = 256 * 1024

/**
 * An LRU cache of serialised replies, bounded in bytes. A reply that many callers request is composed once. The caller
 * decides whether an entry is still valid, by what it stores next to the body.
 */
export class ReplyCache<Entry extends { readonly body: Buffer }> {
  readonly #entries = new Map<string, Entry>()
  #bytes = 0

  get bytes(): number {
    return this.#bytes
  }

  get(key: string): Entry | undefined {
    const entry = this.#entries.get(key)
    if (!entry) return undefined
    // A Map iterates in insertion order, so the entry that was used last is evicted last.
    this.#entries.delete(key)
    this.#entries.set(key, entry)
    return entry
  }

  set(key: string, entry: Entry): void {
    this.#evict(key)
    if (entry.body.length > MAX_BODY_BYTES) return
    this.#entries.set(key, entry)
    this.#bytes += entry.body.length
    while (this.#bytes > MAX_BYTES) this.#evict(this.#entries.keys().next().value as string)
  }

  #evict(key: string): void {
    const entry = this.#entries.get(key)
    if (!entry) return
    this.#bytes -= entry.body.length
    this.#entries.delete(key)
  }
}
