// The collecting process of a service. Comparing and writing a large board's jobs takes a second of work at a time,
// which must not delay requests.

import { openArchive, startCollecting } from '../../collect/collecting/index.ts'
import { collectorsWith } from '../../collect/collectors/index.ts'
import { openFetcher } from '../../collect/fetching/index.ts'
import { openDatabase } from '../../db/index.ts'
import { listenFor, readHold } from '../../deliver/firehose/index.ts'
import { readCurrencyTable, replaceCurrencyTable } from '../../meaning/signals/index.ts'
import { loadToolsFile } from '../../meaning/tools/index.ts'
import { reasonOf } from '../../platform/app-error.ts'
import type { Config } from '../../platform/config/config.ts'
import { createLog } from '../../platform/logger.ts'
import type { Order, Report } from './messages.ts'

let stop: Promise<() => Promise<void>> | undefined

async function start(config: Config): Promise<() => Promise<void>> {
  const log = createLog(config)
  if (config.CURRENCIES_FILE !== undefined) replaceCurrencyTable(readCurrencyTable(config.CURRENCIES_FILE))
  loadToolsFile(config.TOOLS_FILE)
  const db = await openDatabase({ config, log })
  const archive = openArchive(config, log)
  const stopCollecting = await startCollecting(db, log, {
    collectors: collectorsWith({ hasCompaniesHouseKey: config.COMPANIES_HOUSE_KEY !== undefined }),
    archive,
    listMonitoring: config.LIST_MONITORING,
    isHeld: async () => (await readHold(db.pool('settings'))) === 'restored',
    openAsker: () => openFetcher(config, log),
    listen: (wake) => listenFor(db, log, 'collecting', { looks: wake, monitored_lists: wake }),
    onVisit: (visit, pausedMs) => void process.send?.({ visit, pausedMs } satisfies Report),
  })
  return async () => {
    await stopCollecting()
    await archive?.close()
    await db.close()
  }
}

async function end(): Promise<void> {
  await (await stop)?.()
  process.exit()
}

process.on('message', (order: Order) => {
  if (order.kind === 'stop') return void end()
  stop = start(order.config)
  stop.catch((error) => {
    process.stderr.write(`collecting can't start: ${reasonOf(error)}\n`)
    process.exit(1)
  })
})
process.on('disconnect', () => void end())
// Ctrl-C reaches every process of a terminal, but the service decides when to stop.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => {})
