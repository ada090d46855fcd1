// A node's cache of API keys, so that a request with a cached key sends no query for it.
//
// Invariant: a key is accepted only if this node has learned, from a query sent within the last second, that nothing
// about who may call has changed since the key was read. Every such change renews the access epoch in its own
// transaction (migration 0001), so one small query covers all keys. Requests start that query: in the background once
// the last answer is 300 ms old, and waiting for it once it is a second old. So a revocation takes effect on every node
// within a second of its commit, without a listener whose connection could break unnoticed, and an idle node sends
// nothing.
//
// While the database is unavailable, a key that was accepted within the last five minutes is still recognised, but as
// unconfirmed: that only lets a health check report that the service is unavailable.
//
// A key that this node doesn't know costs a look-up, and inventing well-formed keys is easy. So each network has an
// allowance of keys that turn out to be unknown. Beyond it they are rejected without a query. Other callers from the
// same network don't affect keys that this node knows.

import type { KeyScope } from '../../closed-sets/keys.ts'
import { isUnavailable, type Queryable } from '../../db/index.ts'
import { LruMap } from '../../platform/lru-map.ts'
import { PLANS, type PlanName } from '../plans/index.ts'
import { isInside, parseNetworks } from './allowed-networks.ts'
import { hashKey, isWellFormedKey } from './format.ts'
import { type KnownKey, lookUpKey, readAccessEpoch } from './queries.ts'
import { UnknownKeyThrottle } from './unknown-key-throttle.ts'

export interface Caller {
  readonly keyId: string
  readonly teamId: string
  readonly plan: PlanName
  readonly apiAccess: boolean
  /** Null: every group of endpoints. */
  readonly scopes: readonly KeyScope[] | null
  /** Whether the key is accepted from this address. */
  readonly allows: (address: string) => boolean
  /** False while the database is unavailable: the key was valid within the last five minutes. */
  readonly confirmed: boolean
}

/**
 * - rejected: the key is malformed, unknown, expired or revoked.
 * - throttled: too many unknown keys came from the caller's network, and this node doesn't know this one either.
 * - unverifiable: the database is unavailable, and this node hasn't accepted the key recently.
 */
export type KeyVerdict = Caller | 'rejected' | 'throttled' | 'unverifiable'

interface CachedKey {
  readonly key: KnownKey | undefined
  readonly allows: (address: string) => boolean
  /** A counter of this cache that is incremented whenever the epoch has changed. */
  readonly generation: number
  acceptedAt: number
}

const FRESH_MS = 1_000
const REFRESH_AFTER_MS = 300
/** At most FRESH_MS, so that an answer is never older than that when it is used. */
const QUERY_TIMEOUT_MS = 1_000
const RECOGNISED_MS = 5 * 60_000
/**
 * After the database failed to answer, the next query waits this long, so that queries don't pile up during an outage.
 */
const RETRY_MS = 250
/** About 500 bytes each. A node that serves more keys than this queries the database at nearly every request. */
export const MAX_KNOWN_KEYS = 50_000
const MAX_UNKNOWN_KEYS = 10_000

export class KeyCache {
  readonly #db: Queryable
  readonly #monotonicMs: () => number
  readonly #known = new LruMap<string, CachedKey>(MAX_KNOWN_KEYS)
  /** Separate from the known keys, so that a flood of wrong keys can't evict them. */
  readonly #unknown = new LruMap<string, CachedKey>(MAX_UNKNOWN_KEYS)
  readonly #throttle: UnknownKeyThrottle
  readonly #lookups = new Map<string, Promise<CachedKey | undefined>>()
  #epoch = ''
  #generation = 0
  #confirmedAt = Number.NEGATIVE_INFINITY
  #failedAt = Number.NEGATIVE_INFINITY
  #refresh: Promise<boolean> | undefined
  /** The database's clock minus this process's monotonic clock. */
  #clockOffsetMs = 0

  constructor(db: Queryable, monotonicMs: () => number = () => performance.now()) {
    this.#db = db
    this.#monotonicMs = monotonicMs
    this.#throttle = new UnknownKeyThrottle(monotonicMs)
  }

  get size(): number {
    return this.#known.size + this.#unknown.size + this.#throttle.size
  }

  /**
   * `network` returns the caller's network. It is called only for a key that this node doesn't know. A database that
   * hasn't answered after `patienceMs` counts as unavailable.
   */
  async verify(
    text: string,
    network: () => string = () => 'unknown',
    patienceMs = Number.POSITIVE_INFINITY,
  ): Promise<KeyVerdict> {
    if (!isWellFormedKey(text)) return 'rejected'
    const hash = hashKey(text)
    const id = hash.toString('base64')
    const known = this.#known.get(id)
    const cached = known ?? this.#unknown.get(id)
    const confirm = async () => {
      if (cached && (await this.#isFresh()) && cached.generation === this.#generation) return cached
      return this.#lookUp(id, hash, known ? undefined : network())
    }
    try {
      const confirmed = await (patienceMs < Number.POSITIVE_INFINITY ? withTimeout(confirm(), patienceMs) : confirm())
      return confirmed ? this.#judge(confirmed, true) : 'throttled'
    } catch (error) {
      if (!isUnavailable(error)) throw error
      const recent = cached?.key && this.#monotonicMs() - cached.acceptedAt < RECOGNISED_MS
      return recent ? this.#judge(cached, false) : 'unverifiable'
    }
  }

  #judge(cached: CachedKey, confirmed: boolean): KeyVerdict {
    const { key } = cached
    if (!key || key.revokedAt) return 'rejected'
    const now = this.#monotonicMs()
    if (key.expiresAt && key.expiresAt.getTime() <= now + this.#clockOffsetMs) return 'rejected'
    if (confirmed) cached.acceptedAt = now
    const { keyId, teamId, plan, scopes } = key
    return { keyId, teamId, plan, apiAccess: PLANS[plan].apiAccess, scopes, allows: cached.allows, confirmed }
  }

  async #isFresh(): Promise<boolean> {
    const age = this.#monotonicMs() - this.#confirmedAt
    if (age < REFRESH_AFTER_MS) return true
    const refresh = this.#refreshEpoch()
    if (age < FRESH_MS) return true
    return refresh
  }

  #refreshEpoch(): Promise<boolean> {
    if (this.#monotonicMs() - this.#failedAt < RETRY_MS) return Promise.resolve(false)
    this.#refresh ??= this.#readEpoch().finally(() => {
      this.#refresh = undefined
    })
    return this.#refresh
  }

  async #readEpoch(): Promise<boolean> {
    const sentAt = this.#monotonicMs()
    try {
      const { epoch, now } = await withTimeout(readAccessEpoch(this.#db))
      this.#learn(epoch, now, sentAt)
      return true
    } catch {
      this.#failedAt = this.#monotonicMs()
      return false
    }
  }

  /** Answers can overtake each other: an answer to a query older than the last one is ignored. */
  #learn(epoch: string, now: Date, sentAt: number): void {
    if (sentAt < this.#confirmedAt) return
    this.#confirmedAt = sentAt
    if (epoch !== this.#epoch) this.#generation++
    this.#epoch = epoch
    this.#clockOffsetMs = now.getTime() - this.#monotonicMs()
  }

  /** Concurrent callers with the same key share one query, and the allowance of the first one's network. */
  #lookUp(id: string, hash: Buffer, network: string | undefined): Promise<CachedKey | undefined> {
    const running = this.#lookups.get(id)
    if (running) return running
    const reading = network === undefined ? this.#readKey(id, hash) : this.#readUnknown(id, hash, network)
    const lookup = withTimeout(reading).finally(() => this.#lookups.delete(id))
    this.#lookups.set(id, lookup)
    return lookup
  }

  /**
   * Undefined: the network has tried too many unknown keys. A look-up counts until the database has answered it, even
   * if its caller no longer waits: otherwise a flood would send a slow database ever more queries.
   */
  async #readUnknown(id: string, hash: Buffer, network: string): Promise<CachedKey | undefined> {
    const settle = await this.#throttle.admit(network)
    if (!settle) return undefined
    let unknown = false
    try {
      const read = await this.#readKey(id, hash)
      unknown = read.key === undefined
      return read
    } finally {
      settle(unknown)
    }
  }

  async #readKey(id: string, hash: Buffer): Promise<CachedKey> {
    const sentAt = this.#monotonicMs()
    const { epoch, now, key } = await lookUpKey(this.#db, hash)
    this.#learn(epoch, now, sentAt)
    // A key that was read under another epoch is used for this request only.
    const generation = epoch === this.#epoch ? this.#generation : -1
    const read = { key, allows: allowsOf(key), generation, acceptedAt: Number.NEGATIVE_INFINITY }
    const [cache, other] = key ? [this.#known, this.#unknown] : [this.#unknown, this.#known]
    cache.set(id, read)
    other.delete(id)
    return read
  }
}

const everywhere = () => true

function allowsOf(key: KnownKey | undefined): (address: string) => boolean {
  if (!key?.networks) return everywhere
  const networks = parseNetworks(key.networks)
  return (address) => isInside(networks, address)
}

class QueryTimeout extends Error {
  readonly code = 'ETIMEDOUT'
}

async function withTimeout<T>(answer: Promise<T>, timeoutMs = QUERY_TIMEOUT_MS): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new QueryTimeout('the database did not answer in time')), timeoutMs)
  })
  try {
    return await Promise.race([answer, late])
  } finally {
    clearTimeout(timer)
  }
}
