// One request to a public source, and how its failures map to those of a visit.

import {
  type Connections,
  Exchange,
  type Failure,
  type FailureReason,
  type ResponseHeaders,
} from '../../outbound/index.ts'
import { VisitFailure } from '../collectors/index.ts'

export interface Reply {
  readonly status: number
  readonly headers: ResponseHeaders
  /** As on the wire. Empty unless the status is 200. */
  readonly body: Buffer
}

export interface GetLimits {
  readonly maxBytes: number
  /** From the start to the response's headers, connecting included. */
  readonly headersMs: number
  /** For everything. */
  readonly totalMs: number
}

export interface SentRequest {
  readonly path: string
  readonly headers: Record<string, string>
  /** It is sent with POST. */
  readonly body?: string | undefined
}

/** Of a body that is discarded. A longer one closes the connection. */
const DISCARDED = { readBytes: 16 * 1_024, keptBytes: 0 }

/** `count` gets the bytes that were read, also of a request that fails with a VisitFailure. */
export async function get(
  connections: Connections,
  origin: string,
  { path, headers, body }: SentRequest,
  { maxBytes, headersMs, totalMs }: GetLimits,
  count: (bytes: number) => void,
): Promise<Reply> {
  const wanted = { readBytes: maxBytes, keptBytes: maxBytes }
  const limits = { headersMs, totalMs, bodyOf: (status: number) => (status === 200 ? wanted : DISCARDED) }
  const { promise, resolve, reject } = Promise.withResolvers<Reply>()
  const request = { origin, path, method: body === undefined ? 'GET' : 'POST', headers, body }
  const exchange = new Exchange(connections, request, limits, ({ answer, failure }) => {
    count(exchange.bytesRead)
    if (failure) reject(visitFailure(failure))
    else if (answer.isCut && answer.status === 200) {
      reject(new VisitFailure('too_large', `The body is larger than ${maxBytes} bytes.`))
    } else {
      const { buffer, byteOffset, byteLength } = answer.body
      resolve({ status: answer.status, headers: answer.headers, body: Buffer.from(buffer, byteOffset, byteLength) })
    }
  })
  exchange.start()
  return promise
}

const REASONS: Partial<Record<FailureReason, 'refused' | 'invalid_response'>> = {
  forbidden_address: 'refused',
  invalid_response: 'invalid_response',
  invalid_request: 'invalid_response',
}

function visitFailure({ reason, message, status }: Failure): VisitFailure {
  if (reason === 'reset' && status !== 0) return new VisitFailure('invalid_response', message)
  return new VisitFailure(REASONS[reason] ?? 'unavailable', message)
}
