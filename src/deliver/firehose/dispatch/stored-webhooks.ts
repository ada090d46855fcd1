// The data that a process reads when it leases a webhook: the settings, the cursor and the unfinished events.

import type { AnnouncedWebhookState } from '../../../closed-sets/webhooks.ts'
import { many, type Queryable } from '../../../db/index.ts'
import type { WebhookFilter } from '../filters/filter.ts'
import type { OpenEvent } from '../progress/open-events.ts'
import { type Health, NEW_HEALTH } from '../states/health.ts'
import type { Replay } from './replay-lane.ts'

export interface StoredWebhook {
  readonly id: string
  readonly teamId: string
  readonly url: string
  readonly authKey: string
  readonly previousKey: string | null
  readonly previousKeyUntil: number | null
  /** Null: written by the previous version. */
  readonly signingSecret: string | null
  readonly previousSecret: string | null
  readonly previousSecretUntil: number | null
  readonly maxInFlight: number
  readonly maxPerSecond: number | null
  readonly version: number
  readonly types: Readonly<Record<string, number>>
  /** By position. */
  readonly filters: readonly { readonly from: number; readonly filter: WebhookFilter }[]
  readonly frontier: number
  readonly pending: readonly number[]
  readonly health: Health
  /** The last state that a holder announced. */
  readonly state: AnnouncedWebhookState
  readonly replay: Replay | undefined
}

const MS = (column: string) => `floor(extract(epoch from ${column}) * 1000)::bigint`

interface WebhookRow extends Omit<StoredWebhook, 'health' | 'replay' | 'pending'> {
  pending: string[] | number[]
  failuresInRow: number
  failingSince: number | null
  heldSince: number | null
  holdStep: number
  probeAt: number | null
  replay: Replay | null
  [key: string]: unknown
}

export async function loadWebhooks(db: Queryable, nodeId: string, ids: readonly string[]): Promise<StoredWebhook[]> {
  const rows = await many<WebhookRow>(
    db,
    `select w.id, w.team_id as "teamId", w.url, w.auth_key as "authKey", w.previous_key as "previousKey",
            ${MS('w.previous_key_until')} as "previousKeyUntil", w.most_in_flight as "maxInFlight",
            w.signing_secret as "signingSecret", w.previous_secret as "previousSecret", ${MS('w.previous_secret_until')} as "previousSecretUntil",
            w.most_per_second as "maxPerSecond", w.version,
            coalesce((select jsonb_object_agg(type, from_position) from webhook_types t where t.webhook_id = w.id), '{}') as types,
            coalesce((select jsonb_agg(jsonb_build_object('from', from_position, 'filter', filter) order by from_position)
                        from webhook_filters f where f.webhook_id = w.id), '[]') as filters,
            c.frontier, c.pending, c.failures_in_row as "failuresInRow", ${MS('c.failing_since')} as "failingSince",
            ${MS('c.held_since')} as "heldSince", c.hold_step as "holdStep", ${MS('c.probe_at')} as "probeAt", c.state,
            (select jsonb_build_object('id', id, 'position', position, 'toPosition', to_position, 'sent', sent, 'failed', failed)
               from webhook_replays r where r.webhook_id = w.id and finished_at is null order by created_at limit 1) as replay
       from webhooks w join webhook_cursors c on c.webhook_id = w.id
      where c.holder = $1 and w.id = any($2)`,
    [nodeId, ids],
  )
  return rows.map(({ failuresInRow, failingSince, heldSince, holdStep, probeAt, pending, replay, ...row }) => ({
    ...row,
    pending: pending.map(Number),
    replay: replay ?? undefined,
    health: {
      ...NEW_HEALTH,
      failuresInRow,
      failingSince: failingSince ?? undefined,
      heldSince: heldSince ?? undefined,
      holdStep,
      probeAt: probeAt ?? 0,
      // An endpoint that was failing starts with one request at a time.
      window: failuresInRow > 0 || holdStep > 0 ? 1 : NEW_HEALTH.window,
    },
  }))
}

type OpenEventRow = Omit<OpenEvent, 'inFlight'> & { readonly webhookId: string }

export async function loadOpenEvents(db: Queryable, ids: readonly string[]): Promise<OpenEventRow[]> {
  return many<OpenEventRow & { [key: string]: unknown }>(
    db,
    `select webhook_id as "webhookId", position, signal_id as "signalId", type, attempts, ${MS('due_at')} as "dueAt", true as stored
       from webhook_retries where webhook_id = any($1) and exhausted_at is null order by position`,
    [ids],
  )
}
