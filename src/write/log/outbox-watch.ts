import { ADVISORY_LOCKS, type Database, maybeOne, one, type Queryable } from '../../db/index.ts'
import { reasonOf } from '../../platform/app-error.ts'
import type { Logger } from '../../platform/logger.ts'

export interface Outbox {
  /** Committed batches that have no position yet, and the events in them. */
  readonly batches: number
  readonly events: number
  /** How long ago the oldest of them was written; 0 without any. */
  readonly seconds: number
}

export async function readOutbox(db: Queryable): Promise<Outbox> {
  return one(
    db,
    `select count(*)::int as batches, coalesce(sum(events), 0)::int as events,
            coalesce(greatest(0, extract(epoch from clock_timestamp() - min(written_at))), 0)::float8 as seconds from outbox`,
  )
}

interface StampLockHolder {
  readonly process: number
  readonly application: string
  readonly state: string
  readonly seconds: number
}

/** The session that holds the stamp lock. */
async function readStampLockHolder(db: Queryable): Promise<StampLockHolder | undefined> {
  return maybeOne<StampLockHolder & { [key: string]: unknown }>(
    db,
    `select a.pid as process, a.application_name as application, coalesce(a.state, '') as state,
            coalesce(floor(extract(epoch from clock_timestamp() - a.xact_start)), 0)::int as seconds
       from pg_locks l join pg_stat_activity a on a.pid = l.pid
      where l.locktype = 'advisory' and l.granted and l.classid = 0 and l.objid = ${ADVISORY_LOCKS.stampLog} and l.objsubid = 1
        and l.database = (select oid from pg_database where datname = current_database()) limit 1`,
  )
}

const INTERVAL_MS = 2_000
const WARN_SECONDS = 10
const WARN_EVERY_MS = 60_000

interface WatchOptions {
  /** Called with each measurement. */
  readonly report?: (outbox: Outbox) => void
  readonly intervalMs?: number
  readonly warnSeconds?: number
}

/**
 * Measures how long written signals wait for the log, and warns when it takes too long: they aren't in the
 * index yet, and no webhook receives them. It uses another pool, because waiting writers may fill that of ingest.
 * Returns a function that stops it.
 */
export function watchOutbox(
  db: Database,
  log: Logger,
  { report, intervalMs = INTERVAL_MS, warnSeconds = WARN_SECONDS }: WatchOptions = {},
): () => Promise<void> {
  const pool = db.pool('settings')
  let warnedAt = Number.NEGATIVE_INFINITY
  let running: Promise<void> | undefined

  const measure = async () => {
    try {
      const outbox = await readOutbox(pool)
      report?.(outbox)
      const isLate = outbox.seconds >= warnSeconds
      if (!isLate && warnedAt !== Number.NEGATIVE_INFINITY) {
        warnedAt = Number.NEGATIVE_INFINITY
        log.info('written signals reach the log again')
      }
      if (!isLate || performance.now() - warnedAt < WARN_EVERY_MS) return
      const lockedBy = await readStampLockHolder(pool)
      warnedAt = performance.now()
      const cause = lockedBy
        ? `the log's lock is held by process ${lockedBy.process} of the database (${lockedBy.application}, ${lockedBy.state}, for ${lockedBy.seconds} s)`
        : 'nothing holds the lock of the log'
      const { events, batches, seconds } = outbox
      log.warn(
        { events, batches, seconds: Math.round(seconds), lockedBy },
        `signals written ${Math.round(seconds)} s ago have not reached the log: ${cause}`,
      )
    } catch (error) {
      log.debug(`could not measure the outbox: ${reasonOf(error)}`)
    }
  }
  const timer = setInterval(() => {
    running ??= measure().finally(() => {
      running = undefined
    })
  }, intervalMs)
  return async () => {
    clearInterval(timer)
    await running
  }
}
