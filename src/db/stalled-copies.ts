// Ends our own sessions that are silent in the middle of a COPY. PostgreSQL applies no timeout there: a client that is
// stopped while it sends rows would hold the locks of its transaction forever. The progress of every COPY is visible,
// so a slow one isn't mistaken for a stalled one.

import type { Logger } from '../platform/logger.ts'
import { BACKUP_APPLICATION, BACKUP_IDLE_SECONDS } from './backup/index.ts'
import type { Database } from './database.ts'
import { many } from './sql.ts'

interface CopyRow {
  pid: number
  application: string
  startedAt: string
  processed: number
  [key: string]: unknown
}

interface Seen {
  readonly processed: number
  readonly since: number
}

export class StalledCopies {
  readonly #db: Database
  readonly #log: Logger
  #seen = new Map<string, Seen>()

  constructor(db: Database, log: Logger) {
    this.#db = db
    this.#log = log
  }

  /** Ends COPYs that made no progress for long enough. Returns their number. */
  async check(): Promise<number> {
    const pool = this.#db.pool('settings')
    const copies = await many<CopyRow>(
      pool,
      `select a.pid, a.application_name as application, a.query_start::text as "startedAt", p.bytes_processed + p.tuples_processed as processed
         from pg_stat_progress_copy p join pg_stat_activity a on a.pid = p.pid
        where a.datname = current_database() and a.usename = current_user and a.application_name like 'pro-signal %'
          and a.wait_event_type = 'Client'`,
    )
    const now = performance.now()
    const seen = new Map<string, Seen>()
    let ended = 0
    for (const { pid, application, startedAt, processed } of copies) {
      const key = `${pid} ${startedAt}`
      const before = this.#seen.get(key)
      const since = before?.processed === processed ? before.since : now
      seen.set(key, { processed, since })
      const seconds = application === BACKUP_APPLICATION ? BACKUP_IDLE_SECONDS : this.#db.idleTransactionSeconds
      if (now - since < seconds * 1_000) continue
      await pool.query('select pg_terminate_backend($1)', [pid])
      ended += 1
      this.#log.warn({ process: pid, application }, 'ended a session that was silent in the middle of a COPY')
    }
    this.#seen = seen
    return ended
  }
}
