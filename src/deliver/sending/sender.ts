import {
  Connections,
  checkEndpointUrl,
  dnsResolve,
  Exchange,
  type FailureReason,
  type ReadLimits,
  type Resolve,
  shareLookups,
} from '../../outbound/index.ts'
import { VERSION } from '../../platform/config/version.ts'
import { LruMap } from '../../platform/lru-map.ts'
import type { Post, SendResult } from './post.ts'
import { readLimits, resultOf } from './result.ts'
import { addSignature } from './signature.ts'

export interface SenderOptions {
  /** For development: allows HTTP and HTTPS to loopback, on any port. */
  readonly allowLoopback: boolean
  readonly resolve?: Resolve
  readonly connectTimeoutMs?: number
  /** For the complete exchange, from DNS to the last byte of the response. */
  readonly exchangeTimeoutMs?: number
  readonly maxOrigins?: number
  readonly idleOriginMs?: number
  /** Certificates (PEM) to trust instead of the system's. */
  readonly ca?: string
}

interface RequestTarget {
  readonly origin: string
  readonly path: string
}

export const CONNECT_TIMEOUT_MS = 3_000
export const EXCHANGE_TIMEOUT_MS = 15_000
const MAX_ORIGINS = 4_096
const IDLE_ORIGIN_MS = 60_000
/** URLs that are cached as valid. */
const MAX_TARGETS = 4_096
const USER_AGENT = `Pro-Signal/${VERSION}`

/** Sends POSTs to customers' endpoints. `send` never rejects: every failure is a result. */
export class Sender {
  readonly #options: SenderOptions
  readonly #limits: ReadLimits
  readonly #connections: Connections
  readonly #targets = new LruMap<string, RequestTarget>(MAX_TARGETS)
  readonly #running = new Set<Exchange>()
  /** One listener per signal, however many exchanges it aborts. */
  readonly #bySignal = new WeakMap<AbortSignal, Set<Exchange>>()
  #closed = false

  constructor(options: SenderOptions) {
    this.#options = options
    this.#limits = readLimits(options.exchangeTimeoutMs ?? EXCHANGE_TIMEOUT_MS)
    this.#connections = new Connections(
      {
        allowLoopback: options.allowLoopback,
        resolve: shareLookups(options.resolve ?? dnsResolve()),
        connectTimeoutMs: options.connectTimeoutMs ?? CONNECT_TIMEOUT_MS,
        ca: options.ca,
        connecting: new Set(),
      },
      { maxOrigins: options.maxOrigins ?? MAX_ORIGINS, idleMs: options.idleOriginMs ?? IDLE_ORIGIN_MS },
    )
  }

  /** The number of origins with connections. */
  get origins(): number {
    return this.#connections.origins
  }

  get inFlight(): number {
    return this.#running.size
  }

  send(post: Post, signal?: AbortSignal): Promise<SendResult> {
    if (this.#closed || signal?.aborted) return failure('aborted', 'The attempt was aborted before it started.')
    let target: RequestTarget
    try {
      target = this.#targetOf(post.url)
    } catch (error) {
      return failure('forbidden_url', error instanceof Error ? error.message : String(error))
    }
    return this.#post(post, target, signal)
  }

  /** Aborts the requests in flight and closes all connections. */
  async close(): Promise<void> {
    this.#closed = true
    for (const exchange of this.#running) exchange.abort()
    await this.#connections.close()
  }

  #post(post: Post, { origin, path }: RequestTarget, signal: AbortSignal | undefined): Promise<SendResult> {
    const { promise, resolve } = Promise.withResolvers<SendResult>()
    const group = signal && this.#groupOf(signal)
    const startedMs = performance.now()
    const request = { origin, path, method: 'POST', headers: headersOf(post), body: post.body }
    const exchange = new Exchange(this.#connections, request, this.#limits, (outcome) => {
      this.#running.delete(exchange)
      group?.delete(exchange)
      resolve(resultOf(outcome, post, Math.round(performance.now() - startedMs)))
    })
    this.#running.add(exchange)
    group?.add(exchange)
    exchange.start()
    return promise
  }

  /** The URL is checked on every attempt. Valid ones are cached. */
  #targetOf(text: string): RequestTarget {
    const cached = this.#targets.get(text)
    if (cached) return cached
    const { origin, pathname, search } = new URL(checkEndpointUrl(text, this.#options))
    const target = { origin, path: pathname + search }
    this.#targets.set(text, target)
    return target
  }

  #groupOf(signal: AbortSignal): Set<Exchange> {
    const existing = this.#bySignal.get(signal)
    if (existing) return existing
    const group = new Set<Exchange>()
    this.#bySignal.set(signal, group)
    const abortAll = () => {
      for (const exchange of group) exchange.abort()
    }
    signal.addEventListener('abort', abortAll, { once: true })
    return group
  }
}

function headersOf({ authKey, test, signing, body }: Post): string[] {
  const headers = authKey === '' ? [] : ['authorization', `Bearer ${authKey}`]
  headers.push('content-type', 'application/json', 'accept', 'application/json', 'user-agent', USER_AGENT)
  if (test) headers.push('x-pro-signal-test', 'true')
  if (signing) addSignature(headers, signing, Math.floor(Date.now() / 1_000), body)
  return headers
}

/** The headers of every attempt to deliver an event, with the secrets and the values of one attempt masked. */
export function shownHeaders(eventId: string): { readonly name: string; readonly value: string }[] {
  const all = headersOf({ url: '', authKey: '…', body: '', signing: { id: eventId, keys: [] } })
  const masked: Readonly<Record<string, string>> = { 'webhook-timestamp': '…', 'webhook-signature': 'v1,…' }
  return all.flatMap((name, i) => (i % 2 === 0 ? { name, value: masked[name] ?? all[i + 1] ?? '' } : []))
}

function failure(reason: FailureReason, message: string): Promise<SendResult> {
  return Promise.resolve({ outcome: 'failure', reason, message, latencyMs: 0 })
}
