// The rules for webhooks. The settings screen and the command line both call them, and each rule writes its own audit
// record in the transaction that it is given. Test events have their own file: they are sent outside a transaction.

import { randomUUID } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import type { Actor } from '../../../account/audit/index.ts'
import { OVERLAP_SECONDS, type Overlap } from '../../../closed-sets/webhooks.ts'
import type { Transaction } from '../../../db/index.ts'
import { checkEndpointUrl } from '../../../outbound/index.ts'
import { AppError } from '../../../platform/app-error.ts'
import type { SecretBox } from '../../../platform/config/secret-box.ts'
import { randomBase62 } from '../../../platform/ids.ts'
import { MAX_WEBHOOKS } from '../../../settings-contract/index.ts'
import { newSigningSecret } from '../../sending/index.ts'
import type { WebhookFilter } from '../filters/filter.ts'
import { readStoredFilter, startFilter } from '../filters/filter-queries.ts'
import { type FilterRequest, readFilter, resolveFilter } from '../filters/read-filter.ts'
import { recordIdentity } from '../states/database-identity.ts'
import {
  checkAuthKey,
  checkLimit,
  checkTypes,
  checkWebhookName,
  MAX_IN_FLIGHT,
  MAX_PER_SECOND,
} from './check-webhook.ts'
import { noWebhook, recorded, requireWebhook } from './recorded.ts'
import { insertReplay, type ReplayRecord } from './replay-queries.ts'
import { sealSecret } from './signing-secrets.ts'
import {
  countWebhooks,
  deleteWebhook,
  hasApiAccess,
  insertWebhook,
  readKeys,
  replaceKey,
  replaceTypes,
  setEnabled,
  setPaused,
  startTypes,
  updateWebhook,
} from './webhook-queries.ts'
import type { WebhookView } from './webhook-views.ts'

const DEFAULT_IN_FLIGHT = 16

export interface WebhookRequest {
  readonly name?: string | null | undefined
  readonly url: string
  readonly types: readonly string[]
  readonly mostInFlight?: number | undefined
  readonly mostPerSecond?: number | undefined
  /** The team's own key. One is generated if it is left out. */
  readonly authKey?: string | undefined
  readonly filter?: FilterRequest | null | undefined
}

export interface WebhookOptions {
  readonly box: SecretBox
  readonly allowLoopback: boolean
}

export type SavedWebhook = WebhookView & { readonly authKey: string }
export type CreatedWebhook = SavedWebhook & { readonly signingSecret: string }

export async function createWebhook(
  tx: Transaction,
  actor: Actor,
  teamId: string,
  request: WebhookRequest,
  { box, allowLoopback }: WebhookOptions,
): Promise<CreatedWebhook> {
  const id = randomUUID()
  const authKey = authKeyOf(request.authKey)
  const signingSecret = newSigningSecret()
  const types = checkTypes(request.types)
  const filter = await resolveFilter(tx, teamId, request.filter ?? {}, types)
  const { mostInFlight = DEFAULT_IN_FLIGHT, mostPerSecond } = request
  const webhook = {
    id,
    name: checkWebhookName(request.name ?? null),
    url: checkEndpointUrl(request.url, { allowLoopback }),
    authKey: box.seal(authKey, id),
    signingSecret: sealSecret(box, signingSecret, id),
    types,
    mostInFlight: checkLimit('in flight', mostInFlight, MAX_IN_FLIGHT),
    mostPerSecond: mostPerSecond === undefined ? null : checkLimit('per second', mostPerSecond, MAX_PER_SECOND),
    createdBy: actor === 'operator' ? null : actor.accountId,
  }
  await recordIdentity(tx)
  if (!(await insertWebhook(tx, teamId, webhook))) {
    const { team } = await countWebhooks(tx, teamId)
    if (!team) throw new AppError('not_found', `There is no team ${teamId}.`)
    throw new AppError('conflict', `A team can have at most ${MAX_WEBHOOKS} webhooks: delete one first.`, {
      code: 'too_many_webhooks',
    })
  }
  const saved = await recorded(tx, actor, teamId, id, { action: 'webhook.created' })
  if (filter) await startFilter(tx, id, filter, { isNew: true })
  await startTypes(tx, id, types, { isNew: true })
  return { ...saved, filter: shownFilter(filter, request.filter), authKey, signingSecret }
}

export interface WebhookChanges {
  /** Null or empty: none. Left out: as it is. */
  readonly name?: string | null | undefined
  readonly url?: string | undefined
  readonly types?: readonly string[] | undefined
  readonly mostInFlight?: number | undefined
  readonly mostPerSecond?: number | null | undefined
  /** Null: none. Left out: as it is. */
  readonly filter?: FilterRequest | null | undefined
}

export async function changeWebhook(
  tx: Transaction,
  actor: Actor,
  teamId: string,
  webhookId: string,
  { name, url, types, mostInFlight, mostPerSecond, filter: asked }: WebhookChanges,
  { allowLoopback }: Pick<WebhookOptions, 'allowLoopback'>,
): Promise<WebhookView> {
  const checked = {
    name: name === undefined ? undefined : checkWebhookName(name),
    url: url === undefined ? undefined : checkEndpointUrl(url, { allowLoopback }),
    mostInFlight: mostInFlight === undefined ? undefined : checkLimit('in flight', mostInFlight, MAX_IN_FLIGHT),
    mostPerSecond:
      typeof mostPerSecond === 'number' ? checkLimit('per second', mostPerSecond, MAX_PER_SECOND) : mostPerSecond,
  }
  const added = types ? await replaceTypes(tx, teamId, webhookId, checkTypes(types)) : []
  requireRow(added !== undefined, webhookId)
  requireRow(await updateWebhook(tx, teamId, webhookId, checked), webhookId)
  const changed = await recorded(tx, actor, teamId, webhookId, { action: 'webhook.changed' })
  // A kept filter is checked too: it must not refer to a removed type.
  const stored = await readStoredFilter(tx, webhookId)
  if (asked === undefined) readFilter(stored ?? {}, changed.types)
  const filter = asked === undefined ? stored : await resolveFilter(tx, teamId, asked ?? {}, changed.types)
  if (!isDeepStrictEqual(filter, stored)) await startFilter(tx, webhookId, filter, { isNew: false })
  if (added && added.length > 0) await startTypes(tx, webhookId, added, { isNew: false })
  return asked === undefined ? changed : { ...changed, filter: shownFilter(filter, asked) }
}

export async function rotateWebhookKey(
  tx: Transaction,
  actor: Actor,
  teamId: string,
  webhookId: string,
  { overlap, authKey: given }: { overlap: Overlap; authKey?: string | undefined },
  box: SecretBox,
): Promise<SavedWebhook> {
  const authKey = authKeyOf(given)
  requireRow(await replaceKey(tx, teamId, webhookId, box.seal(authKey, webhookId), OVERLAP_SECONDS[overlap]), webhookId)
  const webhook = await recorded(tx, actor, teamId, webhookId, { action: 'webhook.key_rotated', details: { overlap } })
  return { ...webhook, authKey }
}

export async function revealWebhookKey(
  tx: Transaction,
  actor: Actor,
  teamId: string,
  webhookId: string,
  box: SecretBox,
): Promise<string> {
  const keys = await readKeys(tx, teamId, webhookId)
  if (!keys) throw noWebhook(webhookId)
  await recorded(tx, actor, teamId, webhookId, { action: 'webhook.key_revealed' })
  return box.open(keys.authKey, webhookId)
}

export async function pauseWebhook(
  tx: Transaction,
  actor: Actor,
  teamId: string,
  webhookId: string,
): Promise<WebhookView> {
  const reason = actor === 'operator' ? 'operator' : 'owner'
  requireRow(await setPaused(tx, teamId, webhookId, reason), webhookId)
  return recorded(tx, actor, teamId, webhookId, { action: 'webhook.paused' })
}

export async function resumeWebhook(
  tx: Transaction,
  actor: Actor,
  teamId: string,
  webhookId: string,
): Promise<WebhookView> {
  const { pauseReason } = await requireWebhook(tx, teamId, webhookId)
  if (!(await hasApiAccess(tx, teamId))) {
    throw new AppError(
      'conflict',
      pauseReason === 'api_access'
        ? 'The team has no API access: the webhook resumes automatically when the plan has it again.'
        : 'The team has no API access: resume the webhook when the plan has it again.',
      { code: 'webhook_refused' },
    )
  }
  requireRow(await setEnabled(tx, teamId, webhookId), webhookId)
  return recorded(tx, actor, teamId, webhookId, { action: 'webhook.resumed' })
}

export async function removeWebhook(tx: Transaction, actor: Actor, teamId: string, webhookId: string): Promise<void> {
  await recorded(tx, actor, teamId, webhookId, { action: 'webhook.deleted' })
  requireRow(await deleteWebhook(tx, teamId, webhookId), webhookId)
}

export async function replayWebhook(
  tx: Transaction,
  actor: Actor,
  teamId: string,
  webhookId: string,
  since: Date,
  until?: Date,
): Promise<ReplayRecord> {
  if (until && until <= since) throw new AppError('invalid', 'The end of a replay must be after its start.')
  const details = { since: since.toISOString(), ...(until && { until: until.toISOString() }) }
  await recorded(tx, actor, teamId, webhookId, { action: 'webhook.replayed', details })
  const replay = await insertReplay(tx, teamId, webhookId, since, until)
  if (!replay) {
    throw new AppError(
      'conflict',
      'There is nothing to replay from that time: the log goes back 30 days, and waiting events are sent anyway.',
    )
  }
  return replay
}

/** With the list's name in place of its id. */
function shownFilter(
  filter: WebhookFilter | undefined,
  asked: FilterRequest | null | undefined,
): WebhookView['filter'] {
  if (!filter) return null
  const name = asked?.list?.trim()
  return name ? { ...filter, list: name } : filter
}

function authKeyOf(given: string | undefined): string {
  return given === undefined ? `whk_${randomBase62(32)}` : checkAuthKey(given)
}

function requireRow(changed: boolean, webhookId: string): void {
  if (!changed) throw noWebhook(webhookId)
}
