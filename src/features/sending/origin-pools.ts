import { Pool } from 'undici'
import { type ConnectorOptions, guardedConnector } from './connector.ts'

interface Entry {
  readonly pool: Pool
  inFlight: number
  /** Of the monotonic clock. */
  idleSinceMs: number
}

export interface PoolLimits {
  /** Origins with connections of their own. Those in use are never closed, however many they are. */
  readonly mostOrigins: number
  readonly idleMs: number
}

/**
 * Connections that are kept alive, by origin. A pool has as many connections as the caller has requests in flight, which
 * the caller bounds: a bound here would let one webhook that hangs hold up another one on the same host.
 */
export class OriginPools {
  /** In the order of their last use, the oldest first. */
  readonly #entries = new Map<string, Entry>()
  readonly #connector: ConnectorOptions
  readonly #limits: PoolLimits
  readonly #sweeper: NodeJS.Timeout

  constructor(connector: ConnectorOptions, limits: PoolLimits) {
    this.#connector = connector
    this.#limits = limits
    this.#sweeper = setInterval(() => this.#closeIdle(), Math.max(1, limits.idleMs / 2)).unref()
  }

  get size(): number {
    return this.#entries.size
  }

  /** The pool of an origin, taken: give it back with `release`. */
  take(origin: string): Pool {
    let entry = this.#entries.get(origin)
    if (entry) {
      // Put last only when it was idle: what is in use is not closed, wherever it stands.
      if (entry.inFlight === 0) {
        this.#entries.delete(origin)
        this.#entries.set(origin, entry)
      }
    } else {
      entry = { pool: this.#open(origin), inFlight: 0, idleSinceMs: 0 }
      this.#entries.set(origin, entry)
      this.#makeRoom()
    }
    entry.inFlight++
    return entry.pool
  }

  release(origin: string): void {
    const entry = this.#entries.get(origin)
    if (!entry) return
    entry.inFlight--
    if (entry.inFlight === 0) entry.idleSinceMs = performance.now()
  }

  async close(): Promise<void> {
    clearInterval(this.#sweeper)
    const entries = [...this.#entries.values()]
    this.#entries.clear()
    await Promise.all(entries.map(({ pool }) => pool.destroy()))
  }

  #open(origin: string): Pool {
    return new Pool(origin, {
      connect: guardedConnector(this.#connector),
      allowH2: false,
      // The exchange has one timer of its own for everything.
      headersTimeout: 0,
      bodyTimeout: 0,
      maxHeaderSize: 16 * 1_024,
      keepAliveTimeout: 4_000,
      keepAliveMaxTimeout: 30_000,
    })
  }

  #makeRoom(): void {
    if (this.#entries.size <= this.#limits.mostOrigins) return
    for (const [origin, entry] of this.#entries) {
      if (entry.inFlight > 0) continue
      // The newest entry is the one that needs the room.
      if (this.#entries.size <= this.#limits.mostOrigins) return
      this.#drop(origin, entry)
    }
  }

  #closeIdle(): void {
    const before = performance.now() - this.#limits.idleMs
    for (const [origin, entry] of this.#entries) {
      if (entry.inFlight === 0 && entry.idleSinceMs <= before) this.#drop(origin, entry)
    }
  }

  #drop(origin: string, { pool }: Entry): void {
    this.#entries.delete(origin)
    pool.close().catch(() => undefined)
  }
}
