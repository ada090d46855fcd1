import { CollectingNode, type CollectOptions } from '../../src/collect/collecting/index.ts'
import { openFetcher } from '../../src/collect/fetching/index.ts'
import type { Database } from '../../src/db/index.ts'
import { loadConfig } from '../../src/platform/config/config.ts'
import type { BoardServer } from './board-server.ts'
import { silentLog } from './log.ts'

type Given = 'openAsker' | 'log' | 'pauses'
type Collecting = Omit<CollectOptions, Given> &
  Partial<Pick<CollectOptions, Given>> & { readonly server: Pick<BoardServer, 'origin'> }

/** Visits what is due through the board server, without pauses, and ends. */
export async function collectOnce(db: Database, { server, ...options }: Collecting): Promise<void> {
  const config = loadConfig({ COLLECT_CONTACT: 'owner@example.com', COLLECT_REROUTE: server.origin })
  const node = new CollectingNode(db, {
    openAsker: () => openFetcher(config, silentLog),
    log: silentLog,
    pauses: { systemMs: 0, hostMs: 0 },
    ...options,
  })
  await node.run(new AbortController().signal)
}
