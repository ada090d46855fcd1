// A process that opens a transaction as the service does, runs the statement of its first argument in it, and hangs. With
// a second argument, it hangs in the middle of that COPY, after one line.

import { from } from 'pg-copy-streams'
import { openDatabase } from '../../src/db/index.ts'
import { loadConfig } from '../../src/platform/config/config.ts'
import { silentLog } from './log.ts'

const db = await openDatabase({ config: loadConfig(process.env), log: silentLog })
await db.transaction('settings', async (tx) => {
  await tx.query(process.argv[2] ?? '')
  const [, , , copy] = process.argv
  if (copy) await new Promise((resolve) => tx.query(from(copy)).write('nobody.example\tNobody\n', resolve))
  process.send?.('open')
  await new Promise(() => {})
})
