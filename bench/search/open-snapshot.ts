// A separate process that opens the index from its snapshot and reports how much it grew. In a process that had freed
// memory before, part of the growth would go unnoticed.

import { setTimeout as sleep } from 'node:timers/promises'
import { loadConfig } from '../../src/platform/config/config.ts'
import { createLog } from '../../src/platform/logger.ts'
import { IndexEngine } from '../../src/search/index.ts'

export interface OpenedSnapshot {
  readonly seconds: number
  readonly grown: number
  readonly bytes: number
}

process.once('message', async ({ direct, file, shards }: { direct: object; file: string; shards?: number }) => {
  const log = createLog(loadConfig({ LOG_LEVEL: 'warn' }))
  const before = process.memoryUsage().rss
  const start = performance.now()
  const engine = new IndexEngine({ direct, file, maxBytes: 64 * 2 ** 30, log, ...(shards && { shards }) })
  while (!engine.status.isReady && !engine.status.isDisabled) await sleep(5)
  const seconds = (performance.now() - start) / 1_000
  await sleep(2_000)
  const opened: OpenedSnapshot = { seconds, grown: process.memoryUsage().rss - before, bytes: engine.status.bytes }
  await engine.close()
  process.send?.(opened, () => process.exit())
})
