// What a node remembers of keys, so that a warm request asks the database nothing of its own.
//
// Invariant: a key is accepted only if this node has learned, from a question sent within the last second, that nothing
// about who may call has changed since the key was read. Every change renews the access epoch in its own transaction
// (migration 0001), so one small question covers all keys. Requests start it: in the background once the last answer
// is 300 ms old, and waiting for it once it is a second old. A revocation therefore takes effect on every node within
// a second of its commit, without a listener that could be cut off unnoticed, and an idle node asks nothing.
//
// Without the database, a key that was accepted within the last five minutes is still recognised, but as unconfirmed:
// enough to tell a prober that the service is unavailable, and for nothing else.
//
// A key that this node has not met costs a look-up, and inventing well-formed ones is easy. So each network has an
// allowance of keys that turn out to be unknown; beyond it they are refused without a question. Keys that this node
// knows are not concerned, whoever else calls from their network.

import type { Queryable } from '../../db/index.ts'
import { isUnavailable } from '../../db/index.ts'
import { BoundedMap } from '../../platform/bounded-map.ts'
import { PLANS, type PlanName } from '../plans/index.ts'
import { hashKey, isWellFormedKey } from './format.ts'
import { type KnownKey, lookUpKey, readAccessEpoch } from './queries.ts'
import { StrangerThrottle } from './stranger-throttle.ts'

export interface Caller {
  readonly keyId: string
  readonly teamId: string
  readonly plan: PlanName
  readonly apiAccess: boolean
  /** False while the database is away: the key was good within the last five minutes. */
  readonly confirmed: boolean
}

/**
 * unknowable: the database is away and this node has not met the key lately. throttled: too many unknown keys came from
 * the caller's network, and this is another one that this node does not know.
 */
export type Verdict = Caller | 'refused' | 'throttled' | 'unknowable'

interface Remembered {
  readonly key: KnownKey | undefined
  /** Of this ring's own count: it rises whenever the epoch is found to be another one. */
  readonly generation: number
  acceptedAt: number
}

const FRESH_MS = 1_000
const REFRESH_AFTER_MS = 300
/** Within FRESH_MS, so that an answer is never older than that when it is acted upon. */
const ANSWER_WITHIN_MS = 1_000
const RECOGNISED_MS = 5 * 60_000
/** After the database failed to answer, the next question waits this long: an outage is no reason to pile up. */
const PAUSE_MS = 250
/** About 500 bytes each. A node that serves more keys than this asks the database for one at nearly every request. */
export const MOST_KNOWN = 50_000
const MOST_UNKNOWN = 10_000

export class KeyRing {
  readonly #db: Queryable
  readonly #monotonicMs: () => number
  readonly #known = new BoundedMap<string, Remembered>(MOST_KNOWN)
  /** Apart from the known ones, so that a flood of wrong keys does not push those out. */
  readonly #unknown = new BoundedMap<string, Remembered>(MOST_UNKNOWN)
  readonly #strangers: StrangerThrottle
  readonly #lookups = new Map<string, Promise<Remembered | undefined>>()
  #epoch = ''
  #generation = 0
  #confirmedAt = Number.NEGATIVE_INFINITY
  #failedAt = Number.NEGATIVE_INFINITY
  #refresh: Promise<boolean> | undefined
  /** The database's clock less this process's monotonic one. */
  #clockOffsetMs = 0

  constructor(db: Queryable, monotonicMs: () => number = () => performance.now()) {
    this.#db = db
    this.#monotonicMs = monotonicMs
    this.#strangers = new StrangerThrottle(monotonicMs)
  }

  get size(): number {
    return this.#known.size + this.#unknown.size + this.#strangers.size
  }

  /** `network` says where the caller is, and is asked only about a key that this node does not know. */
  async verify(text: string, network: () => string = () => 'unknown'): Promise<Verdict> {
    if (!isWellFormedKey(text)) return 'refused'
    const hash = hashKey(text)
    const id = hash.toString('base64')
    const known = this.#known.get(id)
    const remembered = known ?? this.#unknown.get(id)
    if (remembered && (await this.#isFresh()) && remembered.generation === this.#generation)
      return this.#judge(remembered, true)
    try {
      const read = await this.#lookUp(id, hash, known ? undefined : network())
      return read ? this.#judge(read, true) : 'throttled'
    } catch (error) {
      if (!isUnavailable(error)) throw error
      const recent = remembered?.key && this.#monotonicMs() - remembered.acceptedAt < RECOGNISED_MS
      return recent ? this.#judge(remembered, false) : 'unknowable'
    }
  }

  #judge(remembered: Remembered, confirmed: boolean): Verdict {
    const { key } = remembered
    if (!key || key.revokedAt) return 'refused'
    const now = this.#monotonicMs()
    if (key.expiresAt && key.expiresAt.getTime() <= now + this.#clockOffsetMs) return 'refused'
    if (confirmed) remembered.acceptedAt = now
    return { keyId: key.keyId, teamId: key.teamId, plan: key.plan, apiAccess: PLANS[key.plan].apiAccess, confirmed }
  }

  async #isFresh(): Promise<boolean> {
    const age = this.#monotonicMs() - this.#confirmedAt
    if (age < REFRESH_AFTER_MS) return true
    const refresh = this.#askEpoch()
    if (age < FRESH_MS) return true
    return refresh
  }

  #askEpoch(): Promise<boolean> {
    if (this.#monotonicMs() - this.#failedAt < PAUSE_MS) return Promise.resolve(false)
    this.#refresh ??= this.#readEpoch().finally(() => {
      this.#refresh = undefined
    })
    return this.#refresh
  }

  async #readEpoch(): Promise<boolean> {
    const sentAt = this.#monotonicMs()
    try {
      const { epoch, now } = await inTime(readAccessEpoch(this.#db))
      this.#learn(epoch, now, sentAt)
      return true
    } catch {
      this.#failedAt = this.#monotonicMs()
      return false
    }
  }

  /** Answers can overtake each other; one to an older question than the last teaches nothing. */
  #learn(epoch: string, now: Date, sentAt: number): void {
    if (sentAt < this.#confirmedAt) return
    this.#confirmedAt = sentAt
    if (epoch !== this.#epoch) this.#generation++
    this.#epoch = epoch
    this.#clockOffsetMs = now.getTime() - this.#monotonicMs()
  }

  /** Callers that come at once with one key share the question, and the allowance of the first one's network. */
  #lookUp(id: string, hash: Buffer, network: string | undefined): Promise<Remembered | undefined> {
    const running = this.#lookups.get(id)
    if (running) return running
    const reading = network === undefined ? this.#readKey(id, hash) : this.#readStranger(id, hash, network)
    const lookup = reading.finally(() => this.#lookups.delete(id))
    this.#lookups.set(id, lookup)
    return lookup
  }

  /** undefined: the network has tried too many unknown keys. */
  async #readStranger(id: string, hash: Buffer, network: string): Promise<Remembered | undefined> {
    const settle = await this.#strangers.admit(network)
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

  async #readKey(id: string, hash: Buffer): Promise<Remembered> {
    const sentAt = this.#monotonicMs()
    const { epoch, now, key } = await inTime(lookUpKey(this.#db, hash))
    this.#learn(epoch, now, sentAt)
    // Read under another epoch than the one known by now, it is good for this request and for no later one.
    const generation = epoch === this.#epoch ? this.#generation : -1
    const read = { key, generation, acceptedAt: Number.NEGATIVE_INFINITY }
    const [home, other] = key ? [this.#known, this.#unknown] : [this.#unknown, this.#known]
    home.set(id, read)
    other.delete(id)
    return read
  }
}

class LateAnswer extends Error {
  readonly code = 'ETIMEDOUT'
}

async function inTime<T>(answer: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new LateAnswer('the database did not answer in time')), ANSWER_WITHIN_MS)
  })
  try {
    return await Promise.race([answer, late])
  } finally {
    clearTimeout(timer)
  }
}
