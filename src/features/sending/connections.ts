// Connections that are kept alive, by origin. Not undici's Pool: that one searches all its connections for a free one,
// and takes the one whose response has just ended for busy, so that a sender of one event after the other would use two
// connections. Here a connection is one undici Client, free as soon as its response is whole, and what was used last is
// used next.
//
// An origin has as many connections as the caller has requests in flight, which the caller bounds: a bound here would let
// one webhook that hangs hold up another one on the same host.

import { Client } from 'undici'
import { type ConnectorOptions, guardedConnector } from './connector.ts'

interface Origin {
  readonly connect: ReturnType<typeof guardedConnector>
  readonly free: Client[]
  inFlight: number
  /** Of the monotonic clock. */
  idleSinceMs: number
}

export interface ConnectionLimits {
  /** Origins with connections of their own. Those in use are never closed, however many they are. */
  readonly mostOrigins: number
  readonly idleMs: number
}

/** Free connections that an origin keeps after a burst. */
const MOST_FREE = 64
/** Shorter than the five seconds after which many servers hang up, so that we are the first. Their own word counts more. */
const KEEP_ALIVE_MS = 4_000
const MOST_KEEP_ALIVE_MS = 30_000
const MOST_HEADER_BYTES = 16 * 1_024

export class Connections {
  /** In the order in which they were last begun to be used, the oldest first. */
  readonly #origins = new Map<string, Origin>()
  readonly #connector: ConnectorOptions
  readonly #limits: ConnectionLimits
  readonly #sweeper: NodeJS.Timeout
  readonly #busy = new Set<Client>()

  constructor(connector: ConnectorOptions, limits: ConnectionLimits) {
    this.#connector = connector
    this.#limits = limits
    this.#sweeper = setInterval(() => this.#closeIdle(), Math.max(1, limits.idleMs / 2)).unref()
  }

  get origins(): number {
    return this.#origins.size
  }

  /** A connection of one's own, until `release`. A fresh one has never been used. */
  take(name: string, fresh: boolean): Client {
    let origin = this.#origins.get(name)
    if (!origin) {
      origin = { connect: guardedConnector(this.#connector), free: [], inFlight: 0, idleSinceMs: 0 }
      this.#origins.set(name, origin)
      this.#makeRoom(name)
    } else if (origin.inFlight === 0) {
      this.#origins.delete(name)
      this.#origins.set(name, origin)
    }
    origin.inFlight++
    const client = (fresh ? undefined : origin.free.pop()) ?? this.#open(name, origin)
    this.#busy.add(client)
    return client
  }

  /** `whole`: the response ended by itself, so that the connection can be used again. */
  release(name: string, client: Client, whole: boolean): void {
    this.#busy.delete(client)
    const origin = this.#origins.get(name)
    if (origin && --origin.inFlight === 0) origin.idleSinceMs = performance.now()
    if (whole && origin && origin.free.length < MOST_FREE) origin.free.push(client)
    else destroy(client)
  }

  async close(): Promise<void> {
    clearInterval(this.#sweeper)
    const clients = [...this.#busy, ...[...this.#origins.values()].flatMap(({ free }) => free)]
    this.#origins.clear()
    await Promise.all(clients.map((client) => client.destroy()))
  }

  #open(name: string, { connect }: Origin): Client {
    return new Client(name, {
      connect,
      allowH2: false,
      // The exchange has one timer of its own for everything.
      headersTimeout: 0,
      bodyTimeout: 0,
      maxHeaderSize: MOST_HEADER_BYTES,
      keepAliveTimeout: KEEP_ALIVE_MS,
      keepAliveMaxTimeout: MOST_KEEP_ALIVE_MS,
    })
  }

  #makeRoom(newest: string): void {
    for (const [name, origin] of this.#origins) {
      if (this.#origins.size <= this.#limits.mostOrigins) return
      if (origin.inFlight === 0 && name !== newest) this.#drop(name, origin)
    }
  }

  #closeIdle(): void {
    const before = performance.now() - this.#limits.idleMs
    for (const [name, origin] of this.#origins) {
      if (origin.inFlight === 0 && origin.idleSinceMs <= before) this.#drop(name, origin)
    }
  }

  #drop(name: string, { free }: Origin): void {
    this.#origins.delete(name)
    for (const client of free) destroy(client)
  }
}

function destroy(client: Client): void {
  client.destroy().catch(() => undefined)
}
