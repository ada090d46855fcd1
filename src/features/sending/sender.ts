import { BoundedMap } from '../../platform/bounded-map.ts'
import { VERSION } from '../../platform/version.ts'
import { Connections } from './connections.ts'
import { checkEndpointUrl } from './endpoint-url.ts'
import { Exchange } from './exchange.ts'
import type { FailureReason } from './failures.ts'
import { dnsResolve, type Resolve, shareLookups } from './resolve.ts'

export interface Post {
  readonly url: string
  readonly authKey: string
  /** JSON. A Buffer that goes to many endpoints is encoded once. */
  readonly body: string | Uint8Array
  /** Marks the test event by a header. */
  readonly test?: boolean
}

export type SendResult =
  | {
      readonly outcome: 'response'
      /** Never 1xx or 3xx. */
      readonly status: number
      readonly latencyMs: number
      /** The first part of the response, without the key and without control characters. */
      readonly excerpt: string
      readonly retryAfterSeconds?: number
    }
  | {
      readonly outcome: 'failure'
      readonly reason: FailureReason
      /** A sentence for the customer. */
      readonly message: string
      readonly latencyMs: number
      /** Where a response had begun. */
      readonly status?: number
    }

export interface SenderOptions {
  /** Development: HTTP and HTTPS to loopback, on any port. */
  readonly allowLoopback: boolean
  readonly resolve?: Resolve
  readonly connectTimeoutMs?: number
  /** For the whole exchange, from the name to the last byte of the response. */
  readonly exchangeTimeoutMs?: number
  readonly mostOrigins?: number
  readonly idleOriginMs?: number
  /** Certificates (PEM) to trust instead of the system's. */
  readonly ca?: string
}

interface Target {
  readonly origin: string
  readonly path: string
}

export const CONNECT_TIMEOUT_MS = 3_000
export const EXCHANGE_TIMEOUT_MS = 15_000
const MOST_ORIGINS = 4_096
const IDLE_ORIGIN_MS = 60_000
/** URLs whose form has been checked. */
const MOST_TARGETS = 4_096
const USER_AGENT = `Pro-Signal/${VERSION}`

/** Sends POSTs to customers' endpoints. `send` never rejects: whatever happens is a result. */
export class Sender {
  readonly #options: SenderOptions
  readonly #connections: Connections
  readonly #targets = new BoundedMap<string, Target>(MOST_TARGETS)
  readonly #running = new Set<Exchange>()
  /** One listener for each signal, however many exchanges it can end. */
  readonly #bySignal = new WeakMap<AbortSignal, Set<Exchange>>()
  #closed = false

  constructor(options: SenderOptions) {
    this.#options = options
    this.#connections = new Connections(
      {
        allowLoopback: options.allowLoopback,
        resolve: shareLookups(options.resolve ?? dnsResolve()),
        connectTimeoutMs: options.connectTimeoutMs ?? CONNECT_TIMEOUT_MS,
        ca: options.ca,
        connecting: new Set(),
      },
      { mostOrigins: options.mostOrigins ?? MOST_ORIGINS, idleMs: options.idleOriginMs ?? IDLE_ORIGIN_MS },
    )
  }

  /** Origins that have connections. */
  get origins(): number {
    return this.#connections.origins
  }

  get inFlight(): number {
    return this.#running.size
  }

  send(post: Post, signal?: AbortSignal): Promise<SendResult> {
    if (this.#closed || signal?.aborted) return failure('aborted', 'The attempt was given up before it began.')
    let target: Target
    try {
      target = this.#targetOf(post.url)
    } catch (error) {
      return failure('forbidden_url', error instanceof Error ? error.message : String(error))
    }
    return new Promise((resolve) => {
      this.#dispatch(post, target, signal, performance.now(), false, resolve)
    })
  }

  /** Ends what is in flight, as aborted, and closes all connections. */
  async close(): Promise<void> {
    this.#closed = true
    for (const exchange of this.#running) exchange.abort()
    await this.#connections.close()
  }

  #dispatch(
    post: Post,
    target: Target,
    signal: AbortSignal | undefined,
    started: number,
    again: boolean,
    resolve: (result: SendResult) => void,
  ): void {
    const connection = this.#connections.take(target.origin, again)
    const group = signal && this.#groupOf(signal)
    const leave = (whole: boolean) => {
      this.#running.delete(exchange)
      group?.delete(exchange)
      this.#connections.release(target.origin, connection, whole)
    }
    const settle = (result: SendResult, whole: boolean) => {
      leave(whole)
      resolve(result)
    }
    const resend = () => {
      leave(false)
      if (this.#closed) resolve(aborted(started))
      else this.#dispatch(post, target, signal, started, true, resolve)
    }
    const timeoutMs = this.#options.exchangeTimeoutMs ?? EXCHANGE_TIMEOUT_MS
    const exchange = new Exchange(post, started, timeoutMs, settle, again ? undefined : resend)
    this.#running.add(exchange)
    group?.add(exchange)
    try {
      connection.client.dispatch(
        { path: target.path, method: 'POST', headers: headersOf(post), body: post.body as string },
        exchange,
      )
    } catch (error) {
      exchange.refuse(error)
    }
  }

  /** The form is checked on every attempt; for a URL that has passed, the answer is remembered. */
  #targetOf(text: string): Target {
    const known = this.#targets.get(text)
    if (known) return known
    const { origin, pathname, search } = new URL(checkEndpointUrl(text, this.#options))
    const target = { origin, path: pathname + search }
    this.#targets.set(text, target)
    return target
  }

  #groupOf(signal: AbortSignal): Set<Exchange> {
    const known = this.#bySignal.get(signal)
    if (known) return known
    const group = new Set<Exchange>()
    this.#bySignal.set(signal, group)
    const abortAll = () => {
      for (const exchange of group) exchange.abort()
    }
    signal.addEventListener('abort', abortAll, { once: true })
    return group
  }
}

function headersOf({ authKey, test }: Post): string[] {
  const headers = [
    'authorization',
    `Bearer ${authKey}`,
    'content-type',
    'application/json',
    'accept',
    'application/json',
  ]
  headers.push('user-agent', USER_AGENT)
  if (test) headers.push('x-pro-signal-test', 'true')
  return headers
}

function aborted(started: number): SendResult {
  const latencyMs = Math.round(performance.now() - started)
  return { outcome: 'failure', reason: 'aborted', message: 'The attempt was given up before it ended.', latencyMs }
}

function failure(reason: FailureReason, message: string): Promise<SendResult> {
  return Promise.resolve({ outcome: 'failure', reason, message, latencyMs: 0 })
}
