// Sends one call: attempts, time-outs, retries, and the answer as JSON or as an error.

import { ConnectionError, type ErrorBody, errorOf, ProSignalError, TimeoutError } from './errors.ts'
import type { Logger } from './logger.ts'
import { delayBeforeRetry, type RetryPolicy } from './retry.ts'

export interface RequestOptions {
  /** Ends the call, also while it waits for a retry. */
  readonly signal?: AbortSignal
  /** Milliseconds for one attempt. */
  readonly timeout?: number
  readonly maxRetries?: number
  /** Milliseconds for the whole call, with its retries and waits. */
  readonly patience?: number
  /** Whether a metered request is repeated if it was sent and got no complete answer: it may then be charged twice. */
  readonly retryUnanswered?: boolean
}

export interface Call {
  readonly method: 'GET' | 'POST'
  readonly path: string
  readonly query?: Readonly<Record<string, unknown>>
  readonly body?: unknown
  /** Whether a 2xx reply is charged. */
  readonly metered: boolean
}

/** The monthly request budget, as the last metered reply described it. */
export interface RateState {
  readonly limit: number
  readonly remaining: number
  readonly resetUnix: number
  readonly policy: string
}

/** The reply with what is around it. */
export interface ResponseOf<T> {
  readonly data: T
  readonly status: number
  readonly headers: Headers
  readonly requestId: string | undefined
  /** Absent for calls that are not metered. */
  readonly rate: RateState | undefined
  readonly attempts: number
  /** An earlier attempt was sent and got no complete answer, so this call may have been charged more than once. */
  readonly mayHaveBeenChargedTwice: boolean
}

export interface TransportOptions extends RetryPolicy {
  readonly apiKey: string
  readonly baseUrl: string
  readonly timeout: number
  readonly fetch: typeof fetch
  readonly logger: Logger
}

/** Errors of a connection that was never made, so nothing was sent. Names of Node, Bun and Deno. */
const NOT_SENT = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
  'ConnectionRefused',
])

/** Longer timers fire at once. */
const MAX_TIMER_MS = 2 ** 31 - 1

export class Transport {
  readonly #options: TransportOptions
  rate: RateState | undefined

  constructor(options: TransportOptions) {
    this.#options = options
  }

  get logger(): Logger {
    return this.#options.logger
  }

  async send<T>(call: Call, own: RequestOptions = {}): Promise<ResponseOf<T>> {
    const { logger } = this.#options
    const policy = { ...this.#options, ...defined(own) }
    const startedAt = performance.now()
    let mayHaveBeenChargedTwice = false
    for (let retries = 0; ; retries++) {
      const left = policy.patience - (performance.now() - startedAt)
      try {
        const reply = await this.#attempt<T>(call, Math.min(policy.timeout, left), own.signal)
        return { ...reply, attempts: retries + 1, mayHaveBeenChargedTwice }
      } catch (error) {
        if (!(error instanceof ProSignalError)) throw error
        const stillLeft = policy.patience - (performance.now() - startedAt)
        const delay = delayBeforeRetry(error, retries, stillLeft, policy)
        const about = { method: call.method, path: call.path, attempt: retries + 1, reason: error.message }
        if (delay === undefined) {
          logger.debug?.('the call failed', about)
          throw error
        }
        if (error instanceof ConnectionError && error.mayHaveBeenCharged) {
          mayHaveBeenChargedTwice = true
          logger.warn?.('no complete answer: the request is sent again and may be charged twice', about)
        } else {
          logger.info?.(`trying again in ${(delay / 1000).toFixed(1)} s`, about)
        }
        await wait(delay, own.signal)
      }
    }
  }

  async #attempt<T>(call: Call, timeoutMs: number, signal: AbortSignal | undefined) {
    const { apiKey, logger } = this.#options
    signal?.throwIfAborted()
    const timeout = AbortSignal.timeout(Math.max(0, Math.min(MAX_TIMER_MS, Math.ceil(timeoutMs))))
    try {
      const response = await this.#options.fetch(this.#urlOf(call), {
        method: call.method,
        headers: {
          authorization: `Bearer ${apiKey}`,
          accept: 'application/json',
          ...(call.body !== undefined && { 'content-type': 'application/json' }),
        },
        ...(call.body !== undefined && { body: JSON.stringify(call.body, asText) }),
        signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
        // A redirect would turn a POST into a GET, or send the key to another host.
        redirect: 'manual',
      })
      const text = await response.text()
      logger.debug?.(`${call.method} ${call.path}: ${response.status}`)
      return this.#read<T>(call, response, text)
    } catch (error) {
      if (error instanceof ProSignalError) throw error
      if (signal?.aborted) throw signal.reason
      const sent = !NOT_SENT.has(codeOf(error))
      const mayHaveBeenCharged = call.metered && sent
      if (timeout.aborted) {
        throw new TimeoutError(`No complete answer within ${(timeoutMs / 1000).toFixed(1)} s.`, {
          cause: error,
          mayHaveBeenCharged,
        })
      }
      const reason = codeOf(error) || (error instanceof Error ? error.message : String(error))
      throw new ConnectionError(`No complete answer from ${this.#options.baseUrl}: ${reason}.`, {
        cause: error,
        mayHaveBeenCharged,
      })
    }
  }

  #read<T>(call: Call, response: Response, text: string) {
    const { status, headers } = response
    const json = parse(text)
    if (!response.ok) {
      if (status === 0 || (status >= 300 && status < 400)) {
        const target = headers.get('location')
        throw new ProSignalError(
          `${this.#options.baseUrl} redirects${target ? ` to ${target}` : ''}: use the final address as baseUrl.`,
        )
      }
      throw errorOf({ status, headers, body: errorBody(json) })
    }
    if (typeof json !== 'object' || json === null) {
      throw new ConnectionError('The reply is not JSON, or is cut off.', { mayHaveBeenCharged: call.metered })
    }
    const rate = rateOf(headers)
    if (rate) this.rate = rate
    return { data: json as T, status, headers, requestId: headers.get('x-request-id') ?? undefined, rate }
  }

  #urlOf({ path, query = {} }: Call): string {
    const url = new URL(`${this.#options.baseUrl}${path}`)
    for (const [name, value] of Object.entries(query)) {
      if (value !== undefined) url.searchParams.set(name, Array.isArray(value) ? value.join(',') : String(value))
    }
    return url.href
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function errorBody(json: unknown): ErrorBody {
  const error = typeof json === 'object' && json !== null && 'error' in json ? json.error : undefined
  return typeof error === 'object' && error !== null ? error : {}
}

function rateOf(headers: Headers): RateState | undefined {
  const policy = headers.get('x-ratelimit-policy')
  if (!policy) return undefined
  const number = (name: string) => Number(headers.get(`x-ratelimit-${name}`))
  return { limit: number('limit'), remaining: number('remaining'), resetUnix: number('reset'), policy }
}

/** The code of an error or of what caused it: fetch wraps the socket's error, and several addresses give several. */
function codeOf(error: unknown, depth = 0): string {
  if (typeof error !== 'object' || error === null || depth > 4) return ''
  const { code, cause, errors } = error as { code?: unknown; cause?: unknown; errors?: unknown }
  if (typeof code === 'string') return code
  return codeOf(cause, depth + 1) || (Array.isArray(errors) ? codeOf(errors[0], depth + 1) : '')
}

function defined<T extends object>(options: T): Partial<T> {
  return Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined)) as Partial<T>
}

function wait(milliseconds: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer)
      reject(signal?.reason)
    }
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop)
      resolve()
    }, milliseconds)
    if (signal?.aborted) stop()
    else signal?.addEventListener('abort', stop, { once: true })
  })
}

/** As JSON, NaN would be null, which means "left out". As a text it is rejected, with the name of its field. */
function asText(_key: string, value: unknown): unknown {
  return typeof value === 'number' && !Number.isFinite(value) ? String(value) : value
}
