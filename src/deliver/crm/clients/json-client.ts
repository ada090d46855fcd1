// Requests to the API of a CRM, through the guard of outgoing connections: only public addresses are contacted. Bodies
// and time are bounded.

import {
  type Answer,
  Connections,
  checkEndpointUrl,
  dnsResolve,
  Exchange,
  type Failure,
  type FailureReason,
  type ReadLimits,
  type Resolve,
  retryAfterOf,
  shareLookups,
} from '../../../outbound/index.ts'
import { AppError } from '../../../platform/app-error.ts'
import { VERSION } from '../../../platform/config/version.ts'
import { CrmError } from './crm.ts'

export interface JsonRequest {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH'
  readonly url: string
  /** Encoded, without the question mark. It may be longer than a stored address. */
  readonly query?: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string | undefined
}

export interface JsonReply {
  readonly status: number
  /** Undefined if it isn't JSON. */
  readonly body: unknown
  readonly retryAfterSeconds: number | undefined
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
}

interface JsonClientOptions {
  readonly allowLoopback: boolean
  readonly resolve?: Resolve
  readonly timeoutMs?: number
}

const REQUEST_TIMEOUT_MS = 15_000
const CONNECT_TIMEOUT_MS = 3_000
const MAX_BODY_BYTES = 4 * 1_024 * 1_024
const BODY = { readBytes: MAX_BODY_BYTES, keptBytes: MAX_BODY_BYTES }
const MAX_ORIGINS = 256
const IDLE_MS = 60_000

export class JsonClient {
  readonly #options: JsonClientOptions
  readonly #limits: ReadLimits
  readonly #connections: Connections

  constructor(options: JsonClientOptions) {
    this.#options = options
    this.#limits = { totalMs: options.timeoutMs ?? REQUEST_TIMEOUT_MS, bodyOf: () => BODY }
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

  /** Rejects with a CrmError if there is no answer. A request whose connection breaks may be sent twice. */
  async send({ method, url, query, headers, body }: JsonRequest): Promise<JsonReply> {
    const { promise, resolve, reject } = Promise.withResolvers<JsonReply>()
    const { origin, pathname, search } = this.#checked(url)
    const all = { accept: 'application/json', 'user-agent': `Pro-Signal/${VERSION}`, ...headers }
    const path = pathname + (query === undefined ? search : `?${query}`)
    const request = { origin, path, method, headers: all, body }
    new Exchange(this.#connections, request, this.#limits, (outcome) => {
      if (outcome.failure) reject(crmError(outcome.failure))
      else if (outcome.answer.isCut) reject(new CrmError('unavailable', 'The answer of the CRM is too large.'))
      else resolve(replyOf(outcome.answer))
    }).start()
    return promise
  }

  close(): Promise<void> {
    return this.#connections.close()
  }

  #checked(url: string): URL {
    try {
      return new URL(checkEndpointUrl(url, this.#options))
    } catch (error) {
      if (error instanceof AppError) throw new CrmError('access', error.message)
      throw error
    }
  }
}

function replyOf({ status, headers, body }: Answer): JsonReply {
  return { status, body: parsed(body), retryAfterSeconds: retryAfterOf(headers), headers }
}

const ACCESS: ReadonlySet<FailureReason> = new Set(['forbidden_address', 'forbidden_url', 'invalid_request'])

function crmError({ reason, message }: Failure): CrmError {
  return new CrmError(ACCESS.has(reason) ? 'access' : 'unavailable', message)
}

const decoder = new TextDecoder()

function parsed(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(decoder.decode(bytes))
  } catch {
    return undefined
  }
}
