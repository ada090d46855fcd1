// The composition root: starts the parts of the service in order, and closes them in reverse order.

import type { FastifyInstance } from 'fastify'
import type { Registry } from 'prom-client'
import { openBilling } from '../account/billing/index.ts'
import { type Database, migrate, openDatabase } from '../db/index.ts'
import { type OutboxOptions, startAlerts } from '../deliver/alerts/index.ts'
import { startCrm } from '../deliver/crm/index.ts'
import { readHold, startFirehose } from '../deliver/firehose/index.ts'
import {
  type Demo,
  DemoNews,
  isForDemo,
  loadDemo,
  startLiveBoards,
  startLiveWriter,
  type Tempo,
} from '../demo/index.ts'
import { ownUrl } from '../http/index.ts'
import { createServer, isScreenBuilt, listenOn, probeRoutes, type Readiness, serveMetrics } from '../http/serving.ts'
import { openMailer } from '../mail/index.ts'
import { stoppedWhileStarting } from '../platform/app-error.ts'
import type { Config } from '../platform/config/config.ts'
import { freeBytes } from '../platform/free-bytes.ts'
import type { Logger } from '../platform/logger.ts'
import { openPostgresEngine, openSearchEngine, searchMetrics } from '../search/index.ts'
import { logMetrics } from '../write/log/metrics.ts'
import { checkStart } from './check-start.ts'
import { type CollectingProcess, startCollectingProcess } from './collecting/start-process.ts'
import { databaseMetrics } from './database-metrics.ts'
import { withLocalReceivers } from './local-receivers.ts'
import { mountApi } from './mount-api.ts'
import { mountSettings } from './mount-settings.ts'
import { type NextStep, readNextSteps } from './next-steps.ts'
import { announceNode } from './nodes.ts'
import { replicaMetrics } from './replica-metrics.ts'
import type { ProcessRole } from './roles.ts'
import { searchParts } from './search-parts.ts'
import { startWorker } from './start-worker.ts'

export { PROCESS_ROLES, type ProcessRole } from './roles.ts'

export interface Service {
  /** The URL that it listens on, without a trailing slash. */
  readonly url: string
  readonly demo: Demo | undefined
  /** What the operator should do next. */
  readonly nextSteps: readonly NextStep[]
  /** False if it should serve the settings screen but can't. */
  readonly hasScreen: boolean
  close(): Promise<void>
}

/** Run in reverse order. */
type CloseSteps = (() => Promise<void>)[]

/** How long a start waits for a database that is still starting. */
const DATABASE_WAIT_SECONDS = 30
/** How long requests in flight may take during a shutdown. After that they are cut off. */
const DRAIN_SECONDS = 6

export async function startService(
  given: Config,
  log: Logger,
  roles: ReadonlySet<ProcessRole>,
  { demoLive = false, demoTempo, signal }: { demoLive?: boolean; demoTempo?: Tempo; signal?: AbortSignal } = {},
): Promise<Service> {
  const closeSteps: CloseSteps = []
  let collecting: CollectingProcess | undefined
  const close = async () => {
    for (const step of closeSteps.splice(0).reverse()) await step()
  }
  try {
    await checkStart(given, log, roles)
    const db = await openMigrated(given, log, closeSteps, signal)
    const demo =
      given.PRO_SIGNAL_DEMO && (await isForDemo(db)) ? await loadDemo(db, { dataDir: given.DATA_DIR }) : undefined
    const config = demo ? withLocalReceivers(given) : given
    const nextSteps = await readNextSteps(db)

    if (signal?.aborted) throw stoppedWhileStarting()
    const { app, readiness, registry } = await openServer(config, db, log, closeSteps)
    const billing = await openBilling(config, db, log)
    let ownAddress = ownUrl(config)
    const publicUrl = () => config.PUBLIC_URL ?? ownAddress
    const mailer = openMailer(config, publicUrl)
    if (roles.has('worker')) await startWorker(db, config, log, registry, billing, mailer, closeSteps)
    if (roles.has('firehose')) closeSteps.push(await startFirehose(db, config, log, registry))
    if (roles.has('collect') && config.COLLECT_CONTACT !== undefined) {
      collecting = startCollectingProcess(db, config, log, registry)
      closeSteps.push(() => collecting?.stop() ?? Promise.resolve())
    }
    // Without the API, only a few people search on the explore page, which isn't worth an index in memory: the
    // PostgreSQL engine answers them.
    const engine = roles.has('api')
      ? openSearchEngine(config, db, log)
      : { ...openPostgresEngine(db), index: undefined }
    closeSteps.push(() => engine.close())
    const parts = searchParts(app, db, engine)
    if (roles.has('firehose')) {
      const whyNow: OutboxOptions['whyNow'] = (id, signals) => parts.dossiers.whyNow(id, signals)
      closeSteps.push(await startAlerts(db, config, log, registry, engine, { publicUrl, mailer, whyNow }))
      closeSteps.push(startCrm(db, config, log, registry, { publicUrl, whyNow }))
    }
    const stopValues = parts.searchCaches.values.start()
    closeSteps.push(async () => stopValues())
    if (roles.has('settings')) await mountSettings(app, db, parts, config, publicUrl, mailer, closeSteps)
    if (roles.has('api')) {
      searchMetrics(registry, engine)
      readiness.search = () => engine.name
      readiness.searchReason = () => engine.reason
      await mountApi(app, db, parts, config, closeSteps, registry)
      billing.mount(app)
    }
    closeSteps.push(() => drain(app))
    const url = await listen(app, config)
    ownAddress = url
    const active = [...roles].filter((role) => role !== 'collect' || collecting !== undefined)
    closeSteps.push(await announceNode(db, log, { url, roles: active, engine: roles.has('api') ? engine : undefined }))
    if (demo && demoLive) {
      const news = new DemoNews()
      closeSteps.push(startLiveWriter(db, log, news))
      closeSteps.push(await startLiveBoards(db, log, registry, news, demoTempo))
    }
    closeSteps.push(async () => {
      readiness.ready = false
      // Visits finish at the same time as requests.
      void collecting?.stop()
    })
    readiness.ready = true
    return { url, demo, nextSteps, hasScreen: hasItsScreen(roles, log), close }
  } catch (error) {
    await close()
    throw error
  }
}

async function openMigrated(
  config: Config,
  log: Logger,
  closeSteps: CloseSteps,
  signal: AbortSignal | undefined,
): Promise<Database> {
  const db = await openDatabase({ config, log, waitSeconds: DATABASE_WAIT_SECONDS, signal })
  closeSteps.push(() => db.close())
  if (signal?.aborted) throw stoppedWhileStarting()
  const { applied } = await migrate(() => db.connectDirect(), { report: (message) => log.info(message) })
  if (applied.length > 0) log.info(`applied ${applied.length} migrations`)
  return db
}

/** The HTTP server with the routes of every role: metrics and probes. It doesn't listen yet. */
async function openServer(
  config: Config,
  db: Database,
  log: Logger,
  closeSteps: CloseSteps,
): Promise<{ app: FastifyInstance; readiness: Readiness; registry: Registry }> {
  const app = createServer(config, log)
  const readiness: Readiness = {
    ready: false,
    hold: () => readHold(db.pool('settings')),
    replica: () => db.replica?.status,
    ...(db.kind === 'embedded' && { freeBytes: () => freeBytes(config.DATA_DIR) }),
  }
  const { registry, close } = await serveMetrics(app, config)
  closeSteps.push(close)
  await databaseMetrics(registry, db)
  if (db.replica) replicaMetrics(registry, db.replica)
  await logMetrics(registry, db)
  probeRoutes(app, db, readiness)
  return { app, readiness, registry }
}

function hasItsScreen(roles: ReadonlySet<ProcessRole>, log: Logger): boolean {
  const hasScreen = !roles.has('settings') || isScreenBuilt()
  if (!hasScreen) log.warn('the settings screen is not built: run npm run build:screen, then restart')
  return hasScreen
}

async function listen(app: FastifyInstance, config: Config): Promise<string> {
  await listenOn(app, { host: config.HOST, port: config.PORT }, 'PORT')
  const address = app.server.address()
  const port = typeof address === 'object' && address ? address.port : config.PORT
  return ownUrl(config, port)
}

/** Stops accepting requests, waits for those in flight, and cuts off those that take too long. */
async function drain(app: FastifyInstance): Promise<void> {
  const timer = setTimeout(() => app.server.closeAllConnections(), DRAIN_SECONDS * 1_000)
  await app.close()
  clearTimeout(timer)
}
