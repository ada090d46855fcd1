// A node that only watches saved searches, to be killed. The clock is a row that the test sets.

import { openDatabase } from '../../src/db/index.ts'
import { Watcher } from '../../src/deliver/alerts/index.ts'
import { loadConfig } from '../../src/platform/config/config.ts'
import { postgresEngine } from '../../src/search/index.ts'
import { silentLog } from './log.ts'

const db = await openDatabase({
  config: loadConfig({ DATABASE_URL: process.env.ALERT_DATABASE ?? '' }),
  log: silentLog,
})
const pool = db.pool('settings')
const now = async () => (await pool.query<{ at: number }>('select at from test_clock')).rows[0]?.at ?? 0
const engine = postgresEngine(db.pool('search'))
const watcher = new Watcher({ db, log: silentLog, engine, now, pageEvents: 20, leaseSeconds: 0.3 })
process.on('disconnect', () => process.exit(0))
for (;;) {
  try {
    if (await watcher.step()) continue
    watcher.announceChange()
  } catch {
    // The database is there: a statement may have been cut off.
  }
  await new Promise((resolve) => setTimeout(resolve, 20))
}
