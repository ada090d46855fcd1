// One POST and its response, on undici's dispatch: the layer below its `request`, without the stream that `request`
// makes for every body. Whatever happens, `settle` is called once, at the latest when the time is up.

import type { Dispatcher } from 'undici'
import { errorCode, reasonOf } from '../../platform/app-error.ts'
import { isAfterUse } from './connector.ts'
import { EXCERPT_BYTES, excerptOf, hide } from './excerpt.ts'
import { type FailureReason, SendFailure } from './failures.ts'
import { parseRetryAfter } from './retry-after.ts'
import type { Post, SendResult } from './sender.ts'

export const MOST_RESPONSE_BYTES = 16 * 1_024
/** Interim responses (1xx) that are let pass before the real one. */
const MOST_INTERIM = 8

const NOTHING = new Uint8Array(0)
const ENOUGH = new Error('enough was read')

export class Exchange implements Dispatcher.DispatchHandler {
  readonly #post: Post
  readonly #settle: (result: SendResult, whole: boolean) => void
  readonly #resend: (() => void) | undefined
  readonly #started: number
  readonly #timeoutMs: number
  readonly #timer: NodeJS.Timeout
  #controller: Dispatcher.DispatchController | undefined
  #settled = false
  #responding = false
  #status = 0
  #interim = 0
  #headers: Record<string, string | string[] | undefined> = {}
  #read = 0
  #kept: Uint8Array = NOTHING
  #keptLength = 0

  /** `resend` is for a connection that turns out to be dead before the request can have had an effect. */
  constructor(
    post: Post,
    started: number,
    timeoutMs: number,
    settle: (result: SendResult, whole: boolean) => void,
    resend?: () => void,
  ) {
    this.#post = post
    this.#settle = settle
    this.#resend = resend
    this.#started = started
    this.#timeoutMs = timeoutMs
    this.#timer = setTimeout(onTimeUp, Math.max(0, timeoutMs - (performance.now() - started)), this)
  }

  /** Ends it from outside. */
  abort(): void {
    this.#fail('aborted', 'The attempt was given up before it ended.')
    this.#controller?.abort(ENOUGH)
  }

  /** It could not even be begun. */
  refuse(error: unknown): void {
    this.#fail('invalid_request', `The request cannot be sent (${reasonOf(error)}).`)
  }

  timeUp(): void {
    const what = this.#responding
      ? `The response began (${this.#status || 'no status yet'}) but did not end`
      : 'There was no response'
    this.#fail('timeout', `${what} within ${this.#timeoutMs / 1_000} s.`)
    this.#controller?.abort(ENOUGH)
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller
  }

  onResponseStarted(): void {
    this.#responding = true
  }

  onResponseStart(
    controller: Dispatcher.DispatchController,
    status: number,
    headers: Record<string, string | string[] | undefined>,
  ): void {
    if (status < 200) {
      if (++this.#interim <= MOST_INTERIM) return
      this.#fail('invalid_response', `The server sent more than ${MOST_INTERIM} interim responses.`)
      controller.abort(ENOUGH)
      return
    }
    this.#status = status
    this.#headers = headers
  }

  onResponseData(controller: Dispatcher.DispatchController, chunk: Uint8Array): void {
    if (this.#settled) return
    this.#keep(chunk)
    this.#read += chunk.byteLength
    if (this.#read < MOST_RESPONSE_BYTES) return
    this.#respond(false)
    controller.abort(ENOUGH)
  }

  onResponseEnd(): void {
    this.#respond(true)
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: Error): void {
    if (this.#settled) return
    const code = errorCode(error) ?? ''
    const lost = code === 'UND_ERR_SOCKET' || code === 'ECONNRESET' || code === 'EPIPE'
    if (lost && !this.#responding && this.#resend && (isAfterUse(error) || wasRead(error))) {
      this.#settled = true
      clearTimeout(this.#timer)
      this.#resend()
      return
    }
    const [reason, message] = failureOf(error, code, lost, this.#status)
    this.#fail(reason, message)
  }

  /** Only what the excerpt can show is kept. Bytes that drip in must not each keep a buffer of their own alive. */
  #keep(chunk: Uint8Array): void {
    if (this.#keptLength === 0) {
      this.#kept = chunk.byteLength > EXCERPT_BYTES ? chunk.subarray(0, EXCERPT_BYTES) : chunk
      this.#keptLength = this.#kept.byteLength
      return
    }
    const room = EXCERPT_BYTES - this.#keptLength
    if (room <= 0) return
    if (this.#kept.byteLength < EXCERPT_BYTES) {
      const whole = new Uint8Array(EXCERPT_BYTES)
      whole.set(this.#kept)
      this.#kept = whole
    }
    const part = chunk.byteLength > room ? chunk.subarray(0, room) : chunk
    this.#kept.set(part, this.#keptLength)
    this.#keptLength += part.byteLength
  }

  /** `whole`: to its end, and not just as far as it is read. */
  #respond(whole: boolean): void {
    if (this.#status >= 300 && this.#status < 400) {
      this.#fail(
        'redirect',
        `The server answered ${this.#status}${locationOf(this.#headers, this.#post.authKey)}; redirects are not followed.`,
        whole,
      )
      return
    }
    const retryAfter = one(this.#headers['retry-after'])
    const retryAfterSeconds = retryAfter === undefined ? undefined : parseRetryAfter(retryAfter, clockOf(this.#headers))
    const latencyMs = this.#latency()
    const excerpt = excerptOf(
      this.#kept.subarray(0, this.#keptLength),
      one(this.#headers['content-encoding']),
      this.#post.authKey,
    )
    const result: SendResult = { outcome: 'response', status: this.#status, latencyMs, excerpt }
    this.#end(retryAfterSeconds === undefined ? result : { ...result, retryAfterSeconds }, whole)
  }

  #fail(reason: FailureReason, message: string, whole = false): void {
    const failure: SendResult = { outcome: 'failure', reason, message, latencyMs: this.#latency() }
    this.#end(this.#status === 0 ? failure : { ...failure, status: this.#status }, whole)
  }

  #end(result: SendResult, whole: boolean): void {
    if (this.#settled) return
    this.#settled = true
    clearTimeout(this.#timer)
    this.#settle(result, whole)
  }

  #latency(): number {
    return Math.round(performance.now() - this.#started)
  }
}

function onTimeUp(exchange: Exchange): void {
  exchange.timeUp()
}

function one(value: string | string[] | undefined): string | undefined {
  return Array.isArray(value) ? value[0] : value
}

/** The receiver's own clock, by which its dates are meant, in milliseconds. */
function clockOf(headers: Record<string, string | string[] | undefined>): number {
  const date = Date.parse(one(headers.date) ?? '')
  return Number.isNaN(date) ? Date.now() : date
}

/** Where a redirect points, shortened and without the key: whoever reads it wants to mend the URL. */
function locationOf(headers: Record<string, string | string[] | undefined>, secret: string): string {
  const location = hide(one(headers.location)?.replaceAll(/[^\x21-\x7e]/g, '') ?? '', secret)
  if (location === '') return ''
  return ` and pointed to ${location.length > 200 ? `${location.slice(0, 200)}…` : location}`
}

/** undici's own error of a closed connection says how much had been read on it. */
function wasRead(error: Error): boolean {
  return ((error as { socket?: { bytesRead?: number } }).socket?.bytesRead ?? 0) > 0
}

function failureOf(error: Error, code: string, lost: boolean, status: number): [FailureReason, string] {
  if (error instanceof SendFailure) return [error.reason, error.message]
  if (code === 'UND_ERR_HEADERS_OVERFLOW') return ['invalid_response', 'The headers of the response are too long.']
  if (/bad (response|upgrade)/.test(error.message)) {
    return ['invalid_response', 'The server answered with something that nobody asked for, such as an upgrade.']
  }
  if (lost || code === 'UND_ERR_RES_CONTENT_LENGTH_MISMATCH') {
    const when = status === 0 ? 'before it answered' : `in the middle of its answer (${status})`
    return ['reset', `The server closed the connection ${when}.`]
  }
  if (error.name === 'HTTPParserError') {
    return ['invalid_response', 'The response is no valid HTTP/1.1.']
  }
  if (code === 'UND_ERR_INVALID_ARG' || code === 'UND_ERR_NOT_SUPPORTED') {
    return ['invalid_request', `The request cannot be sent (${reasonOf(error)}).`]
  }
  if (code === 'UND_ERR_DESTROYED' || code === 'UND_ERR_CLOSED') return ['aborted', 'The attempt was given up.']
  if (code.startsWith('ERR_SSL') || code.startsWith('ERR_TLS')) return ['tls', `TLS failed: ${reasonOf(error)}.`]
  // By its code only: the text of an error that nobody expected may name files of ours.
  return ['failed', `The exchange failed (${code || error.name}).`]
}
