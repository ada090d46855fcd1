// The filters of webhooks, by the log position from which they apply.

import { many, maybeOne, type Queryable, type Transaction } from '../../../db/index.ts'
import { AppError } from '../../../platform/app-error.ts'
import { maskUrl } from '../../../platform/text/mask-url.ts'
import type { WebhookFilter } from './filter.ts'

/** Saves of a filter within 30 days. Two saves without an event between them are one. */
const MAX_VERSIONS = 100

/**
 * Stores a filter that applies to events written from now on. Takes the log's stamp lock, as `startTypes` does: it must
 * be among the last statements of the transaction. The filter of a new webhook also applies to a replay of older
 * events.
 */
export async function startFilter(
  tx: Transaction,
  webhookId: string,
  filter: WebhookFilter | undefined,
  { isNew }: { isNew: boolean },
): Promise<void> {
  // The events that an older filter was for are no longer in the log.
  await tx.query(
    `delete from webhook_filters f where webhook_id = $1 and exists (
       select from webhook_filters later where later.webhook_id = $1 and later.from_position > f.from_position
          and later.created_at < now() - interval '31 days')`,
    [webhookId],
  )
  const { rowCount } = await tx.query(`select from webhook_filters where webhook_id = $1`, [webhookId])
  if ((rowCount ?? 0) >= MAX_VERSIONS) {
    throw new AppError(
      'conflict',
      `The filter was changed ${MAX_VERSIONS} times in 30 days: wait, or add a new webhook.`,
    )
  }
  await tx.query(
    `insert into webhook_filters (webhook_id, from_position, filter)
     select $1, case when $3 then 0 else stamp_log() end, $2
     on conflict (webhook_id, from_position) do update set filter = excluded.filter, created_at = now()`,
    [webhookId, JSON.stringify(filter ?? {}), isNew],
  )
}

/** As it is stored; undefined: none. */
export async function readStoredFilter(db: Queryable, webhookId: string): Promise<WebhookFilter | undefined> {
  const row = await maybeOne<{ filter: WebhookFilter | null }>(
    db,
    `select nullif(filter, '{}') as filter from webhook_filters where webhook_id = $1 order by from_position desc limit 1`,
    [webhookId],
  )
  return row?.filter ?? undefined
}

/** The webhooks of a team whose filter uses a list. */
export async function findWebhooksOfList(
  db: Queryable,
  teamId: string,
  listId: string,
): Promise<{ kind: string; id: string; name: string }[]> {
  const webhooks = await many<{ kind: string; id: string; name: string | null; url: string }>(
    db,
    `select 'webhook' as kind, w.id, w.name, w.url
       from webhooks w, lateral (select filter from webhook_filters f where f.webhook_id = w.id order by from_position desc limit 1) f
      where w.team_id = $1 and f.filter ->> 'list' = $2 order by w.place`,
    [teamId, listId],
  )
  return webhooks.map(({ url, name, ...webhook }) => ({ ...webhook, name: name ?? maskUrl(url) }))
}

/** Deletes passes too old to block any event: a webhook may be 30 days behind. */
export async function deleteOldPasses(db: Queryable): Promise<void> {
  await db.query(
    `delete from webhook_passes p using (
       select w.id, coalesce(max((f.filter ->> 'onceDays')::int), 0) + 31 as days
         from webhooks w left join webhook_filters f on f.webhook_id = w.id group by w.id) w
      where p.webhook_id = w.id and p.unix < extract(epoch from now()) - w.days * 86400`,
  )
  await db.query(
    `delete from webhook_passes p using webhook_replays r
      where p.run = r.id and r.finished_at < now() - interval '1 hour'`,
  )
}
