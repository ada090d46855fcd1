// A separate process that writes signals at a given rate, like the importer of another node, and reports for each batch
// when it was committed and the head of the log at that time. Its computing time is not taken from the searches.

import { setTimeout as sleep } from 'node:timers/promises'
import { openDatabase } from '../../src/db/index.ts'
import { loadConfig } from '../../src/platform/config/config.ts'
import { createLog } from '../../src/platform/logger.ts'
import { Stamper } from '../../src/write/log/index.ts'
import { writeRecords } from '../../src/write/write-path/index.ts'
import { BATCH, incomingSignal, type WriterMessage, type WriterTask, wallClock } from './incoming-signals.ts'

process.once('message', async (task: WriterTask) => {
  const config = loadConfig({ DATA_DIR: task.folder, LOG_LEVEL: 'warn' })
  const database = await openDatabase({ config, log: createLog(config) })
  const stamper = new Stamper(database)
  const report = (message: WriterMessage) => process.send?.(message)
  const start = performance.now()
  const cpu = process.cpuUsage()
  const total = task.rate * task.seconds
  for (let n = 0; n < total; n += BATCH) {
    await sleep(Math.max(0, start + (n / task.rate) * 1_000 - performance.now()))
    const records = Array.from({ length: BATCH }, (_, i) => incomingSignal(task, n + i))
    await writeRecords(database, stamper, records)
    const committedAt = wallClock()
    report({ committedAt, head: await stamper.stamp() })
  }
  const seconds = (performance.now() - start) / 1_000
  const { user, system } = process.cpuUsage(cpu)
  report({ done: true, rate: total / seconds, cpuSeconds: (user + system) / 1e6 })
  await database.close()
  process.disconnect()
})
