import type { Queryable } from '../../db/index.ts'
import { LruMap } from '../../platform/lru-map.ts'
import { MAX_KNOWN_KEYS } from './key-cache.ts'
import { touchKeys } from './queries.ts'

/** A key's last use is written at most this often. */
const WRITE_INTERVAL_MS = 60_000
/** Uses are collected for this long and written together. */
const BATCH_MS = 1_000

/** Records when keys were last used, in batches. No request waits for the write. */
export class LastUsed {
  readonly #db: Queryable
  readonly #notedAt = new LruMap<string, number>(MAX_KNOWN_KEYS)
  readonly #pending = new Set<string>()
  #timer: NodeJS.Timeout | undefined

  constructor(db: Queryable) {
    this.#db = db
  }

  note(keyId: string): void {
    const now = performance.now()
    if (now - (this.#notedAt.get(keyId) ?? Number.NEGATIVE_INFINITY) < WRITE_INTERVAL_MS) return
    this.#notedAt.set(keyId, now)
    this.#pending.add(keyId)
    this.#timer ??= setTimeout(() => void this.flush(), BATCH_MS).unref()
  }

  async flush(): Promise<void> {
    clearTimeout(this.#timer)
    this.#timer = undefined
    if (this.#pending.size === 0) return
    const keyIds = [...this.#pending]
    this.#pending.clear()
    // A failed write is dropped: the time is a convenience, and the next use writes it again.
    await touchKeys(this.#db, keyIds).catch(() => {
      for (const keyId of keyIds) this.#notedAt.delete(keyId)
    })
  }
}
