// Sends a sample event to a webhook, the way live events are sent. It is logged as an attempt and has no other effect:
// it is not an attempt of any event, it doesn't count as a failure, and a 410 doesn't pause. Two steps: the first reads
// and records in a transaction; the second waits for the receiver with no transaction open.

import type { Actor } from '../../../account/audit/index.ts'
import type { Queryable, Transaction } from '../../../db/index.ts'
import type { SignalType } from '../../../meaning/types/index.ts'
import { AppError } from '../../../platform/app-error.ts'
import type { SecretBox } from '../../../platform/config/secret-box.ts'
import { diagnose, type SendResult, sampleEvent } from '../../sending/index.ts'
import { makeAttemptPartitions } from '../progress/retention.ts'
import { noWebhook, recorded, requireWebhook } from '../webhooks/recorded.ts'
import { addSecrets } from '../webhooks/signing-secrets.ts'
import { hasApiAccess, readKeys } from '../webhooks/webhook-queries.ts'
import { isSuccess, storedResult } from './attempt.ts'
import { decryptTarget, deliver, type Send } from './deliver.ts'
import { insertTestAttempt } from './test-attempts.ts'

interface TestEvent {
  readonly teamId: string
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

/** A sample event of the first subscribed type. The test is recorded before it is sent, whatever the result. */
export async function prepareTestEvent(
  tx: Transaction,
  actor: Actor,
  teamId: string,
  webhookId: string,
): Promise<TestEvent> {
  await requireWebhook(tx, teamId, webhookId)
  if (!(await hasApiAccess(tx, teamId))) {
    throw new AppError('forbidden', 'The team has no API access: nothing is sent to its webhooks.', {
      code: 'api_access_required',
    })
  }
  const { url, types } = await recorded(tx, actor, teamId, webhookId, { action: 'webhook.tested' })
  const keys = await readKeys(tx, teamId, webhookId)
  if (!keys) throw noWebhook(webhookId)
  return { teamId, webhookId, url, event: sampleEvent(types[0] as SignalType, Math.floor(Date.now() / 1_000)), keys }
}

export async function sendTestEvent(
  db: Queryable,
  send: Send,
  box: SecretBox,
  { teamId, webhookId, url, event, keys }: TestEvent,
): Promise<TestOutcome> {
  const stored = {
    ...keys,
    id: webhookId,
    url,
    previousKeyUntil: keys.previousKeyUntil?.getTime() ?? null,
    signingSecret: keys.signingSecret ?? (await addSecrets(db, box, [webhookId])).get(webhookId) ?? null,
    previousSecretUntil: keys.previousSecretUntil?.getTime() ?? null,
  }
  const target = decryptTarget(stored, box)
  const sendTest: Send = (post, signal) => send({ ...post, test: true }, signal)
  const { eventId, type } = event
  const body = Buffer.from(JSON.stringify(event))
  const result = await deliver(sendTest, target, { eventId, body }, Date.now())
  const attempt = { eventId, type, ...storedResult(result) }
  // Without a running firehose or worker, today's partition doesn't exist.
  await insertTestAttempt(db, teamId, webhookId, attempt).catch(async (error: Error) => {
    if (!/no partition/.test(error.message)) throw error
    await makeAttemptPartitions(db)
    await insertTestAttempt(db, teamId, webhookId, attempt)
  })
  return { eventId, succeeded: isSuccess(result), result, diagnosis: diagnose(result, { isTest: true }) }
}
