// Keep-alive connections by origin. undici's Pool doesn't fit: it searches all its connections for a free one and
// regards a connection whose response has just ended as busy, so sequential requests would use two connections. Here a
// connection is one undici Client. It is free as soon as its response is complete, and the most recently used one is
// used next.
//
// An origin has as many connections as the caller has requests in flight. The caller limits them: with a limit here,
// one hanging webhook would block another one on the same host.

import type { Socket } from 'node:net'
import type { buildConnector, Client } from 'undici'
import { type ConnectorOptions, guardedConnector } from './connector.ts'
import { SendFailure } from './failures.ts'
import { undici } from './undici.ts'

interface Origin {
  readonly connect: buildConnector.connector
  readonly free: Connection[]
  inFlight: number
  /** On the monotonic clock. */
  idleSinceMs: number
}

interface ConnectionLimits {
  /** The number of origins that keep connections. Origins in use are never closed, even above this limit. */
  readonly maxOrigins: number
  readonly idleMs: number
}

/** The number of free connections per origin after a burst, and in total: each may have a socket. */
const MAX_FREE_PER_ORIGIN = 256
const MAX_FREE = 4_096
/**
 * Shorter than the five seconds after which many servers close, so that we close first. A Keep-Alive header overrides
 * it.
 */
const KEEP_ALIVE_MS = 4_000
const MAX_KEEP_ALIVE_MS = 30_000
/**
 * The limit of bytes read in one exchange, unless the caller allows more for the body. It bounds the headers, and the
 * bytes that the parser skips without counting: endless reason phrases, chunk extensions, zeros of a chunk size, empty
 * lines and blanks. At full speed each of those would keep a core busy until the timeout.
 */
const MAX_EXCHANGE_BYTES = 64 * 1_024
/**
 * High enough to have no effect: above its own limit the parser creates an error with a stack for every further header
 * that it has read, which took 180 ms of CPU time for one response with short headers.
 */
const MAX_HEADER_BYTES = 16 * MAX_EXCHANGE_BYTES

/** An undici client with its socket, for one request at a time. The client reconnects when it needs to. */
export class Connection {
  readonly client: Client
  #socket: Socket | undefined
  #readBefore = 0
  #maxBytes = MAX_EXCHANGE_BYTES

  constructor(origin: string, connect: buildConnector.connector) {
    this.client = new (undici().Client)(origin, {
      connect: (options, callback) =>
        connect(options, (...[error, socket]) => {
          if (error) return callback(error, null)
          callback(null, socket)
          // Registered after undici's own listener: a body that is only too long has been handled by then.
          this.#watch(socket)
        }),
      allowH2: false,
      // The exchange has one timer for everything.
      headersTimeout: 0,
      bodyTimeout: 0,
      maxHeaderSize: MAX_HEADER_BYTES,
      keepAliveTimeout: KEEP_ALIVE_MS,
      keepAliveMaxTimeout: MAX_KEEP_ALIVE_MS,
    })
  }

  begin(): void {
    this.#readBefore = this.#socket?.bytesRead ?? 0
    this.#maxBytes = MAX_EXCHANGE_BYTES
  }

  /** Bytes read in this exchange. */
  get bytesRead(): number {
    return (this.#socket?.bytesRead ?? 0) - this.#readBefore
  }

  /** Called when the headers are read: this many bytes of body may follow, and as many for their framing. */
  allowBody(bytes: number): void {
    this.#maxBytes = MAX_EXCHANGE_BYTES + 2 * bytes
  }

  destroy(): Promise<void> {
    return this.client.destroy().catch(() => undefined)
  }

  #watch(socket: Socket): void {
    this.#socket = socket
    this.#readBefore = 0
    socket.on('readable', () => {
      if (socket.bytesRead - this.#readBefore <= this.#maxBytes) return
      socket.destroy(new SendFailure('invalid_response', 'The response headers or chunk framing are too long.'))
    })
  }
}

export class Connections {
  /** By the time when they last became busy, oldest first. */
  readonly #origins = new Map<string, Origin>()
  readonly #connector: ConnectorOptions
  readonly #limits: ConnectionLimits
  readonly #sweeper: NodeJS.Timeout
  readonly #busy = new Set<Connection>()
  #freeCount = 0
  #isClosed = false

  constructor(connector: ConnectorOptions, limits: ConnectionLimits) {
    // Loaded now: the first request doesn't wait for it.
    undici()
    this.#connector = connector
    this.#limits = limits
    this.#sweeper = setInterval(() => this.#closeIdle(), Math.max(1, limits.idleMs / 2)).unref()
  }

  get origins(): number {
    return this.#origins.size
  }

  get isClosed(): boolean {
    return this.#isClosed
  }

  /** A connection for exclusive use until `release`. `fresh` forces a new one. */
  take(name: string, fresh: boolean): Connection {
    let origin = this.#origins.get(name)
    if (!origin) {
      origin = { connect: guardedConnector(this.#connector), free: [], inFlight: 0, idleSinceMs: 0 }
      this.#origins.set(name, origin)
      this.#evict(name)
    } else if (origin.inFlight === 0) {
      this.#origins.delete(name)
      this.#origins.set(name, origin)
    }
    origin.inFlight++
    const free = fresh ? undefined : origin.free.pop()
    if (free) this.#freeCount--
    const connection = free ?? new Connection(name, origin.connect)
    connection.begin()
    this.#busy.add(connection)
    return connection
  }

  /** `complete`: the response was read to its end, so that the connection can be reused. */
  release(name: string, connection: Connection, complete: boolean): void {
    this.#busy.delete(connection)
    const origin = this.#origins.get(name)
    if (origin && --origin.inFlight === 0) origin.idleSinceMs = performance.now()
    if (complete && origin && origin.free.length < MAX_FREE_PER_ORIGIN && this.#freeCount < MAX_FREE) {
      origin.free.push(connection)
      this.#freeCount++
    } else void connection.destroy()
  }

  async close(): Promise<void> {
    this.#isClosed = true
    clearInterval(this.#sweeper)
    const connections = [...this.#busy, ...[...this.#origins.values()].flatMap(({ free }) => free)]
    this.#origins.clear()
    for (const abort of this.#connector.connecting) abort()
    await Promise.all(connections.map((connection) => connection.destroy()))
  }

  #evict(newest: string): void {
    for (const [name, origin] of this.#origins) {
      if (this.#origins.size <= this.#limits.maxOrigins) return
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
    this.#freeCount -= free.length
    for (const connection of free) void connection.destroy()
  }
}
