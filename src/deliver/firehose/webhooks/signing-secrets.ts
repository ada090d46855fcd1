// The signing secret of a webhook. It is encrypted like the authentication key, in a context of its own, so that one can't
// be stored in the place of the other.
//
// Invariant: a webhook that was created before there were secrets gets exactly one, whichever process needs it first:
// `addSecrets` sets it only if there is none, and all use the stored one.

import type { Actor } from '../../../account/audit/index.ts'
import { OVERLAP_SECONDS, type Overlap } from '../../../closed-sets/webhooks.ts'
import { many, maybeOne, type Queryable, type SealedColumn, type Transaction } from '../../../db/index.ts'
import type { SecretBox } from '../../../platform/config/secret-box.ts'
import { newSigningSecret, rotatedSecret } from '../../sending/index.ts'
import { noWebhook, recorded } from './recorded.ts'
import type { WebhookView } from './webhook-views.ts'

const contextOf = (webhookId: string) => `signing ${webhookId}`

export function sealSecret(box: SecretBox, secret: string, webhookId: string): string {
  return box.seal(secret, contextOf(webhookId))
}

export function openSecret(box: Pick<SecretBox, 'open'>, sealed: string, webhookId: string): string {
  return box.open(sealed, contextOf(webhookId))
}

const IN_OVERLAP = (until: string) => `${until} > now()`

/** A key or secret whose overlap has ended is no longer sent, so it needn't be readable. */
export const WEBHOOK_SECRETS: readonly SealedColumn[] = [
  { table: 'webhooks', column: 'auth_key', noun: 'webhook' },
  { table: 'webhooks', column: 'previous_key', noun: 'webhook', where: IN_OVERLAP('previous_key_until') },
  { table: 'webhooks', column: 'signing_secret', noun: 'webhook', context: contextOf },
  {
    table: 'webhooks',
    column: 'previous_secret',
    noun: 'webhook',
    context: contextOf,
    where: IN_OVERLAP('previous_secret_until'),
  },
]

/** Gives a secret to the webhooks without one. Returns the secrets that are stored now, encrypted, by webhook. */
export async function addSecrets(
  db: Queryable,
  box: SecretBox,
  webhookIds: readonly string[],
): Promise<Map<string, string>> {
  if (webhookIds.length === 0) return new Map()
  const secrets = webhookIds.map((id) => sealSecret(box, newSigningSecret(), id))
  await db.query(
    `update webhooks w set signing_secret = g.secret from unnest($1::uuid[], $2::text[]) g (id, secret)
      where w.id = g.id and w.signing_secret is null`,
    [webhookIds, secrets],
  )
  // A statement of its own: it sees a secret that another process stored first.
  const rows = await many<{ id: string; secret: string }>(
    db,
    `select id, signing_secret as secret from webhooks where id = any($1) and signing_secret is not null`,
    [webhookIds],
  )
  return new Map(rows.map(({ id, secret }) => [id, secret]))
}

export async function revealSigningSecret(
  tx: Transaction,
  actor: Actor,
  teamId: string,
  webhookId: string,
  box: SecretBox,
): Promise<string> {
  await recorded(tx, actor, teamId, webhookId, { action: 'webhook.secret_revealed' })
  const sealed = (await addSecrets(tx, box, [webhookId])).get(webhookId)
  if (sealed === undefined) throw noWebhook(webhookId)
  return openSecret(box, sealed, webhookId)
}

/** Until the overlap ends, requests are signed with the new and the previous secret. */
export async function rotateSigningSecret(
  tx: Transaction,
  actor: Actor,
  teamId: string,
  webhookId: string,
  overlap: Overlap,
  box: SecretBox,
): Promise<WebhookView & { readonly signingSecret: string }> {
  const signingSecret = newSigningSecret()
  const row = await maybeOne(
    tx,
    `update webhooks set version = version + 1, ${rotatedSecret('$3', '$4')}
      where team_id = $1 and id = $2 returning id`,
    [teamId, webhookId, sealSecret(box, signingSecret, webhookId), OVERLAP_SECONDS[overlap]],
  )
  if (!row) throw noWebhook(webhookId)
  const details = { overlap }
  return {
    ...(await recorded(tx, actor, teamId, webhookId, { action: 'webhook.secret_rotated', details })),
    signingSecret,
  }
}
