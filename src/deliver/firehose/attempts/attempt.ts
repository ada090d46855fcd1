// One attempt to deliver an event, and how its result is classified.

import type { Lane } from '../../../closed-sets/webhooks.ts'
import type { SendResult } from '../../sending/index.ts'
import type { OutboundEvent } from '../log-pages/page-cache.ts'
import type { OpenEvent } from '../progress/open-events.ts'

export interface DeliveryAttempt {
  readonly event: OpenEvent
  readonly lane: Lane
  /** Undefined if the event must be loaded first, as for a retry. */
  readonly outbound: OutboundEvent | undefined
  /** How often the URL had changed when it started. A failure at an earlier URL doesn't count. */
  readonly urlChanges: number
}

/** Send an attempt, or call again at a time. Undefined: the event that changes this wakes the endpoint. */
export type NextStep = { readonly attempt: DeliveryAttempt } | { readonly wakeAt: number } | undefined

/**
 * `failed`: it is retried when it is due. `paused`: it is retried when the webhook is resumed. `exhausted`: it
 * was the last attempt. `aborted`: the attempt does not count.
 */
export type DeliveryOutcome = 'delivered' | 'failed' | 'paused' | 'exhausted' | 'aborted'

export function isSuccess(result: SendResult): result is Extract<SendResult, { outcome: 'response' }> {
  return result.outcome === 'response' && result.status >= 200 && result.status < 300
}

export function isGone(result: SendResult): boolean {
  return result.outcome === 'response' && result.status === 410
}

/** The Retry-After of a 429 or 503, in seconds. */
export function retryAfterOf(result: SendResult): number | undefined {
  const applies = result.outcome === 'response' && (result.status === 429 || result.status === 503)
  return applies ? result.retryAfterSeconds : undefined
}

/** How a result is stored. `reason` is null if it succeeded. */
export function storedResult(result: SendResult) {
  const response = result.outcome === 'response'
  return {
    status: result.status ?? null,
    reason: isSuccess(result) ? null : response ? 'status' : result.reason,
    latencyMs: result.latencyMs,
    excerpt: response ? result.excerpt || null : null,
    message: response ? null : result.message,
  }
}
