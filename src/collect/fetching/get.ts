// One request and its response, on undici's `dispatch`. The promise always settles, at the latest on the time limit.

import type { Dispatcher } from 'undici'
import { type Connection, type FailureReason, isAfterUse, SendFailure } from '../../outbound/index.ts'
import { errorCode, reasonOf } from '../../platform/app-error.ts'
import { VisitFailure } from '../collectors/index.ts'

export type Headers = Readonly<Record<string, string | string[] | undefined>>

export interface Reply {
  readonly status: number
  readonly headers: Headers
  /** As it came over the wire. Empty unless the status is 200. */
  readonly body: Buffer
}

export interface GetLimits {
  readonly maxBytes: number
  /** From the start to the response's headers, connecting included. */
  readonly headersMs: number
  /** For everything. */
  readonly totalMs: number
}

/** A keep-alive connection that the other side had closed. The request had no effect and can be sent on another. */
export class LostConnection extends Error {}

/** Interim responses (1xx) that are accepted before the final one. */
const MAX_INTERIM = 8
/** Of a body that is discarded. A longer one closes the connection. */
const MAX_IGNORED_BYTES = 16 * 1_024
const DONE = new Error('the exchange is settled')

export interface SentRequest {
  readonly path: string
  readonly headers: Record<string, string>
  /** It is sent with POST. */
  readonly body?: string | undefined
}

/** `complete`: the response was read to its end, so that the connection can be reused. */
export function exchange(
  connection: Connection,
  origin: string,
  { path, headers, body }: SentRequest,
  limits: GetLimits,
): Promise<{ reply: Reply; complete: boolean }> {
  return new Promise((resolve, reject) => {
    const handler = new Exchange(connection, limits, resolve, reject)
    try {
      const method = body === undefined ? 'GET' : 'POST'
      connection.client.dispatch({ origin, path, method, headers, body: body ?? null }, handler)
    } catch (error) {
      handler.fail(new VisitFailure('invalid_response', `The request cannot be sent (${reasonOf(error)}).`))
    }
  })
}

class Exchange implements Dispatcher.DispatchHandler {
  readonly #connection: Connection
  readonly #limits: GetLimits
  readonly #resolve: (result: { reply: Reply; complete: boolean }) => void
  readonly #reject: (error: Error) => void
  readonly #total: NodeJS.Timeout
  readonly #headersTimer: NodeJS.Timeout
  #controller: Dispatcher.DispatchController | undefined
  #settled = false
  #responding = false
  #interim = 0
  #status = 0
  #headers: Headers = {}
  #chunks: Uint8Array[] = []
  #read = 0

  constructor(
    connection: Connection,
    limits: GetLimits,
    resolve: (result: { reply: Reply; complete: boolean }) => void,
    reject: (error: Error) => void,
  ) {
    this.#connection = connection
    this.#limits = limits
    this.#resolve = resolve
    this.#reject = reject
    this.#total = setTimeout(() => this.#timeOut(limits.totalMs), limits.totalMs)
    this.#headersTimer = setTimeout(() => this.#timeOut(limits.headersMs), limits.headersMs)
  }

  fail(error: Error): void {
    if (this.#settled) return
    this.#stop()
    this.#reject(error)
    this.#controller?.abort(DONE)
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller
  }

  onResponseStarted(): void {
    this.#responding = true
  }

  onResponseStart(_controller: Dispatcher.DispatchController, status: number, headers: Headers): void {
    if (status < 200) {
      if (++this.#interim > MAX_INTERIM)
        this.fail(new VisitFailure('invalid_response', 'The server sent too many interim responses.'))
      return
    }
    clearTimeout(this.#headersTimer)
    this.#status = status
    this.#headers = headers
    this.#connection.allowBody(this.#maxBytes)
    if (status === 200 && Number(headers['content-length'] ?? 0) > this.#maxBytes) this.#tooLarge()
  }

  onResponseData(controller: Dispatcher.DispatchController, chunk: Uint8Array): void {
    if (this.#settled) return
    this.#read += chunk.byteLength
    if (this.#read > this.#maxBytes) {
      if (this.#status === 200) this.#tooLarge()
      else this.#succeed(false)
      controller.abort(DONE)
    } else if (this.#status === 200) this.#chunks.push(chunk)
  }

  onResponseEnd(): void {
    this.#succeed(true)
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: Error): void {
    if (this.#settled) return
    const code = errorCode(error) ?? ''
    const lost = code === 'UND_ERR_SOCKET' || code === 'ECONNRESET' || code === 'EPIPE'
    if (lost && !this.#responding && isAfterUse(error)) this.fail(new LostConnection())
    else this.fail(failureOf(error, code, lost, this.#status))
  }

  get #maxBytes(): number {
    return this.#status === 200 ? this.#limits.maxBytes : MAX_IGNORED_BYTES
  }

  #tooLarge(): void {
    this.fail(new VisitFailure('too_large', `The body is larger than ${this.#limits.maxBytes} bytes.`))
  }

  #timeOut(afterMs: number): void {
    const what = this.#status === 0 ? 'There was no response' : 'The response did not end'
    this.fail(new VisitFailure('unavailable', `${what} within ${afterMs / 1_000} s.`))
  }

  #succeed(complete: boolean): void {
    if (this.#settled) return
    this.#stop()
    const body = Buffer.concat(this.#chunks)
    this.#resolve({ reply: { status: this.#status, headers: this.#headers, body }, complete })
  }

  #stop(): void {
    this.#settled = true
    clearTimeout(this.#total)
    clearTimeout(this.#headersTimer)
  }
}

const REASONS: Partial<Record<FailureReason, 'refused' | 'invalid_response'>> = {
  forbidden_address: 'refused',
  invalid_response: 'invalid_response',
}

function failureOf(error: Error, code: string, lost: boolean, status: number): VisitFailure {
  if (error instanceof SendFailure) return new VisitFailure(REASONS[error.reason] ?? 'unavailable', error.message)
  if (code === 'UND_ERR_RES_CONTENT_LENGTH_MISMATCH' || (lost && status !== 0)) {
    return new VisitFailure('invalid_response', 'The response ended half way.')
  }
  if (
    error.name === 'HTTPParserError' ||
    code === 'UND_ERR_HEADERS_OVERFLOW' ||
    /bad (response|upgrade)/.test(error.message)
  ) {
    return new VisitFailure('invalid_response', 'The response is not valid HTTP/1.1.')
  }
  if (lost) return new VisitFailure('unavailable', 'The server closed the connection before it responded.')
  // Only the code: the text of an unexpected error may contain our file names.
  return new VisitFailure('unavailable', `The request failed (${code || error.name}).`)
}
