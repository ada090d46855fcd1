import type { Queryable } from '../../db/index.ts'
import { BoundedMap } from '../../platform/bounded-map.ts'
import { MOST_KNOWN } from './key-ring.ts'
import { touchKeys } from './queries.ts'

const EVERY_MS = 60_000
const GATHER_MS = 1_000

/** Notes when keys were used: gathered for a second, written at most once a minute for each, and never waited for. */
export class LastUsed {
  readonly #db: Queryable
  readonly #notedAt = new BoundedMap<string, number>(MOST_KNOWN)
  readonly #pending = new Set<string>()
  #timer: NodeJS.Timeout | undefined

  constructor(db: Queryable) {
    this.#db = db
  }

  note(keyId: string): void {
    const now = performance.now()
    if (now - (this.#notedAt.get(keyId) ?? Number.NEGATIVE_INFINITY) < EVERY_MS) return
    this.#notedAt.set(keyId, now)
    this.#pending.add(keyId)
    this.#timer ??= setTimeout(() => void this.flush(), GATHER_MS).unref()
  }

  async flush(): Promise<void> {
    clearTimeout(this.#timer)
    this.#timer = undefined
    if (this.#pending.size === 0) return
    const keyIds = [...this.#pending]
    this.#pending.clear()
    // Lost with an outage: it is a convenience, and the next use notes it again.
    await touchKeys(this.#db, keyIds).catch(() => {
      for (const keyId of keyIds) this.#notedAt.delete(keyId)
    })
  }
}
