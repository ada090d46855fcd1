// One request and its response, on undici's `dispatch`. That is the layer below its `request`, without the stream that
// `request` creates for every body. `settle` is always called exactly once, at the latest on the time limit, and the
// connection is released before that.

import type { Dispatcher } from 'undici'
import { errorCode, reasonOf } from '../platform/app-error.ts'
import type { Connection, Connections } from './connections.ts'
import { isAfterUse } from './connector.ts'
import { type FailureReason, SendFailure } from './failures.ts'

export interface OutgoingRequest {
  readonly origin: string
  readonly path: string
  readonly method: string
  readonly headers: readonly string[] | Readonly<Record<string, string>>
  readonly body?: string | Uint8Array | undefined
}

export type ResponseHeaders = Readonly<Record<string, string | string[] | undefined>>

export interface ReadLimits {
  /** From the start to the last byte, connecting included. */
  readonly totalMs: number
  /** From the start to the response's headers. */
  readonly headersMs?: number
  /** How many bytes of the body are read until the connection is closed, and how many of them are kept. */
  readonly bodyOf: (status: number) => { readonly readBytes: number; readonly keptBytes: number }
}

export interface Answer {
  readonly status: number
  readonly headers: ResponseHeaders
  /** As it came over the wire, up to `keptBytes`. */
  readonly body: Uint8Array
  /** There was more to read than `readBytes`. */
  readonly isCut: boolean
}

export interface Failure {
  readonly reason: FailureReason
  /** A sentence for the customer. */
  readonly message: string
  /** 0 unless a response had started. */
  readonly status: number
}

export type Outcome =
  | { readonly answer: Answer; readonly failure?: undefined }
  | { readonly answer?: undefined; readonly failure: Failure }

/** Interim responses (1xx) that are accepted before the final one. */
const MAX_INTERIM = 8
const EMPTY = new Uint8Array(0)
const DONE = new Error('the exchange is settled')

export class Exchange implements Dispatcher.DispatchHandler {
  readonly #connections: Connections
  readonly #request: OutgoingRequest
  readonly #limits: ReadLimits
  readonly #settle: (outcome: Outcome) => void
  readonly #timer: NodeJS.Timeout
  readonly #headersTimer: NodeJS.Timeout | undefined
  #connection: Connection
  #controller: Dispatcher.DispatchController | undefined
  #isResent = false
  #isSettled = false
  #isResponding = false
  #status = 0
  #interim = 0
  #headers: ResponseHeaders = {}
  #readBytes = 0
  #maxReadBytes = 0
  #maxKeptBytes = 0
  #body: Uint8Array = EMPTY
  #bodyBytes = 0
  #bytesBefore = 0

  /** Takes a connection. `start` sends the request. */
  constructor(
    connections: Connections,
    request: OutgoingRequest,
    limits: ReadLimits,
    settle: (outcome: Outcome) => void,
  ) {
    this.#connections = connections
    this.#request = request
    this.#limits = limits
    this.#settle = settle
    this.#timer = setTimeout(onTimeout, limits.totalMs, this, limits.totalMs)
    if (limits.headersMs !== undefined) {
      this.#headersTimer = setTimeout(onTimeout, limits.headersMs, this, limits.headersMs)
    }
    this.#connection = connections.take(request.origin, false)
  }

  start(): this {
    this.#dispatch()
    return this
  }

  /** Bytes that were read from the connections, headers and framing included. */
  get bytesRead(): number {
    return this.#bytesBefore + (this.#isSettled ? 0 : this.#connection.bytesRead)
  }

  abort(): void {
    this.#fail('aborted', 'The attempt was aborted before it ended.')
  }

  timeOut(afterMs: number): void {
    const what = this.#isResponding
      ? `The response started (${this.#status || 'no status yet'}) but did not end`
      : 'There was no response'
    this.#fail('timeout', `${what} within ${afterMs / 1_000} s.`)
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller
  }

  onResponseStarted(): void {
    this.#isResponding = true
  }

  onResponseStart(_controller: Dispatcher.DispatchController, status: number, headers: ResponseHeaders): void {
    if (status < 200) {
      if (++this.#interim <= MAX_INTERIM) return
      this.#fail('invalid_response', `The server sent more than ${MAX_INTERIM} interim responses.`)
      return
    }
    clearTimeout(this.#headersTimer)
    this.#status = status
    this.#headers = headers
    const { readBytes, keptBytes } = this.#limits.bodyOf(status)
    this.#maxReadBytes = readBytes
    this.#maxKeptBytes = keptBytes
    this.#connection.allowBody(readBytes)
    // If the whole body is needed, a part of it is useless.
    if (keptBytes >= readBytes && Number(headers['content-length'] ?? 0) > readBytes) this.#cut()
  }

  onResponseData(_controller: Dispatcher.DispatchController, chunk: Uint8Array): void {
    if (this.#isSettled) return
    this.#readBytes += chunk.byteLength
    this.#keep(chunk)
    if (this.#readBytes > this.#maxReadBytes) this.#cut()
  }

  onResponseEnd(): void {
    this.#respond(false)
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: Error): void {
    if (this.#isSettled) return
    const code = errorCode(error) ?? ''
    const isLost = code === 'UND_ERR_SOCKET' || code === 'ECONNRESET' || code === 'EPIPE'
    if (isLost && !this.#isResponding && !this.#isResent && isAfterUse(error)) this.#resend()
    else this.#fail(...failureOf(error, code, isLost, this.#status))
  }

  /** A keep-alive connection that the other side had closed. The request had no effect, and is sent on a new one. */
  #resend(): void {
    this.#isResent = true
    this.#bytesBefore += this.#connection.bytesRead
    this.#connections.release(this.#request.origin, this.#connection, false)
    this.#controller = undefined
    this.#connection = this.#connections.take(this.#request.origin, true)
    if (this.#connections.isClosed) this.abort()
    else this.#dispatch()
  }

  #dispatch(): void {
    const { origin, path, method, headers, body } = this.#request
    const options = { origin, path, method, headers, body: body ?? null } as Dispatcher.DispatchOptions
    try {
      this.#connection.client.dispatch(options, this)
    } catch (error) {
      this.#fail('invalid_request', `The request cannot be sent (${reasonOf(error)}).`)
    }
  }

  /** One buffer, which grows: a body of many small chunks must not keep an object for each of them. */
  #keep(chunk: Uint8Array): void {
    const room = this.#maxKeptBytes - this.#bodyBytes
    if (room <= 0) return
    const part = chunk.byteLength > room ? chunk.subarray(0, room) : chunk
    const bytes = this.#bodyBytes + part.byteLength
    if (this.#bodyBytes === 0) this.#body = part
    else {
      if (bytes > this.#body.byteLength) {
        const larger = new Uint8Array(Math.min(this.#maxKeptBytes, Math.max(2 * this.#body.byteLength, bytes)))
        larger.set(this.#body.subarray(0, this.#bodyBytes))
        this.#body = larger
      }
      this.#body.set(part, this.#bodyBytes)
    }
    this.#bodyBytes = bytes
  }

  #cut(): void {
    this.#respond(true)
    this.#controller?.abort(DONE)
  }

  #respond(isCut: boolean): void {
    const body = this.#body.subarray(0, this.#bodyBytes)
    // The connection can be used again if the response was read to its end.
    this.#end({ answer: { status: this.#status, headers: this.#headers, body, isCut } }, !isCut)
  }

  #fail(reason: FailureReason, message: string): void {
    this.#end({ failure: { reason, message, status: this.#status } }, false)
    this.#controller?.abort(DONE)
  }

  #end(outcome: Outcome, isReusable: boolean): void {
    if (this.#isSettled) return
    this.#bytesBefore += this.#connection.bytesRead
    this.#isSettled = true
    clearTimeout(this.#timer)
    clearTimeout(this.#headersTimer)
    this.#connections.release(this.#request.origin, this.#connection, isReusable)
    this.#settle(outcome)
  }
}

function onTimeout(exchange: Exchange, afterMs: number): void {
  exchange.timeOut(afterMs)
}

function failureOf(error: Error, code: string, isLost: boolean, status: number): [FailureReason, string] {
  if (error instanceof SendFailure) return [error.reason, error.message]
  if (code === 'UND_ERR_HEADERS_OVERFLOW') return ['invalid_response', 'The response headers are too long.']
  if (/bad (response|upgrade)/.test(error.message)) {
    return ['invalid_response', 'The server sent an unexpected response, such as a protocol upgrade.']
  }
  if (isLost || code === 'UND_ERR_RES_CONTENT_LENGTH_MISMATCH') {
    const when = status === 0 ? 'before it responded' : `during its response (${status})`
    return ['reset', `The server closed the connection ${when}.`]
  }
  if (error.name === 'HTTPParserError') return ['invalid_response', 'The response is not valid HTTP/1.1.']
  if (code === 'UND_ERR_INVALID_ARG' || code === 'UND_ERR_NOT_SUPPORTED') {
    return ['invalid_request', `The request cannot be sent (${reasonOf(error)}).`]
  }
  if (code === 'UND_ERR_DESTROYED' || code === 'UND_ERR_CLOSED') return ['aborted', 'The attempt was aborted.']
  if (code.startsWith('ERR_SSL') || code.startsWith('ERR_TLS')) return ['tls', `TLS failed: ${reasonOf(error)}.`]
  // Only the code: the text of an unexpected error may contain our file names.
  return ['failed', `The exchange failed (${code || error.name}).`]
}
