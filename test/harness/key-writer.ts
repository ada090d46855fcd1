import { createKey } from '../../src/features/keys/index.ts'
// A process that writes without end into the database of DATA_DIR and says what was acknowledged, until it is killed.

import { openDatabase } from '../../src/db/index.ts'
import { loadConfig } from '../../src/platform/config.ts'
import { silentLog } from './log.ts'

const db = await openDatabase({ config: loadConfig(), log: silentLog })
for (;;) {
  const { id } = await db.transaction('settings', (tx) =>
    createKey(tx, 'operator', process.argv[2] ?? '', { name: 'Written' }),
  )
  process.stdout.write(`${id}\n`)
}
