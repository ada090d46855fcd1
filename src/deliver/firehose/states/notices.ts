// Gaps (events that were dropped before a webhook received them) and notices to the team. Every query is bound to the
// team.

import type { NoticeKind } from '../../../closed-sets/webhooks.ts'
import { many, type Queryable } from '../../../db/index.ts'

interface GapView {
  readonly fromPosition: number
  readonly toPosition: number
  readonly counts: Readonly<Record<string, number>>
  readonly at: Date
}

export async function listGaps(db: Queryable, teamId: string, webhookId: string): Promise<GapView[]> {
  return many<GapView & { [key: string]: unknown }>(
    db,
    `select g.from_position as "fromPosition", g.to_position as "toPosition", g.counts, g.at
       from webhook_gaps g join webhooks w on w.id = g.webhook_id where w.team_id = $1 and w.id = $2 order by g.id desc limit 100`,
    [teamId, webhookId],
  )
}

interface NoticeView {
  readonly id: number
  readonly webhookId: string
  readonly kind: NoticeKind
  readonly message: string
  readonly at: Date
  readonly seenAt: Date | null
}

export async function listNotices(db: Queryable, teamId: string): Promise<NoticeView[]> {
  return many<NoticeView & { [key: string]: unknown }>(
    db,
    `select id, webhook_id as "webhookId", kind, message, at, seen_at as "seenAt" from webhook_notices
      where team_id = $1 order by id desc limit 100`,
    [teamId],
  )
}

export async function markNoticesSeen(db: Queryable, teamId: string, upToId: number): Promise<void> {
  await db.query(`update webhook_notices set seen_at = now() where team_id = $1 and id <= $2 and seen_at is null`, [
    teamId,
    upToId,
  ])
}
