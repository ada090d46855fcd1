// One POST and its response, on undici's `dispatch`. That is the layer below its `request`, without the stream that
// `request` creates for every body. `settle` is always called exactly once, at the latest on the timeout.

import type { Dispatcher } from 'undici'
import { type FailureReason, firstOf, isAfterUse, retryAfterOf, SendFailure } from '../../outbound/index.ts'
import { errorCode, reasonOf } from '../../platform/app-error.ts'
import { maskUrl } from '../../platform/text/mask-url.ts'
import { EXCERPT_BYTES, excerptOf, hide } from './excerpt.ts'
import type { Post, SendResult } from './post.ts'

export const MAX_RESPONSE_BYTES = 16 * 1_024
/** Interim responses (1xx) that are accepted before the final one. */
const MAX_INTERIM = 8

const EMPTY = new Uint8Array(0)
const DONE = new Error('the exchange is settled')

export class Exchange implements Dispatcher.DispatchHandler {
  readonly #post: Post
  readonly #settle: (result: SendResult, complete: boolean) => void
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
  #excerpt: Uint8Array = EMPTY
  #excerptLength = 0

  /** `resend` is called if the connection turns out to be dead before the request can have had an effect. */
  constructor(
    post: Post,
    started: number,
    timeoutMs: number,
    settle: (result: SendResult, complete: boolean) => void,
    resend?: () => void,
  ) {
    this.#post = post
    this.#settle = settle
    this.#resend = resend
    this.#started = started
    this.#timeoutMs = timeoutMs
    this.#timer = setTimeout(onTimeout, Math.max(0, timeoutMs - (performance.now() - started)), this)
  }

  abort(): void {
    this.#fail('aborted', 'The attempt was aborted before it ended.')
    this.#controller?.abort(DONE)
  }

  /** The request could not be started. */
  reject(error: unknown): void {
    this.#fail('invalid_request', `The request cannot be sent (${reasonOf(error)}).`)
  }

  timeOut(): void {
    const what = this.#responding
      ? `The response started (${this.#status || 'no status yet'}) but did not end`
      : 'There was no response'
    this.#fail('timeout', `${what} within ${this.#timeoutMs / 1_000} s.`)
    this.#controller?.abort(DONE)
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
      if (++this.#interim <= MAX_INTERIM) return
      this.#fail('invalid_response', `The server sent more than ${MAX_INTERIM} interim responses.`)
      controller.abort(DONE)
      return
    }
    this.#status = status
    this.#headers = headers
  }

  onResponseData(controller: Dispatcher.DispatchController, chunk: Uint8Array): void {
    if (this.#settled) return
    this.#addToExcerpt(chunk)
    this.#read += chunk.byteLength
    if (this.#read < MAX_RESPONSE_BYTES) return
    this.#respond(false)
    controller.abort(DONE)
  }

  onResponseEnd(): void {
    this.#respond(true)
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: Error): void {
    if (this.#settled) return
    const code = errorCode(error) ?? ''
    const lost = code === 'UND_ERR_SOCKET' || code === 'ECONNRESET' || code === 'EPIPE'
    if (lost && !this.#responding && this.#resend && isAfterUse(error)) {
      this.#settled = true
      clearTimeout(this.#timer)
      this.#resend()
      return
    }
    const [reason, message] = failureOf(error, code, lost, this.#status)
    this.#fail(reason, message)
  }

  /** Stores only what the excerpt can show. A body that drips in must not keep one buffer per chunk alive. */
  #addToExcerpt(chunk: Uint8Array): void {
    if (this.#excerptLength === 0) {
      this.#excerpt = chunk.byteLength > EXCERPT_BYTES ? chunk.subarray(0, EXCERPT_BYTES) : chunk
      this.#excerptLength = this.#excerpt.byteLength
      return
    }
    const room = EXCERPT_BYTES - this.#excerptLength
    if (room <= 0) return
    if (this.#excerpt.byteLength < EXCERPT_BYTES) {
      const full = new Uint8Array(EXCERPT_BYTES)
      full.set(this.#excerpt)
      this.#excerpt = full
    }
    const part = chunk.byteLength > room ? chunk.subarray(0, room) : chunk
    this.#excerpt.set(part, this.#excerptLength)
    this.#excerptLength += part.byteLength
  }

  /** `complete`: the response was read to its end, so that the connection can be reused. */
  #respond(complete: boolean): void {
    if (this.#status >= 300 && this.#status < 400) {
      this.#fail(
        'redirect',
        `The server answered ${this.#status}${locationOf(this.#headers, this.#post)}. Redirects are not followed.`,
        complete,
      )
      return
    }
    const retryAfterSeconds = retryAfterOf(this.#headers)
    const latencyMs = this.#latency()
    const excerpt = excerptOf(
      this.#excerpt.subarray(0, this.#excerptLength),
      firstOf(this.#headers['content-encoding']),
      this.#post.authKey,
    )
    const result: SendResult = { outcome: 'response', status: this.#status, latencyMs, excerpt }
    this.#end(retryAfterSeconds === undefined ? result : { ...result, retryAfterSeconds }, complete)
  }

  #fail(reason: FailureReason, message: string, complete = false): void {
    const failure: SendResult = { outcome: 'failure', reason, message, latencyMs: this.#latency() }
    this.#end(this.#status === 0 ? failure : { ...failure, status: this.#status }, complete)
  }

  #end(result: SendResult, complete: boolean): void {
    if (this.#settled) return
    this.#settled = true
    clearTimeout(this.#timer)
    this.#settle(result, complete)
  }

  #latency(): number {
    return Math.round(performance.now() - this.#started)
  }
}

function onTimeout(exchange: Exchange): void {
  exchange.timeOut()
}

/**
 * The target of a redirect, shortened, without the key, and masked: it is often the same URL with another host or slash,
 * and its tokens too. It helps the customer to fix the URL.
 */
function locationOf(headers: Record<string, string | string[] | undefined>, { url, authKey }: Post): string {
  const given = hide(firstOf(headers.location)?.replaceAll(/[^\x21-\x7e]/g, '') ?? '', authKey)
  if (given === '') return ''
  const location = maskUrl(URL.parse(given, url)?.href ?? given)
  return ` and pointed to ${location.length > 200 ? `${location.slice(0, 200)}…` : location}`
}

function failureOf(error: Error, code: string, lost: boolean, status: number): [FailureReason, string] {
  if (error instanceof SendFailure) return [error.reason, error.message]
  if (code === 'UND_ERR_HEADERS_OVERFLOW') return ['invalid_response', 'The response headers are too long.']
  if (/bad (response|upgrade)/.test(error.message)) {
    return ['invalid_response', 'The server sent an unexpected response, such as a protocol upgrade.']
  }
  if (lost || code === 'UND_ERR_RES_CONTENT_LENGTH_MISMATCH') {
    const when = status === 0 ? 'before it responded' : `during its response (${status})`
    return ['reset', `The server closed the connection ${when}.`]
  }
  if (error.name === 'HTTPParserError') {
    return ['invalid_response', 'The response is not valid HTTP/1.1.']
  }
  if (code === 'UND_ERR_INVALID_ARG' || code === 'UND_ERR_NOT_SUPPORTED') {
    return ['invalid_request', `The request cannot be sent (${reasonOf(error)}).`]
  }
  if (code === 'UND_ERR_DESTROYED' || code === 'UND_ERR_CLOSED') return ['aborted', 'The attempt was aborted.']
  if (code.startsWith('ERR_SSL') || code.startsWith('ERR_TLS')) return ['tls', `TLS failed: ${reasonOf(error)}.`]
  // Only the code: the text of an unexpected error may contain our file names.
  return ['failed', `The exchange failed (${code || error.name}).`]
}
