import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Registry } from 'prom-client'
import { meter, statsRoute } from '../account/budgets/index.ts'
import { authenticate, KeyCache, LastUsed } from '../account/keys/index.ts'
import { insertRequests, RequestLog, recordRequests } from '../account/request-log/index.ts'
import { catalogueRoutes } from '../api/catalogue/index.ts'
import { dossierRoutes } from '../api/dossiers/index.ts'
import type { ExploreParts } from '../api/explore/index.ts'
import { mcpRoutes } from '../api/mcp/index.ts'
import { sliceRoutes } from '../api/slices/index.ts'
import type { Database } from '../db/index.ts'
import { type Api, apiScope } from '../http/index.ts'
import {
  API_PREFIX,
  describeApi,
  docsRoutes,
  healthRoute,
  llmsTxtRoute,
  openapiRoute,
  serveScreenFiles,
} from '../http/serving.ts'
import { SIGNAL_UNION } from '../meaning/signals/schema.ts'
import type { Config } from '../platform/config/config.ts'
import { isLoopback } from '../platform/config/network.ts'
import { searchRoutes } from '../search/index.ts'
import { PAGE_LIMITS } from './search-parts.ts'

/** The account to charge: the team of the key, with the plan that it had when the key was verified. */
const accountOf = ({ caller }: FastifyRequest) => ({ teamId: caller.teamId, keyId: caller.keyId, plan: caller.plan })

const teamOf = ({ caller }: FastifyRequest) => caller.teamId

/** Mounts the routes of the API and the OpenAPI description that is generated from them. */
export async function mountApi(
  app: FastifyInstance,
  db: Database,
  { engine, searchCaches, dossiers, budgets, slices, slicePages, clock, read }: ExploreParts,
  config: Pick<Config, 'HOST' | 'PUBLIC_URL' | 'TRUST_PROXY' | 'CORS_ORIGINS' | 'REQUEST_LOG_DAYS'>,
  closeSteps: (() => Promise<void>)[],
  registry?: Registry,
): Promise<void> {
  const charge = db.pool('charge')
  const keys = new KeyCache(charge)
  const lastUsed = new LastUsed(charge)
  closeSteps.push(() => lastUsed.flush())
  const authenticated = authenticate(keys, lastUsed)
  // Not on the connections of charges.
  const requestLog = new RequestLog((batch) => insertRequests(db.pool('settings'), batch), {
    ...(registry && { registry }),
    keepsRows: config.REQUEST_LOG_DAYS > 0,
  })
  closeSteps.push(() => requestLog.flush())
  const recorder = recordRequests(requestLog)
  await describeApi(app, { Signal: SIGNAL_UNION })
  openapiRoute(app)
  // The reference is a page of the screen, even on a node that serves no other page of it.
  await serveScreenFiles(app)
  docsRoutes(app)
  llmsTxtRoute(app)
  await app.register(
    async (scope) => {
      scope.addHook('onRequest', recorder.onRequest)
      scope.addHook('onRequest', authenticated)
      await apiScope(scope)
      meter(scope, budgets, accountOf)
      scope.addHook('onSend', recorder.onSend)
      const api: Api = scope.withTypeProvider()
      healthRoute(api, db)
      statsRoute(api, charge, accountOf, PAGE_LIMITS)
      catalogueRoutes(api, { slices, slicePages, searchCaches, clock }, teamOf)
      searchRoutes(api, engine, read, clock, searchCaches, teamOf)
      sliceRoutes(api, slices, slicePages, clock, teamOf, { ...searchCaches, read })
      dossierRoutes(api, dossiers)
    },
    { prefix: API_PREFIX },
  )
  await mcpRoutes(
    app,
    { engine, searchCaches, dossiers, budgets, slices, slicePages, clock, read, charge },
    {
      authenticate: authenticated,
      recorder,
      accountOf,
      origins: {
        allowed: [...config.CORS_ORIGINS, ...(config.PUBLIC_URL ? [config.PUBLIC_URL] : [])],
        loopbackOnly: isLoopback(config.HOST) && config.TRUST_PROXY === 0,
      },
    },
  )
}
