// The periodic tasks of the role `worker`. Any number of nodes may run them at the same time.

import type { Registry } from 'prom-client'
import { type Database, StalledCopies } from '../db/index.ts'
import { deleteExpired, SESSION_IDLE_SECONDS } from '../features/accounts/index.ts'
import { deleteOldAuditRecords } from '../features/audit/index.ts'
import type { BillingProvider } from '../features/billing/index.ts'
import { purgeOpenedCompanies } from '../features/budgets/index.ts'
import { maintainAttempts, recordGaps } from '../features/firehose/index.ts'
import { maintainLog, Stamper, startPeriodicStamping, watchOutbox } from '../features/log/index.ts'
import { deleteExpiredInvitations } from '../features/teams/index.ts'
import { backfillSearchText, refreshRanks } from '../features/write-path/index.ts'
import { reasonOf } from '../platform/app-error.ts'
import type { Logger } from '../platform/logger.ts'

const MINUTE_MS = 60_000
const SECOND_MS = 1_000
/** A year, plus some time to look back at it. */
const AUDIT_DAYS = 400

/**
 * Starts each task immediately and then at its own interval. Returns a function that stops them: a task that is running
 * is finished first.
 */
export function startPeriodicTasks(
  db: Database,
  log: Logger,
  billing: BillingProvider,
  registry: Registry,
): () => Promise<void> {
  const stamper = new Stamper(db)
  const stalledCopies = new StalledCopies(db, log)
  const stops = [
    startPeriodicStamping(db, log),
    watchOutbox(db, log, { registry }),
    every(5 * SECOND_MS, log, async () => void (await stalledCopies.check())),
    every(60 * MINUTE_MS, log, async () => {
      const dropped = await maintainLog(db, { beforeDrop: recordGaps })
      await maintainAttempts(db)
      if (dropped.length > 0) log.info(`dropped the events of ${dropped.join(', ')}`)
    }),
    every(60 * MINUTE_MS, log, async () => {
      const pool = db.pool('settings')
      await deleteExpired(pool, SESSION_IDLE_SECONDS)
      await deleteExpiredInvitations(pool)
      await deleteOldAuditRecords(pool, AUDIT_DAYS)
      await purgeOpenedCompanies(pool)
    }),
    every(MINUTE_MS, log, async (signal) => {
      const refreshed = await refreshRanks(db, stamper, signal)
      if (refreshed > 0) log.info(`refreshed the scores of ${refreshed} companies`)
    }),
    every(MINUTE_MS, log, async (signal) => {
      const backfilled = await backfillSearchText(db, signal)
      if (backfilled > 0) log.info(`prepared the texts of ${backfilled} companies for search`)
    }),
    every(10 * SECOND_MS, log, async (signal) => {
      const teams = await billing.refreshDue(signal)
      if (teams > 0) log.info(`refreshed the subscriptions of ${teams} teams`)
    }),
  ]
  return async () => {
    await Promise.all(stops.map((stop) => stop()))
  }
}

/** A task that fails is logged, and runs again at its next interval. Runs of one task never overlap. */
function every(ms: number, log: Logger, task: (signal: AbortSignal) => Promise<void>): () => Promise<void> {
  const stopping = new AbortController()
  let running = Promise.resolve()
  const run = () => {
    running = running
      .then(() => task(stopping.signal))
      .catch((error: unknown) => log.warn(`a periodic task failed: ${reasonOf(error)}`))
  }
  run()
  const timer = setInterval(run, ms)
  return async () => {
    clearInterval(timer)
    stopping.abort()
    await running
  }
}
