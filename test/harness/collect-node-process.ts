// A process that collects until it is killed. Argument: JSON with the database's URL, the origin of the board server, the
// pause between requests, the seconds of the lease, the names of the collectors (those of all boards unless given), and the folder of
// the archive, if there is one.

import { Archive } from '../../src/collect/collecting/archive/archive.ts'
import { CollectingNode } from '../../src/collect/collecting/index.ts'
import { BOARD_COLLECTORS, COLLECTORS } from '../../src/collect/collectors/index.ts'
import { openFetcher } from '../../src/collect/fetching/index.ts'
import { openDatabase } from '../../src/db/index.ts'
import { loadConfig } from '../../src/platform/config/config.ts'
import { silentLog } from './log.ts'

const { url, origin, pauseMs, leaseSeconds, names, folder } = JSON.parse(process.argv[2] ?? '{}')
const config = loadConfig({ DATABASE_URL: url, COLLECT_CONTACT: 'owner@example.com', COLLECT_REROUTE: origin })
const db = await openDatabase({ config, log: silentLog })
const node = new CollectingNode(db, {
  collectors: names ? COLLECTORS.filter(({ name }) => names.includes(name)) : BOARD_COLLECTORS,
  archive: folder && new Archive({ folder, keepDays: 30 }, silentLog),
  openAsker: () => openFetcher(config, silentLog),
  log: silentLog,
  pauses: { systemMs: pauseMs, hostMs: pauseMs },
  leaseSeconds,
})
process.send?.('ready')
await node.run(new AbortController().signal)
