// The state of a webhook that a process delivers to, and when a change of it is announced.
//
// States that need attention are announced immediately: held, falling behind, a key that can't be decrypted. The
// beginning or end of retries is announced when it has lasted for a minute: an endpoint that fails now and then would
// otherwise produce a notice every few seconds.

import type { AnnouncedWebhookState, DeliveryState } from '../../../closed-sets/webhooks.ts'
import { type Health, isProbing } from './health.ts'

interface Observed {
  readonly keyReadable: boolean
  readonly health: Health
  readonly isBehind: boolean
  readonly openRetries: number
}

export function deliveryStateOf({ keyReadable, health, isBehind, openRetries }: Observed): DeliveryState {
  if (!keyReadable) return 'key_unreadable'
  if (isProbing(health)) return 'held'
  if (isBehind) return 'falling_behind'
  return openRetries > 0 ? 'retrying' : 'healthy'
}

export const SETTLE_MS = 60_000

/** No delay for the end of these: they have their own hysteresis, or a person acted. */
const ENDS_AT_ONCE: ReadonlySet<AnnouncedWebhookState> = new Set(['falling_behind', 'key_unreadable', 'paused'])

export class AnnouncedState {
  readonly #settleMs: number
  #announced: AnnouncedWebhookState
  #candidate: AnnouncedWebhookState
  #since: number

  constructor(announced: AnnouncedWebhookState, now: number, settleMs = SETTLE_MS) {
    this.#announced = announced
    this.#candidate = announced
    this.#since = now
    this.#settleMs = settleMs
  }

  get announced(): AnnouncedWebhookState {
    return this.#announced
  }

  /** Whether to announce the state now. The caller confirms it with `announce` when it is written. */
  observe(state: DeliveryState, now: number): boolean {
    if (state !== this.#candidate) {
      this.#candidate = state
      this.#since = now
    }
    if (state === this.#announced) return false
    const settles = (state === 'healthy' || state === 'retrying') && !ENDS_AT_ONCE.has(this.#announced)
    return !settles || now - this.#since >= this.#settleMs
  }

  announce(state: AnnouncedWebhookState): void {
    this.#announced = state
  }
}
