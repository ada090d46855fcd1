// What a team can do about an event that failed: retry it now while it has attempts left, and ask the operator to send it
// again when it has none. Sending past events again is the operator's decision (webhooks replay).

import type { Actor } from '../../../account/audit/index.ts'
import type { Transaction } from '../../../db/index.ts'
import { AppError } from '../../../platform/app-error.ts'
import { readDeliverableEventsAt } from '../../../write/log/index.ts'
import { eventIdOf } from '../../sending/index.ts'
import { recorded, requireWebhook } from './recorded.ts'
import { askRetry, insertReplayRequest } from './retry-queries.ts'

/** It is sent within about a second, and counts as an attempt. Repeated requests before that count once. */
export async function retryEvent(
  tx: Transaction,
  actor: Actor,
  teamId: string,
  webhookId: string,
  position: number,
): Promise<void> {
  const { pauseReason } = await requireWebhook(tx, teamId, webhookId)
  const asked = await askRetry(tx, teamId, webhookId, position)
  if (!asked) {
    throw new AppError(
      'conflict',
      pauseReason === null
        ? 'This event can’t be retried now: it was delivered, it has no attempts left, or it waits for an earlier event of its signal.'
        : 'The webhook is paused. Resume it to retry its events.',
      { code: 'not_retrying' },
    )
  }
  if (!asked.isNew) return
  const details = { event: await eventIdAt(tx, position), attempt: asked.attempts + 1 }
  await recorded(tx, actor, teamId, webhookId, { action: 'webhook.retried', details })
}

/** The operator sees it in `webhooks requests`. A second request for the same event changes nothing. */
export async function requestReplay(
  tx: Transaction,
  actor: Actor,
  teamId: string,
  webhookId: string,
  position: number,
): Promise<void> {
  await requireWebhook(tx, teamId, webhookId)
  const requestedBy = actor === 'operator' ? null : actor.email
  const isNew = await insertReplayRequest(tx, teamId, webhookId, position, requestedBy)
  if (isNew === undefined) {
    throw new AppError(
      'conflict',
      'This event doesn’t need a replay: it was delivered, or it still has attempts left.',
      {
        code: 'not_failed',
      },
    )
  }
  if (!isNew) return
  const details = { event: await eventIdAt(tx, position) }
  await recorded(tx, actor, teamId, webhookId, { action: 'webhook.replay_requested', details })
}

async function eventIdAt(tx: Transaction, position: number): Promise<string> {
  const [event] = await readDeliverableEventsAt(tx, [position])
  return event ? eventIdOf(event.signalId, event.action, event.unix) : `position ${position}`
}
