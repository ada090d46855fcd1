// A process that imports uploaded files until it is killed. Arguments: the database's URL, and the seconds of the lease.

import { openDatabase } from '../../src/db/index.ts'
import { startImports } from '../../src/ingest/index.ts'
import { loadConfig } from '../../src/platform/config/config.ts'
import { silentLog } from './log.ts'

const [url, leaseSeconds] = process.argv.slice(2)
const db = await openDatabase({ config: loadConfig({ DATABASE_URL: url }), log: silentLog })
startImports(db, silentLog, { leaseSeconds: Number(leaseSeconds) })
setInterval(() => {}, 1_000)
