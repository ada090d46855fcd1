// A node that only writes to CRMs, to be killed. The clock is a row that the test sets.

import { openDatabase } from '../../src/db/index.ts'
import { JsonClient } from '../../src/deliver/crm/clients/json-client.ts'
import { CrmWorker } from '../../src/deliver/crm/worker.ts'
import { loadConfig } from '../../src/platform/config/config.ts'
import { box } from './firehose.ts'
import { silentLog } from './log.ts'

const db = await openDatabase({
  config: loadConfig({ DATABASE_URL: process.env.CRM_DATABASE ?? '' }),
  log: silentLog,
})
const pool = db.pool('settings')
const worker = new CrmWorker({
  ...{ db, log: silentLog, box: () => box, minIntervalMs: 0 },
  allowLoopback: true,
  client: new JsonClient({ allowLoopback: true, timeoutMs: 300 }),
  whyNow: async () => undefined,
  publicUrl: () => 'https://signals.example.com',
  now: () => clock,
  claimSeconds: 2,
})
let clock = 0
process.on('disconnect', () => process.exit(0))
for (;;) {
  try {
    const { rows } = await pool.query<{ at: string }>('select at from test_clock')
    clock = Number(rows[0]?.at ?? 0)
    await worker.settled()
  } catch {
    // A statement may have been cut off.
  }
  await new Promise((resolve) => setTimeout(resolve, 50))
}
