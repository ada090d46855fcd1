// One ClickHouse server beside the other engines, if there is a server program (CLICKHOUSE_SERVER, or Debian's package).

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Database } from '../../src/db/index.ts'
import type { Logger } from '../../src/platform/logger.ts'
import { ClickHouseEngine, type Search, Servers, startFeeding } from '../../src/search/index.ts'
import { addressOf, clickHouseServer, noClickHouse } from '../../test/harness/clickhouse-process.ts'
import { freePort } from '../../test/harness/free-port.ts'
import { percentile } from '../report.ts'
import { type CommittedBatch, wallClock } from './incoming-signals.ts'

/** A benchmark can wait for longer than a service. */
const SEARCH_SECONDS = 60

export interface BenchClickHouse {
  readonly engine: ClickHouseEngine
  close(): Promise<void>
}

/** Filled from PostgreSQL, and fed from then on. Undefined if there is no server program. */
export async function openClickHouse(
  db: Database,
  log: Logger,
  signals: number,
  print: (line: string) => void,
): Promise<BenchClickHouse | undefined> {
  if (noClickHouse) {
    print('ClickHouse is left out: there is no server program (CLICKHOUSE_SERVER).')
    return undefined
  }
  const folder = mkdtempSync(join(tmpdir(), 'pro-signal-bench-'))
  const ports = { http: await freePort(), tcp: await freePort() }
  const server = clickHouseServer(folder, ports, [ports])
  await server.start()
  const settings = {
    CLICKHOUSE_URL: addressOf([server]),
    CLICKHOUSE_DATABASE: 'bench',
    CLICKHOUSE_CLUSTER: undefined,
  }
  const start = performance.now()
  const stop = startFeeding(new Servers(settings), db, log)
  const engine = new ClickHouseEngine(new Servers(settings, SEARCH_SECONDS), db, log)
  while (engine.watch.status.tables.length === 0) await sleep(100)
  const seconds = (performance.now() - start) / 1_000
  const [table] = engine.watch.status.tables
  const [[bytes = 0] = []] =
    (await table?.server.rows<[number]>(
      `select sum(bytes_on_disk) from system.parts where database = 'bench' and active`,
    )) ?? []
  print(`ClickHouse was filled in ${seconds.toFixed(0)} s: ${(bytes / signals).toFixed(1)} bytes a signal on disk`)
  return {
    engine,
    async close() {
      await stop()
      await engine.close()
      await server.kill()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** How long after its commit a signal is found, while `write` writes. A search reads the position with the rows. */
export async function measureDelay(
  engine: ClickHouseEngine,
  search: Search,
  write: (onBatch: (batch: CommittedBatch) => void) => Promise<{ readonly rate: number }>,
): Promise<string[]> {
  const delays: Promise<number>[] = []
  const waitFor = async ({ committedAt, head }: CommittedBatch) => {
    for (;;) {
      const { position } = await engine.evidence({ ...search, filters: { only: [] } })
      if (position >= head || wallClock() - committedAt > 60_000) return wallClock() - committedAt
      await sleep(20)
    }
  }
  let last = 0
  const { rate } = await write((batch) => {
    // Four times a second: each waits by asking.
    if (batch.committedAt - last < 250) return
    last = batch.committedAt
    delays.push(waitFor(batch))
  })
  const found = (await Promise.all(delays)).sort((a, b) => a - b)
  return [
    `ClickHouse, committed to found at ${rate.toFixed(0)} signals/s`,
    `p50 ${percentile(found, 50).toFixed(0)} ms`,
    `p99 ${percentile(found, 99).toFixed(0)} ms`,
  ]
}
