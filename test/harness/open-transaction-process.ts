// A process that opens a transaction as the service does, runs the statement of its first argument in it, and hangs.

import { openDatabase } from '../../src/db/index.ts'
import { loadConfig } from '../../src/platform/config.ts'
import { silentLog } from './log.ts'

const db = await openDatabase({ config: loadConfig(process.env), log: silentLog })
await db.transaction('settings', async (tx) => {
  await tx.query(process.argv[2] ?? '')
  process.send?.('open')
  await new Promise(() => {})
})
