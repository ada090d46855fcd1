// Sends a sample event to a webhook, the way live events are sent. It is not an attempt of any event and changes
// nothing. Two steps: the first reads and records in a transaction; the second waits for the receiver with no
// transaction open.

import type { Transaction } from '../../db/index.ts'
import type { SecretBox } from '../../platform/secret-box.ts'
import type { Actor } from '../audit/index.ts'
import { diagnose, type SendResult, sampleEvent } from '../sending/index.ts'
import type { SignalType } from '../signals/index.ts'
import { decryptTarget, deliver, type Send } from './deliver.ts'
import { readKeys } from './webhook-queries.ts'
import { noWebhook, recorded } from './webhooks.ts'

interface TestEvent {
  readonly webhookId: string
  readonly url: string
  readonly event: ReturnType<typeof sampleEvent>
  /** Still encrypted. */
  readonly keys: NonNullable<Awaited<ReturnType<typeof readKeys>>>
}

interface TestOutcome {
  readonly eventId: string
  readonly succeeded: boolean
  readonly result: SendResult
  /** In words. */
  readonly diagnosis: string
}

/** A sample event of the first subscribed type. The test is recorded before it is sent, whatever comes of it. */
export async function prepareTestEvent(
  tx: Transaction,
  actor: Actor,
  teamId: string,
  webhookId: string,
): Promise<TestEvent> {
  const { url, types } = await recorded(tx, actor, teamId, webhookId, { action: 'webhook.tested' })
  const keys = await readKeys(tx, teamId, webhookId)
  if (!keys) throw noWebhook(webhookId)
  return { webhookId, url, event: sampleEvent(types[0] as SignalType, Math.floor(Date.now() / 1_000)), keys }
}

export async function sendTestEvent(
  send: Send,
  box: SecretBox,
  { webhookId, url, event, keys }: TestEvent,
): Promise<TestOutcome> {
  const previousKeyUntil = keys.previousKeyUntil?.getTime() ?? null
  const target = decryptTarget({ ...keys, id: webhookId, url, previousKeyUntil }, (sealed, id) => box.open(sealed, id))
  const sendTest: Send = (post, signal) => send({ ...post, test: true }, signal)
  const result = await deliver(sendTest, target, Buffer.from(JSON.stringify(event)), Date.now())
  const succeeded = result.outcome === 'response' && result.status >= 200 && result.status < 300
  return { eventId: event.eventId, succeeded, result, diagnosis: diagnose(result) }
}
