/** What is kept by a position of the log holds no longer: when a signal was last seen is not in the log. */
export const KEPT_MS = 10_000
const MOST_BYTES = 32 * 2 ** 20
/** Larger ones are rare, and would push out many. */
const LARGEST_BYTES = 256 * 1024

/**
 * Replies as they were sent, so that what many ask for is composed once. It is bounded in bytes and forgets what was used
 * longest ago. Whether a kept one still holds is for the caller to say, by what it keeps beside the body.
 */
export class KeptBodies<Kept extends { readonly body: Buffer }> {
  readonly #kept = new Map<string, Kept>()
  #bytes = 0

  get bytes(): number {
    return this.#bytes
  }

  get(key: string): Kept | undefined {
    const kept = this.#kept.get(key)
    if (!kept) return undefined
    // A Map keeps the order of insertion: put last, it is forgotten last.
    this.#kept.delete(key)
    this.#kept.set(key, kept)
    return kept
  }

  set(key: string, kept: Kept): void {
    this.#forget(key)
    if (kept.body.length > LARGEST_BYTES) return
    this.#kept.set(key, kept)
    this.#bytes += kept.body.length
    while (this.#bytes > MOST_BYTES) this.#forget(this.#kept.keys().next().value as string)
  }

  #forget(key: string): void {
    const kept = this.#kept.get(key)
    if (!kept) return
    this.#bytes -= kept.body.length
    this.#kept.delete(key)
  }
}
