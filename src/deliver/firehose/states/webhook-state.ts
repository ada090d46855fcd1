// The state of a webhook in one word and one sentence, derived from its stored row.

import type {
  AnnouncedWebhookState,
  PauseReason,
  StoredWebhookState,
  WebhookState,
} from '../../../closed-sets/webhooks.ts'
import type { Hold } from './database-identity.ts'
import { FAILURES_TO_HOLD } from './health.ts'
import { LAG_LIMITS } from './lag-tracker.ts'
import { inUnits, KEY_UNREADABLE, PAUSED } from './state-texts.ts'

export interface Condition {
  readonly condition: WebhookState
  /** A sentence for people. */
  readonly reason: string
}

export interface ConditionRow {
  state: StoredWebhookState
  pauseReason: PauseReason | null
  pausedAt: Date | null
  failuresInRow: number
  failingSince: Date | null
  heldSince: Date | null
  probeAt: Date | null
  openRetries: number
  nextDue: Date | null
  /** Events of the last days that were given up and not replayed (failed-events.ts). */
  failedEvents: number
  lastFailedAt: Date | null
  /** The state that its last holder announced. */
  announced: AnnouncedWebhookState
  throughAt: Date | null
  /** Whether a process delivers to it now. */
  leased: boolean
  lagSeconds: number
}

const HELD: Readonly<Record<NonNullable<Hold>, string>> = {
  operator:
    'All delivery is held by the operator of the service. Events are kept for 30 days. Delivery resumes automatically when the hold ends.',
  restored:
    'All delivery is held because this is a restored copy of the database. Events are kept for 30 days. Delivery resumes when the operator of the service allows it.',
}

export function conditionOf(row: ConditionRow, hold: Hold, now = new Date()): Condition {
  if (row.state === 'paused' && row.pauseReason) return { condition: 'paused', reason: PAUSED[row.pauseReason] }
  if (hold) return { condition: 'held', reason: HELD[hold] }
  if (row.announced === 'key_unreadable') return { condition: 'key_unreadable', reason: KEY_UNREADABLE }
  if (row.heldSince || row.failuresInRow >= FAILURES_TO_HOLD) {
    const since = row.failingSince ? ` since ${clock(row.failingSince)}` : ''
    const next = row.probeAt && row.probeAt > now ? ` The next attempt is at ${clock(row.probeAt)}.` : ''
    return {
      condition: 'held',
      reason: `The endpoint has failed ${row.failuresInRow} times in a row${since}. Events are kept, and one at a time is retried until the endpoint recovers.${next}`,
    }
  }
  if (row.announced === 'falling_behind') return { condition: 'falling_behind', reason: behind(row, now) }
  if (!row.leased && row.lagSeconds >= LAG_LIMITS.behindSeconds) {
    return {
      condition: 'falling_behind',
      reason: `The service is not delivering at the moment. The oldest waiting event is ${inUnits(row.lagSeconds)} old. Events are kept for 30 days.`,
    }
  }
  if (row.openRetries > 0) {
    const next = row.nextDue && row.nextDue > now ? `, the next at ${clock(row.nextDue)}` : ''
    return {
      condition: 'retrying',
      reason: `${row.openRetries} ${row.openRetries === 1 ? 'event is' : 'events are'} waiting for a retry${next}.`,
    }
  }
  if (row.failedEvents > 0) {
    const when = row.lastFailedAt ? `, the last at ${clock(row.lastFailedAt)}` : ''
    return {
      condition: 'events_failed',
      reason: `All attempts for ${row.failedEvents} ${row.failedEvents === 1 ? 'event' : 'events'} have failed${when}. Newer events are delivered. The operator of the service can replay the failed ones.`,
    }
  }
  return { condition: 'healthy', reason: row.failuresInRow > 0 ? 'The last attempt failed.' : 'Delivering.' }
}

function behind({ lagSeconds, throughAt }: ConditionRow, now: Date): string {
  const lag = `The oldest waiting event is ${inUnits(lagSeconds)} old`
  if (!throughAt) return `${lag}, and the lag grows: events arrive faster than the endpoint accepts them.`
  const seconds = (throughAt.getTime() - now.getTime()) / 1_000
  if (seconds <= 0) return `${lag}.`
  return `${lag}. At the present rate, the webhook will have caught up in ${inUnits(seconds)}, at ${clock(throughAt)}.`
}

function clock(time: Date): string {
  return `${time.toISOString().slice(0, 16).replace('T', ' ')} UTC`
}
