import { type Actor, type AuditRecord, recordAudit } from '../../../account/audit/index.ts'
import type { Queryable, Transaction } from '../../../db/index.ts'
import { AppError } from '../../../platform/app-error.ts'
import { maskUrl } from '../../../platform/text/mask-url.ts'
import type { AuditAction } from '../../../settings-contract/index.ts'
import { readWebhook, type WebhookView } from './webhook-views.ts'

export async function requireWebhook(db: Queryable, teamId: string, webhookId: string): Promise<WebhookView> {
  const webhook = await readWebhook(db, teamId, webhookId)
  if (!webhook) throw noWebhook(webhookId)
  return webhook
}

export const noWebhook = (webhookId: string) => new AppError('not_found', `There is no webhook ${webhookId}.`)

/** Writes the audit record of a change, under the webhook's current URL without its tokens, and returns the webhook as it is now. */
export async function recorded(
  tx: Transaction,
  actor: Actor,
  teamId: string,
  webhookId: string,
  record: Omit<AuditRecord, 'target'> & { readonly action: Extract<AuditAction, `webhook.${string}`> },
): Promise<WebhookView> {
  const webhook = await requireWebhook(tx, teamId, webhookId)
  await recordAudit(tx, actor, teamId, { ...record, target: { id: webhookId, name: maskUrl(webhook.url) } })
  return webhook
}
