// A process that creates keys in the database of DATA_DIR until it is killed. It prints the id of every committed key.

import { createKey, revokeKey } from '../../src/account/keys/index.ts'
import { openDatabase } from '../../src/db/index.ts'
import { loadConfig } from '../../src/platform/config/config.ts'
import { silentLog } from './log.ts'

const db = await openDatabase({ config: loadConfig(), log: silentLog })
const teamId = process.argv[2] ?? ''
let previous: string | undefined
for (;;) {
  const { id } = await db.transaction('settings', async (tx) => {
    // A team can't have any number of working keys.
    if (previous !== undefined) await revokeKey(tx, 'operator', teamId, previous)
    return createKey(tx, 'operator', teamId, { name: 'Written' })
  })
  previous = id
  process.stdout.write(`${id}\n`)
}
