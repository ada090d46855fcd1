// Tells owners by mail that a webhook was paused. The notice was written with the pause; each is mailed once.

import { type Database, many, maybeOne } from '../../../db/index.ts'
import { type MailContent, type Mailer, mailOwners } from '../../../mail/index.ts'

const STEP = 50
const PAUSES = `n.kind in ('gone', 'failing', 'api_access', 'paused')`
/** Older ones aren't mailed, such as those from before a mail server was configured. */
const TO_MAIL = `n.mailed_at is null and n.seen_at is null and n.at > now() - interval '1 day' and ${PAUSES}`

/** Returns how many notices were mailed. */
export async function mailPausedWebhooks(db: Database, mailer: Mailer): Promise<number> {
  const waiting = await many<{ id: number }>(
    db.pool('settings'),
    `select n.id from webhook_notices n where ${TO_MAIL} order by n.at limit ${STEP}`,
  )
  let mailed = 0
  for (const { id } of waiting) {
    await db.transaction('settings', async (tx) => {
      const notice = await maybeOne<{ teamId: string; team: string; webhookId: string; url: string; message: string }>(
        tx,
        `update webhook_notices n set mailed_at = now() from webhooks w join teams t on t.id = w.team_id
          where n.id = $1 and w.id = n.webhook_id and ${TO_MAIL}
        returning n.team_id as "teamId", t.name as team, w.id as "webhookId", w.url, n.message`,
        [id],
      )
      if (!notice) return
      mailed++
      const { teamId, team, webhookId, url, message } = notice
      await mailOwners(tx, mailer, teamId, {
        kind: 'webhook_paused',
        about: `webhook-notice:${id}`,
        content: pausedMail(team, message, new URL(url).host, `${mailer.publicUrl()}/webhooks/${webhookId}`),
      })
    })
  }
  return mailed
}

export function pausedMail(team: string, message: string, host: string, url: string): MailContent {
  return {
    subject: `A webhook was paused: ${host}`,
    heading: 'A webhook was paused',
    blocks: [
      { kind: 'text', text: message },
      { kind: 'facts', facts: [{ label: 'Endpoint', value: host }] },
      { kind: 'button', label: 'Open the webhook', url },
    ],
    footer: `You get this because you are an owner of the team “${team}”.`,
  }
}
