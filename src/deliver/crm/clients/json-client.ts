// Requests to the API of a CRM, through the guard of outgoing connections: what is no public address is never asked. Bodies
// and time are bounded.

import type { Dispatcher } from 'undici'
import {
  Connections,
  checkEndpointUrl,
  dnsResolve,
  isAfterUse,
  type Resolve,
  retryAfterOf,
  SendFailure,
  shareLookups,
} from '../../../outbound/index.ts'
import { AppError, errorCode } from '../../../platform/app-error.ts'
import { VERSION } from '../../../platform/config/version.ts'
import { CrmError } from './crm.ts'

export interface JsonRequest {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH'
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string | undefined
}

export interface JsonReply {
  readonly status: number
  /** Undefined if it isn't JSON. */
  readonly body: unknown
  readonly retryAfterSeconds: number | undefined
}

interface JsonClientOptions {
  readonly allowLoopback: boolean
  readonly resolve?: Resolve
  readonly timeoutMs?: number
}

const REQUEST_TIMEOUT_MS = 15_000
const CONNECT_TIMEOUT_MS = 3_000
const MAX_BODY_BYTES = 4 * 1_024 * 1_024
const MAX_ORIGINS = 256
const IDLE_MS = 60_000

export class JsonClient {
  readonly #options: JsonClientOptions
  readonly #connections: Connections

  constructor(options: JsonClientOptions) {
    this.#options = options
    this.#connections = new Connections(
      {
        allowLoopback: options.allowLoopback,
        resolve: shareLookups(options.resolve ?? dnsResolve()),
        connectTimeoutMs: CONNECT_TIMEOUT_MS,
        connecting: new Set(),
      },
      { maxOrigins: MAX_ORIGINS, idleMs: IDLE_MS },
    )
  }

  /** Rejects with a CrmError if there is no answer. */
  async send(request: JsonRequest): Promise<JsonReply> {
    let url: URL
    try {
      url = new URL(checkEndpointUrl(request.url, this.#options))
    } catch (error) {
      if (error instanceof AppError) throw new CrmError('access', error.message)
      throw error
    }
    try {
      return await this.#exchange(request, url, false)
    } catch (error) {
      // A connection that the other side had closed. All requests can be repeated.
      if (error instanceof CrmError || !(error instanceof Error && isAfterUse(error))) throw error
      return this.#exchange(request, url, true).catch((second: unknown) => {
        throw second instanceof CrmError ? second : new CrmError('unavailable', 'The connection to the CRM broke.')
      })
    }
  }

  close(): Promise<void> {
    return this.#connections.close()
  }

  #exchange({ method, headers, body }: JsonRequest, { origin, pathname, search }: URL, fresh: boolean) {
    const connection = this.#connections.take(origin, fresh)
    connection.allowBody(MAX_BODY_BYTES)
    const { promise, resolve, reject } = Promise.withResolvers<JsonReply>()
    const handler = new Exchange(
      this.#options.timeoutMs ?? REQUEST_TIMEOUT_MS,
      (reply) => {
        this.#connections.release(origin, connection, true)
        resolve(reply)
      },
      (error) => {
        this.#connections.release(origin, connection, false)
        reject(error)
      },
    )
    const all = { accept: 'application/json', 'user-agent': `Pro-Signal/${VERSION}`, ...headers }
    try {
      connection.client.dispatch({ method, path: pathname + search, headers: all, body: body ?? null }, handler)
    } catch {
      handler.fail(
        new CrmError('access', 'The request can’t be sent: the credentials have characters that no header takes.'),
      )
    }
    return promise
  }
}

class Exchange implements Dispatcher.DispatchHandler {
  readonly #succeed: (reply: JsonReply) => void
  readonly #reject: (error: Error) => void
  readonly #timer: NodeJS.Timeout
  #controller: Dispatcher.DispatchController | undefined
  #isSettled = false
  #status = 0
  #headers: Record<string, string | string[] | undefined> = {}
  readonly #chunks: Uint8Array[] = []
  #read = 0

  constructor(timeoutMs: number, succeed: (reply: JsonReply) => void, reject: (error: Error) => void) {
    this.#succeed = succeed
    this.#reject = reject
    const text = `The CRM didn’t answer within ${timeoutMs / 1_000} s.`
    this.#timer = setTimeout(() => this.fail(new CrmError('unavailable', text)), timeoutMs)
  }

  fail(error: Error): void {
    if (!this.#settle()) return
    this.#reject(error)
    this.#controller?.abort(error)
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller
  }

  onResponseStart(
    _controller: Dispatcher.DispatchController,
    status: number,
    headers: Record<string, string | string[] | undefined>,
  ): void {
    this.#status = status
    this.#headers = headers
  }

  onResponseData(_controller: Dispatcher.DispatchController, chunk: Uint8Array): void {
    this.#read += chunk.byteLength
    if (this.#read > MAX_BODY_BYTES) this.fail(new CrmError('unavailable', 'The answer of the CRM is too large.'))
    else this.#chunks.push(chunk)
  }

  onResponseEnd(): void {
    if (!this.#settle()) return
    const retryAfterSeconds = retryAfterOf(this.#headers)
    this.#succeed({ status: this.#status, body: parsed(Buffer.concat(this.#chunks)), retryAfterSeconds })
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: Error): void {
    this.fail(isAfterUse(error) && this.#status === 0 ? error : brokenBy(error))
  }

  #settle(): boolean {
    if (this.#isSettled) return false
    this.#isSettled = true
    clearTimeout(this.#timer)
    return true
  }
}

function brokenBy(error: Error): CrmError {
  if (!(error instanceof SendFailure))
    return new CrmError('unavailable', `The connection to the CRM broke (${errorCode(error) ?? error.name}).`)
  const isForbidden = error.reason === 'forbidden_address' || error.reason === 'forbidden_url'
  return new CrmError(isForbidden ? 'access' : 'unavailable', error.message)
}

function parsed(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString('utf8'))
  } catch {
    return undefined
  }
}
