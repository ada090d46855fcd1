// A process that collects until it is killed. Argument: JSON with the database's URL, the origin of the board server, the
// pause between requests and the seconds of the lease.

import { CollectingNode } from '../../src/collect/collecting/index.ts'
import { BOARD_COLLECTORS } from '../../src/collect/collectors/index.ts'
import { openFetcher } from '../../src/collect/fetching/index.ts'
import { openDatabase } from '../../src/db/index.ts'
import { loadConfig } from '../../src/platform/config/config.ts'
import { silentLog } from './log.ts'

const { url, origin, pauseMs, leaseSeconds } = JSON.parse(process.argv[2] ?? '{}')
const config = loadConfig({ DATABASE_URL: url, COLLECT_CONTACT: 'owner@example.com', COLLECT_REROUTE: origin })
const db = await openDatabase({ config, log: silentLog })
const node = new CollectingNode(db, {
  collectors: BOARD_COLLECTORS,
  openAsker: () => openFetcher(config, silentLog),
  log: silentLog,
  pauses: { systemMs: pauseMs, hostMs: pauseMs },
  leaseSeconds,
})
process.send?.('ready')
await node.run(new AbortController().signal)
