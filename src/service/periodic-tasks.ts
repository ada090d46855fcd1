// The periodic tasks of the role `worker`. Any number of nodes may run them at the same time.

import type { Registry } from 'prom-client'
import { deleteExpired, SESSION_IDLE_SECONDS } from '../account/accounts/index.ts'
import { deleteOldAuditRecords } from '../account/audit/index.ts'
import type { BillingProvider } from '../account/billing/index.ts'
import {
  deleteOldPeopleUsage,
  deleteOldWarnings,
  purgeOpenedCompanies,
  warnAboutBudgets,
} from '../account/budgets/index.ts'
import { maintainRequests } from '../account/request-log/index.ts'
import { deleteExpiredInvitations } from '../account/teams/index.ts'
import { deleteOldFeedback } from '../api/feedback/index.ts'
import { deleteUnusedReceipts } from '../collect/collecting/index.ts'
import { type BackupSettings, type Database, StalledCopies } from '../db/index.ts'
import { deleteOldAlerts } from '../deliver/alerts/index.ts'
import { mailPausedWebhooks, maintainAttempts, recordGaps } from '../deliver/firehose/index.ts'
import { deleteOldMails, type Mailer } from '../mail/index.ts'
import type { Config } from '../platform/config/config.ts'
import type { Logger } from '../platform/logger.ts'
import { maintainLog, Stamper, startPeriodicStamping, watchOutbox } from '../write/log/index.ts'
import { outboxMetrics } from '../write/log/metrics.ts'
import {
  backfillSearchText,
  expireSignals,
  maintainHistory,
  purgeDeleted,
  type RebuildProgress,
  rebuildAll,
  refreshRanks,
} from '../write/write-path/index.ts'
import { scheduleBackups } from './scheduled-backups.ts'
import { TaskRunner } from './task-runner.ts'

const MINUTE_MS = 60_000
const SECOND_MS = 1_000
const FEEDBACK_DAYS = 400

type RetentionSetting = 'HISTORY_MONTHS' | 'REQUEST_LOG_DAYS' | 'AUDIT_DAYS' | 'ATTEMPT_DAYS' | 'COLLECT_ARCHIVE_KEEP'

/** Starts the tasks. Returns a function that stops them after the running task has finished. */
export function startPeriodicTasks(
  db: Database,
  log: Logger,
  billing: BillingProvider,
  registry: Registry,
  mailer: Mailer | undefined,
  config: BackupSettings & Pick<Config, RetentionSetting>,
): () => Promise<void> {
  const tasks = new TaskRunner(log, registry)
  const stalledCopies = new StalledCopies(db, log)
  const stopStamping = startPeriodicStamping(db, log)
  const stopWatching = watchOutbox(db, log, { report: outboxMetrics(registry) })
  tasks.every(5 * SECOND_MS, 'stalled copies', () => stalledCopies.check())
  scheduleBackups(tasks, db, log, registry, config)
  scheduleRetention(tasks, db, log, config)
  scheduleSignals(tasks, db, log)
  if (mailer) {
    tasks.every(MINUTE_MS, 'budget warnings', () => warnAboutBudgets(db, mailer))
    tasks.every(10 * SECOND_MS, 'mails about paused webhooks', () => mailPausedWebhooks(db, mailer))
  }
  tasks.every(10 * SECOND_MS, 'subscriptions', async (signal) => {
    const teams = await billing.refreshDue(signal)
    if (teams > 0) log.info(`refreshed the subscriptions of ${teams} teams`)
    return teams
  })
  return async () => {
    await Promise.all([stopStamping(), stopWatching(), tasks.stop()])
  }
}

/** Deletes what is older than its setting says. */
function scheduleRetention(tasks: TaskRunner, db: Database, log: Logger, config: Pick<Config, RetentionSetting>): void {
  tasks.every(60 * MINUTE_MS, 'log retention', async () => {
    const dropped = await maintainLog(db, { beforeDrop: recordGaps })
    if (dropped.length > 0) log.info(`dropped the events of ${dropped.join(', ')}`)
    return dropped.length
  })
  tasks.every(60 * MINUTE_MS, 'delivery log retention', async () => {
    await maintainAttempts(db, config.ATTEMPT_DAYS)
    return undefined
  })
  tasks.every(60 * MINUTE_MS, 'request log retention', async () => {
    const dropped = await maintainRequests(db, config.REQUEST_LOG_DAYS)
    return dropped.length
  })
  tasks.every(60 * MINUTE_MS, 'history retention', async () => {
    const dropped = await maintainHistory(db, config.HISTORY_MONTHS)
    if (dropped.length > 0) log.info(`dropped ${dropped.join(', ')}`)
    return dropped.length
  })
  tasks.every(60 * MINUTE_MS, 'deleted companies', async () => {
    const purged = await purgeDeleted(db)
    if (purged > 0) log.info(`deleted the remaining rows of ${purged} companies`)
    return purged
  })
  tasks.every(360 * MINUTE_MS, 'receipts', () => deleteUnusedReceipts(db.pool('ingest'), config.COLLECT_ARCHIVE_KEEP))
  tasks.every(60 * MINUTE_MS, 'expired rows', async () => {
    const pool = db.pool('settings')
    await deleteExpired(pool, SESSION_IDLE_SECONDS)
    await deleteExpiredInvitations(pool)
    await deleteOldAuditRecords(pool, config.AUDIT_DAYS)
    await purgeOpenedCompanies(pool)
    await deleteOldPeopleUsage(pool)
    await deleteOldAlerts(pool)
    await deleteOldFeedback(pool, FEEDBACK_DAYS)
    await deleteOldMails(pool)
    await deleteOldWarnings(db)
    return undefined
  })
}

/** Brings up to date what is stored about companies: time changes it, and so does a new version of the rules. */
function scheduleSignals(tasks: TaskRunner, db: Database, log: Logger): void {
  const stamper = new Stamper(db)
  tasks.every(MINUTE_MS, 'scores', async (signal) => {
    const refreshed = await refreshRanks(db, stamper, { signal })
    if (refreshed > 0) log.info(`refreshed the scores of ${refreshed} companies`)
    return refreshed
  })
  tasks.every(10 * MINUTE_MS, 'expiry', async (signal) => {
    const ended = await expireSignals(db, stamper, signal)
    if (ended > 0) log.info(`closed ${ended} signals that their sources no longer show`)
    return ended
  })
  tasks.every(MINUTE_MS, 'search texts', async (signal) => {
    const backfilled = await backfillSearchText(db, signal)
    if (backfilled > 0) log.info(`prepared the texts of ${backfilled} companies for search`)
    return backfilled
  })
  tasks.every(MINUTE_MS, 'facts', async (signal) => {
    const report = ({ done, companies }: RebuildProgress) =>
      log.info(`made facts of the reports of ${done} of ${companies} companies`)
    const rebuilt = await rebuildAll(db, stamper, { signal, report })
    if (rebuilt > 0) log.info(`made facts of the reports of ${rebuilt} companies`)
    return rebuilt
  })
}
