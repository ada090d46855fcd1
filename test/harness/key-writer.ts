// A process that creates keys in the database of DATA_DIR until it is killed. It prints the id of every committed key.

import { openDatabase } from '../../src/db/index.ts'
import { createKey } from '../../src/features/keys/index.ts'
import { loadConfig } from '../../src/platform/config.ts'
import { silentLog } from './log.ts'

const db = await openDatabase({ config: loadConfig(), log: silentLog })
for (;;) {
  const { id } = await db.transaction('settings', (tx) =>
    createKey(tx, 'operator', process.argv[2] ?? '', { name: 'Written' }),
  )
  process.stdout.write(`${id}\n`)
}
