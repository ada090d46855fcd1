// The chores of the role `worker`: what must happen now and then, whoever does it. Any number of nodes may run them.

import type { Database } from '../db/index.ts'
import { deleteExpired, IDLE_SECONDS } from '../features/accounts/index.ts'
import { deleteOldDeeds } from '../features/audit/index.ts'
import type { BillingProvider } from '../features/billing/index.ts'
import { forgetOpenedCompanies } from '../features/budgets/index.ts'
import { recordGaps, tendAttempts } from '../features/firehose/index.ts'
import { Stamper, startBackstop, tendLog } from '../features/log/index.ts'
import { deleteExpiredInvitations } from '../features/teams/index.ts'
import { refillTexts, refreshRanks } from '../features/write-path/index.ts'
import { reasonOf } from '../platform/app-error.ts'
import type { Logger } from '../platform/log.ts'

const MINUTE_MS = 60_000
const SECOND_MS = 1_000
/** Long enough to look back over a year and the holidays after it. */
const AUDIT_DAYS = 400

/** Starts them, each at once and then at its own pace. Returns how to stop them: what has begun is finished first. */
export function startWorker(db: Database, log: Logger, billing: BillingProvider): () => Promise<void> {
  const stamper = new Stamper(db)
  const stops = [
    startBackstop(db, log),
    every(60 * MINUTE_MS, log, async () => {
      const dropped = await tendLog(db, { beforeDrop: recordGaps })
      await tendAttempts(db)
      if (dropped.length > 0) log.info(`dropped the events of ${dropped.join(', ')}`)
    }),
    every(60 * MINUTE_MS, log, async () => {
      const pool = db.pool('settings')
      await deleteExpired(pool, IDLE_SECONDS)
      await deleteExpiredInvitations(pool)
      await deleteOldDeeds(pool, AUDIT_DAYS)
      await forgetOpenedCompanies(pool)
    }),
    every(MINUTE_MS, log, async (signal) => {
      const refreshed = await refreshRanks(db, stamper, signal)
      if (refreshed > 0) log.info(`refreshed the scores of ${refreshed} companies`)
    }),
    every(MINUTE_MS, log, async (signal) => {
      const refilled = await refillTexts(db, signal)
      if (refilled > 0) log.info(`prepared the texts of ${refilled} companies for search`)
    }),
    every(10 * SECOND_MS, log, async (signal) => {
      const heard = await billing.sweep(signal)
      if (heard > 0) log.info(`refreshed the subscriptions of ${heard} teams`)
    }),
  ]
  return async () => {
    await Promise.all(stops.map((stop) => stop()))
  }
}

/** A chore that fails is logged and comes round again. */
function every(ms: number, log: Logger, chore: (signal: AbortSignal) => Promise<void>): () => Promise<void> {
  const stopping = new AbortController()
  let running = Promise.resolve()
  const round = () => {
    running = running
      .then(() => chore(stopping.signal))
      .catch((error: unknown) => log.warn(`a chore failed: ${reasonOf(error)}`))
  }
  round()
  const timer = setInterval(round, ms)
  return async () => {
    clearInterval(timer)
    stopping.abort()
    await running
  }
}
