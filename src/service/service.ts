// The composition root: what is built from what, in the order in which it starts, and ended in the reverse.

import type { FastifyInstance, FastifyRequest } from 'fastify'
import { type Database, DatabaseClock, migrate, openDatabase } from '../db/index.ts'
import { accountSettings, sessionOf } from '../features/accounts/index.ts'
import { auditSettings } from '../features/audit/index.ts'
import { openBilling } from '../features/billing/index.ts'
import { meter, statsRoute, usageSettings } from '../features/budgets/index.ts'
import { catalogueRoutes } from '../features/catalogue/index.ts'
import { type Demo, isForDemo, loadDemo, startLiveWriter } from '../features/demo/index.ts'
import { dossierRoutes } from '../features/dossiers/index.ts'
import { type ExploreParts, exploreSettings } from '../features/explore/index.ts'
import { firehoseSettings, startFirehose } from '../features/firehose/index.ts'
import { authenticate, KeyRing, keySettings, LastUsed } from '../features/keys/index.ts'
import {
  openSearchEngine,
  PAGE_SIZE_MAX,
  postgresEngine,
  QUERY_SET_RECORDS_MAX,
  type SearchEngine,
  searchMetrics,
  searchRoutes,
} from '../features/search/index.ts'
import { Sender } from '../features/sending/index.ts'
import { SliceBook, SlicePages, sliceRoutes } from '../features/slices/index.ts'
import { teamSettings } from '../features/teams/index.ts'
import {
  API_PREFIX,
  type Api,
  apiScope,
  createServer,
  describeApi,
  docsRoutes,
  healthRoute,
  listenOn,
  openapiRoute,
  ownUrl,
  probeRoutes,
  type Readiness,
  serveMetrics,
  serveScreen,
  settingsScope,
} from '../http/index.ts'
import { stoppedWhileStarting } from '../platform/app-error.ts'
import type { Config } from '../platform/config.ts'
import type { Logger } from '../platform/log.ts'
import { SecretBox } from '../platform/secret-box.ts'
import { readSecretKeys } from '../platform/secret-keys.ts'
import { SETTINGS_PREFIX } from '../settings-contract/index.ts'
import { startWorker } from './periodic-tasks.ts'

export const ROLES = ['api', 'settings', 'worker', 'firehose'] as const
export type Role = (typeof ROLES)[number]

export interface Service {
  /** Where it listens, as a URL without a slash at its end. */
  readonly url: string
  readonly demo: Demo | undefined
  close(): Promise<void>
}

/** How long a start waits for a database that is still coming up itself. */
const DATABASE_WAIT_SECONDS = 30
/** What a request in flight may still take at a shutdown; what takes longer is cut off. */
const DRAIN_SECONDS = 6

export async function startService(
  config: Config,
  log: Logger,
  roles: ReadonlySet<Role>,
  { demoLive = false, signal }: { demoLive?: boolean; signal?: AbortSignal } = {},
): Promise<Service> {
  const undo: (() => Promise<void>)[] = []
  const close = async () => {
    for (const step of undo.splice(0).reverse()) await step()
  }
  try {
    const db = await openDatabase({ config, log, waitSeconds: DATABASE_WAIT_SECONDS, signal })
    undo.push(() => db.close())
    if (signal?.aborted) throw stoppedWhileStarting()
    const { applied } = await migrate(() => db.connectDirect())
    if (applied.length > 0) log.info(`applied ${applied.length} migrations`)
    const demo =
      config.PRO_SIGNAL_DEMO && (await isForDemo(db)) ? await loadDemo(db, { dataDir: config.DATA_DIR }) : undefined

    if (signal?.aborted) throw stoppedWhileStarting()
    const app = createServer(config, log)
    const readiness: Readiness = { ready: false }
    const metrics = await serveMetrics(app, config)
    undo.push(() => metrics.close())
    probeRoutes(app, db, readiness)
    const billing = await openBilling(config, db, log)
    if (roles.has('worker')) undo.push(startWorker(db, log, billing))
    if (roles.has('firehose')) undo.push(await startFirehose(db, config, log, metrics.registry))
    if (demo && demoLive) undo.push(startLiveWriter(db, log))
    // Without the API, what a few people explore is no reason to keep an index in memory: its twin answers them.
    const engine = roles.has('api')
      ? openSearchEngine(config, db, log)
      : { ...postgresEngine(db.pool('search')), index: undefined }
    undo.push(() => engine.close())
    const parts = searchParts(app, db, engine)
    if (roles.has('settings')) await mountSettings(app, db, parts, config, undo)
    if (roles.has('api')) {
      searchMetrics(metrics.registry, engine)
      readiness.search = () => engine.name
      await mountApi(app, db, parts, undo)
      billing.mount(app)
    }
    undo.push(() => drain(app))
    const url = await listen(app, config)
    undo.push(async () => {
      readiness.ready = false
    })
    readiness.ready = true
    return { url, demo, close }
  } catch (error) {
    await close()
    throw error
  }
}

const PAGE_LIMITS = { pageSizeMax: PAGE_SIZE_MAX, querySetRecordsMax: QUERY_SET_RECORDS_MAX }

/** Who is charged: the team of the key, on the plan that the key was verified with. */
const accountOf = ({ caller }: FastifyRequest) => ({ teamId: caller.teamId, keyId: caller.keyId, plan: caller.plan })

/** What answers questions about companies: for keys, and for people who explore. */
export function searchParts(app: FastifyInstance, db: Database, engine: SearchEngine): ExploreParts {
  const read = db.pool('read')
  const slices = new SliceBook(read, {
    onBroken: (broken) => app.log.warn({ broken }, 'stored slices that this version does not understand'),
  })
  return { engine, slices, clock: new DatabaseClock(read), read, charge: db.pool('charge') }
}

/** The routes of the API, and the description that is made from them. */
export async function mountApi(
  app: FastifyInstance,
  db: Database,
  { engine, slices, clock, read, charge }: ExploreParts,
  undo: (() => Promise<void>)[],
): Promise<void> {
  const ring = new KeyRing(charge)
  const lastUsed = new LastUsed(charge)
  undo.push(() => lastUsed.flush())
  const slicePages = new SlicePages(read, () => engine)
  await describeApi(app)
  openapiRoute(app)
  docsRoutes(app)
  await app.register(
    async (scope) => {
      scope.addHook('onRequest', authenticate(ring, lastUsed))
      await apiScope(scope)
      meter(scope, charge, accountOf)
      const api: Api = scope.withTypeProvider()
      healthRoute(api, db)
      statsRoute(api, charge, accountOf, PAGE_LIMITS)
      catalogueRoutes(api, slices)
      searchRoutes(api, engine, read, clock)
      sliceRoutes(api, slices, slicePages, clock)
      dossierRoutes(api, read, slices)
    },
    { prefix: API_PREFIX },
  )
}

/** The screen and its JSON. */
async function mountSettings(
  app: FastifyInstance,
  db: Database,
  parts: ExploreParts,
  config: Config,
  undo: (() => Promise<void>)[],
): Promise<void> {
  const pool = db.pool('settings')
  const allowLoopback = config.ALLOW_LOOPBACK_WEBHOOKS
  // For test events only; the firehose has its own.
  const sender = new Sender({ allowLoopback })
  undo.push(() => sender.close())
  let secrets: SecretBox | undefined
  const box = () => {
    secrets ??= new SecretBox(readSecretKeys(config))
    return secrets
  }
  await app.register(
    async (settings) => {
      settingsScope(settings, (request) => sessionOf(pool, request))
      accountSettings(settings, db)
      keySettings(settings, db)
      usageSettings(settings, pool, PAGE_LIMITS)
      teamSettings(settings, db)
      auditSettings(settings, pool)
      await exploreSettings(settings, parts)
      firehoseSettings(settings, db, { allowLoopback, box, send: (post, signal) => sender.send(post, signal) })
    },
    { prefix: SETTINGS_PREFIX },
  )
  await serveScreen(app)
}

async function listen(app: FastifyInstance, config: Config): Promise<string> {
  await listenOn(app, { host: config.HOST, port: config.PORT }, 'PORT')
  const address = app.server.address()
  const port = typeof address === 'object' && address ? address.port : config.PORT
  return ownUrl(config, port)
}

/** Stops accepting, lets requests in flight end, and cuts off those that do not. */
async function drain(app: FastifyInstance): Promise<void> {
  const cut = setTimeout(() => app.server.closeAllConnections(), DRAIN_SECONDS * 1_000)
  await app.close()
  clearTimeout(cut)
}
