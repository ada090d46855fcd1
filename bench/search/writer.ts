// A process of its own that writes signals at a rate, as another node's importer would, and tells of each batch when it
// was committed and where the log stood then. What it computes is no time of whoever asks or searches.

import { setTimeout as sleep } from 'node:timers/promises'
import { openDatabase } from '../../src/db/index.ts'
import { Stamper } from '../../src/features/log/index.ts'
import type { IncomingSignal } from '../../src/features/signals/index.ts'
import { writeRecords } from '../../src/features/write-path/index.ts'
import { loadConfig } from '../../src/platform/config.ts'
import { createLog } from '../../src/platform/log.ts'
import { AS_OF } from './world.ts'

export interface Writing {
  readonly folder: string
  /** Of the world that is written to. */
  readonly companies: number
  /** Signals in a second, and for how long. */
  readonly rate: number
  readonly seconds: number
  /** What the keys begin with. */
  readonly name: string
}

export type Written =
  | { readonly committedAt: number; readonly head: number }
  | { readonly done: true; readonly rate: number; readonly cpuSeconds: number }

/** Milliseconds that mean the same in every process. */
export const wallClock = () => performance.timeOrigin + performance.now()

const BATCH = 200

export function arriving({ name, companies }: Pick<Writing, 'name' | 'companies'>, n: number): IncomingSignal {
  return {
    record: 'signal',
    type: 'hiring',
    company: { domain: `c${(n * 7_919) % companies}.example` },
    source: 'bench',
    key: `${name} ${n}`,
    occurredAt: AS_OF - 60,
    confidence: 0.9,
    label: 'quantum gardener',
    status: 'active',
    fields: { jobTitle: 'quantum gardener', function: 'other' },
  }
}

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
