import type { FailureReason } from '../../outbound/index.ts'
import type { Signing } from './signature.ts'

export interface Post {
  readonly url: string
  /** Sent as a bearer token. Empty for a receiver without one. */
  readonly authKey: string
  /** JSON. A Buffer that goes to many endpoints is encoded once. */
  readonly body: string | Uint8Array
  /** Adds the header that marks a test event. */
  readonly test?: boolean
  /** Adds the signature, with the time at which the request is sent. */
  readonly signing?: Signing | undefined
}

export type SendResult =
  | {
      readonly outcome: 'response'
      /** Never 1xx or 3xx. */
      readonly status: number
      readonly latencyMs: number
      /** The first part of the response body, without the key and control characters. */
      readonly excerpt: string
      readonly retryAfterSeconds?: number
    }
  | {
      readonly outcome: 'failure'
      readonly reason: FailureReason
      /** A sentence for the customer. */
      readonly message: string
      readonly latencyMs: number
      /** Set if a response had started. */
      readonly status?: number
    }
