// The state of a webhook in one word and one sentence, from what is stored about it.

import type { PauseReason, StoredWebhookState, WebhookState } from '../../closed-sets/webhooks.ts'
import { FAILURES_TO_HOLD } from './health.ts'
import type { Hold } from './identity.ts'

export interface Condition {
  readonly condition: WebhookState
  /** For a person. */
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
}

const PAUSED: Readonly<Record<PauseReason, string>> = {
  owner: 'Paused by the team.',
  operator: 'Paused by an operator.',
  gone: 'Paused: the endpoint answered 410 Gone. Resume it when the endpoint is back.',
  failing: 'Paused: the endpoint failed for five days. Resume it when the endpoint is mended.',
  api_access: 'Paused: the team has no API access. It goes on by itself when access returns.',
}

const HELD: Readonly<Record<NonNullable<Hold>, string>> = {
  operator:
    'All delivery is held by the operator of the service. The webhook keeps its place, and goes on by itself when the hold ends.',
  restored:
    'All delivery is held, as this is a restored copy of the database. The webhook keeps its place until the operator of the service lets the copy deliver.',
}

export function conditionOf(row: ConditionRow, hold: Hold, now = new Date()): Condition {
  if (row.state === 'paused' && row.pauseReason) return { condition: 'paused', reason: PAUSED[row.pauseReason] }
  if (hold) return { condition: 'held', reason: HELD[hold] }
  if (row.heldSince || row.failuresInRow >= FAILURES_TO_HOLD) {
    const since = row.failingSince ? ` since ${clock(row.failingSince)}` : ''
    const next = row.probeAt && row.probeAt > now ? ` The next try is at ${clock(row.probeAt)}.` : ''
    return {
      condition: 'held',
      reason: `The endpoint has failed ${row.failuresInRow} times in a row${since}. It keeps its place, and one event at a time tries whether it is back.${next}`,
    }
  }
  if (row.openRetries > 0) {
    const next = row.nextDue && row.nextDue > now ? `, the next at ${clock(row.nextDue)}` : ''
    return {
      condition: 'retrying',
      reason: `${row.openRetries} ${row.openRetries === 1 ? 'event is' : 'events are'} due again${next}.`,
    }
  }
  return { condition: 'healthy', reason: row.failuresInRow > 0 ? 'The last attempt failed.' : 'Delivering.' }
}

function clock(time: Date): string {
  return `${time.toISOString().slice(0, 16).replace('T', ' ')} UTC`
}
