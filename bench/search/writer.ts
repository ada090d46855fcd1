// A process of its own that writes signals at a rate, as another node's importer would, and tells of each batch when it
// was committed and where the log stood then. What it computes is no time of whoever asks or searches.

import { setTimeout as sleep } from 'node:timers/promises'
import { openDatabase } from '../../src/db/index.ts'
import { Stamper } from '../../src/features/log/index.ts'
import { writeRecords } from '../../src/features/write-path/index.ts'
import { loadConfig } from '../../src/platform/config.ts'
import { createLog } from '../../src/platform/log.ts'
import { arriving, BATCH, type Writing, type Written, wallClock } from './arrivals.ts'

process.once('message', async (writing: Writing) => {
  const config = loadConfig({ DATA_DIR: writing.folder, LOG_LEVEL: 'warn' })
  const database = await openDatabase({ config, log: createLog(config) })
  const stamper = new Stamper(database)
  const tell = (written: Written) => process.send?.(written)
  const start = performance.now()
  const cpu = process.cpuUsage()
  const total = writing.rate * writing.seconds
  for (let n = 0; n < total; n += BATCH) {
    await sleep(Math.max(0, start + (n / writing.rate) * 1_000 - performance.now()))
    const records = Array.from({ length: BATCH }, (_, i) => arriving(writing, n + i))
    await writeRecords(database, stamper, records)
    const committedAt = wallClock()
    tell({ committedAt, head: await stamper.stamp() })
  }
  const seconds = (performance.now() - start) / 1_000
  const { user, system } = process.cpuUsage(cpu)
  tell({ done: true, rate: total / seconds, cpuSeconds: (user + system) / 1e6 })
  await database.close()
  process.disconnect()
})
