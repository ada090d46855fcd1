// Part of `bench ingest`: imports one file into a fresh database, in a process of its own, by the code of a checkout.
//
//   node bench/ingest-once.ts CHECKOUT FILE

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const [checkout = '', file = ''] = process.argv.slice(2)
const load = (path: string) => import(join(checkout, 'src', path))
const { migrate, openDatabase } = await load('db/index.ts')
const { emptySummary, findSources, ingest } = await load('ingest/index.ts')
const { Stamper } = await load('write/log/index.ts')
const { lineWriter, writeRecords } = await load('write/write-path/index.ts')
const { loadConfig } = await load('platform/config/config.ts')
const { createLog } = await load('platform/logger.ts')

const folder = mkdtempSync(join(tmpdir(), 'pro-signal-bench-'))
const config = loadConfig({ DATA_DIR: folder, LOG_LEVEL: 'warn' })
const db = await openDatabase({ config, log: createLog(config) })
try {
  await migrate(() => db.connectDirect())
  const stamper = new Stamper(db)
  const summary = emptySummary()
  const rss: number[] = []
  const cpuBefore = process.cpuUsage()
  const start = performance.now()
  await ingest(await findSources([file], {}), summary, {
    // An older checkout has none.
    ...(lineWriter?.(db, stamper) ?? { write: (records: readonly unknown[]) => writeRecords(db, stamper, records) }),
    declare: async () => 0,
    takeRejects: async (rejects: readonly { readonly reason: string }[]) => {
      if (rejects.length > 0) throw new Error(`rejected: ${rejects[0]?.reason}`)
    },
    now: () => Math.floor(Date.now() / 1_000),
    onProgress: () => rss.push(Math.round(process.memoryUsage.rss() / 2 ** 20)),
  })
  const seconds = (performance.now() - start) / 1_000
  const { user, system } = process.cpuUsage(cpuBefore)
  const cpuSeconds = (user + system) / 1e6
  const early = rss[Math.floor(rss.length / 10)] ?? 0
  process.stdout.write(
    `${JSON.stringify({ rate: summary.signals.created / seconds, cpuSeconds, rssEarlyMb: early, rssMaxMb: Math.max(0, ...rss) })}\n`,
  )
} finally {
  await db.close()
  rmSync(folder, { recursive: true, force: true })
}
