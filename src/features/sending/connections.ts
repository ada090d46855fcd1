// Connections that are kept alive, by origin. Not undici's Pool: that one searches all its connections for a free one,
// and takes the one whose response has just ended for busy, so that a sender of one event after the other would use two
// connections. Here a connection is one undici Client, free as soon as its response is whole, and what was used last is
// used next.
//
// An origin has as many connections as the caller has requests in flight, which the caller bounds: a bound here would let
// one webhook that hangs hold up another one on the same host.

import type { Socket } from 'node:net'
import { type buildConnector, Client } from 'undici'
import { type ConnectorOptions, guardedConnector } from './connector.ts'
import { SendFailure } from './failures.ts'

interface Origin {
  readonly connect: buildConnector.connector
  readonly free: Connection[]
  inFlight: number
  /** Of the monotonic clock. */
  idleSinceMs: number
}

export interface ConnectionLimits {
  /** Origins with connections of their own. Those in use are never closed, however many they are. */
  readonly mostOrigins: number
  readonly idleMs: number
}

/** Free connections that an origin keeps after a burst, and all origins together: each may hold a socket. */
const MOST_FREE = 256
const MOST_FREE_TOGETHER = 4_096
/** Shorter than the five seconds after which many servers hang up, so that we are the first. Their own word counts more. */
const KEEP_ALIVE_MS = 4_000
const MOST_KEEP_ALIVE_MS = 30_000
/**
 * All that may be read in one exchange, of which the body takes 16 KiB at most. It bounds the headers, and what the parser
 * reads past and counts nowhere: endless reason phrases, chunk extensions, zeros of a chunk's size, empty lines and
 * blanks. At full speed each of those would keep a processor busy until the time is up.
 */
const MOST_EXCHANGE_BYTES = 64 * 1_024
/**
 * Out of the way: past its own bound the parser makes an error with a stack for each further header of what has been
 * read, which took 180 ms of processor time for one response of short headers.
 */
const MOST_HEADER_BYTES = 16 * MOST_EXCHANGE_BYTES

/** One at a time: an undici client with its socket, which it makes anew when it needs to. */
export class Connection {
  readonly client: Client
  #socket: Socket | undefined
  #readBefore = 0

  constructor(origin: string, connect: buildConnector.connector) {
    this.client = new Client(origin, {
      connect: (options, callback) =>
        connect(options, (...[error, socket]) => {
          if (error) return callback(error, null)
          callback(null, socket)
          // After undici's own listener: a body that is merely long has been dealt with by then.
          this.#watch(socket)
        }),
      allowH2: false,
      // The exchange has one timer of its own for everything.
      headersTimeout: 0,
      bodyTimeout: 0,
      maxHeaderSize: MOST_HEADER_BYTES,
      keepAliveTimeout: KEEP_ALIVE_MS,
      keepAliveMaxTimeout: MOST_KEEP_ALIVE_MS,
    })
  }

  begin(): void {
    this.#readBefore = this.#socket?.bytesRead ?? 0
  }

  destroy(): Promise<void> {
    return this.client.destroy().catch(() => undefined)
  }

  #watch(socket: Socket): void {
    this.#socket = socket
    this.#readBefore = 0
    socket.on('readable', () => {
      if (socket.bytesRead - this.#readBefore <= MOST_EXCHANGE_BYTES) return
      socket.destroy(
        new SendFailure('invalid_response', 'The headers of the response, or what surrounds its body, are too long.'),
      )
    })
  }
}

export class Connections {
  /** In the order in which they were last begun to be used, the oldest first. */
  readonly #origins = new Map<string, Origin>()
  readonly #connector: ConnectorOptions
  readonly #limits: ConnectionLimits
  readonly #sweeper: NodeJS.Timeout
  readonly #busy = new Set<Connection>()
  #freeTogether = 0

  constructor(connector: ConnectorOptions, limits: ConnectionLimits) {
    this.#connector = connector
    this.#limits = limits
    this.#sweeper = setInterval(() => this.#closeIdle(), Math.max(1, limits.idleMs / 2)).unref()
  }

  get origins(): number {
    return this.#origins.size
  }

  /** A connection of one's own, until `release`. A fresh one has never been used. */
  take(name: string, fresh: boolean): Connection {
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
    const free = fresh ? undefined : origin.free.pop()
    if (free) this.#freeTogether--
    const connection = free ?? new Connection(name, origin.connect)
    connection.begin()
    this.#busy.add(connection)
    return connection
  }

  /** `whole`: the response ended by itself, so that the connection can be used again. */
  release(name: string, connection: Connection, whole: boolean): void {
    this.#busy.delete(connection)
    const origin = this.#origins.get(name)
    if (origin && --origin.inFlight === 0) origin.idleSinceMs = performance.now()
    if (whole && origin && origin.free.length < MOST_FREE && this.#freeTogether < MOST_FREE_TOGETHER) {
      origin.free.push(connection)
      this.#freeTogether++
    } else void connection.destroy()
  }

  async close(): Promise<void> {
    clearInterval(this.#sweeper)
    const connections = [...this.#busy, ...[...this.#origins.values()].flatMap(({ free }) => free)]
    this.#origins.clear()
    for (const giveUp of this.#connector.connecting) giveUp()
    await Promise.all(connections.map((connection) => connection.destroy()))
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
    this.#freeTogether -= free.length
    for (const connection of free) void connection.destroy()
  }
}
