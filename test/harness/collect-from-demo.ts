import { startCollecting } from '../../src/collect/collecting/index.ts'
import { COLLECTORS } from '../../src/collect/collectors/index.ts'
import { openFetcher } from '../../src/collect/fetching/index.ts'
import type { Database } from '../../src/db/index.ts'
import { listenFor } from '../../src/deliver/firehose/index.ts'
import { DAILY_TEMPO, startDemoBoardServer } from '../../src/demo/index.ts'
import { loadConfig } from '../../src/platform/config/config.ts'
import { cleanup } from './cleanup.ts'
import { silentLog } from './log.ts'

const FEW = ['home-page', 'discovery', 'lever', 'greenhouse', 'personio']

/** Collects from made-up websites and boards, as the demo's server has them, until the test is over. Not all of it unless asked. */
export async function collectFromDemo(db: Database, { all = false } = {}): Promise<void> {
  const server = await startDemoBoardServer(DAILY_TEMPO, () => Date.now() / 1_000)
  const config = loadConfig({ COLLECT_CONTACT: 'owner@example.com', COLLECT_REROUTE: server.origin })
  const stop = await startCollecting(db, silentLog, {
    collectors: COLLECTORS.filter(({ name }) => all || FEW.includes(name)),
    listMonitoring: 'on',
    openAsker: () => openFetcher(config, silentLog),
    listen: (wake) => listenFor(db, silentLog, 'collecting', { looks: wake, monitored_lists: wake }),
  })
  cleanup(async () => {
    await stop()
    await server.close()
  })
}
