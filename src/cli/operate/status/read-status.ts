// Everything that `bin/pro-signal status` shows, read from the database: it is the same on every node.

import { readFullBudgets } from '../../../account/budgets/index.ts'
import { readCollecting } from '../../../collect/collecting/index.ts'
import { type Database, listBackups, one } from '../../../db/index.ts'
import { surveyAlerts } from '../../../deliver/alerts/index.ts'
import { surveyWebhooks } from '../../../deliver/firehose/index.ts'
import { readOutbox as readMails } from '../../../mail/index.ts'
import type { Config } from '../../../platform/config/config.ts'
import { GONE_SECONDS, readNodes } from '../../../service/nodes.ts'
import { ageOfNextEvent, surveyLog } from '../../../write/log/index.ts'

/** From this share on, a budget counts as nearly used. */
const FULL_PERCENT = 80
/** A shorter delay doesn't count as behind. */
const BEHIND_SECONDS = 5

export async function readStatus(db: Database, { BACKUP_DIR }: Pick<Config, 'BACKUP_DIR'>) {
  const pool = db.pool('settings')
  const { at, postgres, bytes } = await one<{ at: Date; postgres: string; bytes: number }>(
    pool,
    `select clock_timestamp() as at, current_setting('server_version') as postgres,
            pg_database_size(current_database())::bigint as bytes`,
  )
  const { head, unstamped, lastSignalAt } = await surveyLog(pool)
  const behind = async (position: number) => ({
    events: Math.max(0, head - position),
    seconds: position < head ? await ageOfNextEvent(pool, position) : 0,
  })
  const nodes = []
  for (const { indexPosition, seenSeconds, ...node } of await readNodes(pool)) {
    const isGone = seenSeconds > GONE_SECONDS
    const index = indexPosition === null || isGone ? null : await behind(indexPosition)
    nodes.push({ ...node, seenSeconds: Math.round(seenSeconds), isGone, index })
  }
  const { hold, ...webhooks } = await surveyWebhooks(pool, BEHIND_SECONDS)
  const alerts = await surveyAlerts(pool)
  const mails = await readMails(pool)
  const collecting = await readCollecting(db)
  return {
    at,
    database: { kind: db.kind, postgres, bytes },
    hold: hold ?? null,
    nodes,
    log: { position: head, unstamped, lastSignalAt },
    webhooks,
    alerts: {
      searches: alerts.searches,
      watchedBy: alerts.holder,
      behind: { events: alerts.lagEvents, seconds: alerts.lagSeconds },
      waiting: alerts.waiting,
    },
    mails: { waiting: mails.waiting, oldestSeconds: Math.round(mails.oldestSeconds), failedToday: mails.failedToday },
    collecting: {
      processes: collecting.nodes,
      watched: collecting.watched,
      sources: collecting.looks,
      failing: collecting.failing,
      oldestDueSeconds: Math.round(collecting.oldestDueSeconds),
      closedHosts: collecting.closedHosts,
      changedFormats: collecting.changedFormats.map(({ source }) => source),
    },
    backup: lastBackup(BACKUP_DIR),
    budgets: await readFullBudgets(pool, FULL_PERCENT),
  }
}

export type Status = Awaited<ReturnType<typeof readStatus>>

/** The scheduled ones, if this machine has their folder. */
function lastBackup(folder: string | undefined) {
  if (folder === undefined) return null
  try {
    const [newest] = listBackups(folder)
    if (!newest) return { folder, file: null, ageSeconds: null, bytes: null }
    const ageSeconds = Math.max(0, Math.round((Date.now() - newest.at.getTime()) / 1_000))
    return { folder, file: newest.file, ageSeconds, bytes: newest.bytes }
  } catch {
    return { folder, file: null, ageSeconds: null, bytes: null }
  }
}
