// Metering: hooks that read a route's declaration, so that a route imports neither keys nor budgets.
//
//   { config: { metered: 'search', cost: ({ body }) => ({ records: 1, pageTurns: body.page > 1 ? 1 : 0 }) } }
//
// The order is: peek, validate, peek, work, serialise, charge, send. The first peek checks the request budgets. The
// second, once the request is known to be valid, checks the budgets that this request uses. A peek reads a hint in
// memory, so a team at its cap costs no work. Only the charge decides. It runs after the reply is serialised and before
// it is sent, so only replies sent as 2xx are charged, and a budget that is full by then turns the reply into a 429. A
// client that has disconnected by then isn't charged. A reply that reports an invalid request isn't charged either, so
// a peek that is at most a second old decides first whether it is a 429.

import type { FastifyInstance, FastifyRequest } from 'fastify'
import { clientHasLeft, errorBody, type HttpError, readRejectedBody } from '../../http/index.ts'
import { BUCKETS, type Bucket } from '../plans/index.ts'
import type { Budgets } from './budgets.ts'
import type { ChargedAccount, Cost } from './charge.ts'
import { lastToReset } from './full-budgets.ts'
import { rateLimitHeaders } from './rate-limit.ts'
import { fullBudgetError, type KnowsCompany, rejection } from './rejections.ts'

type RouteCost = Omit<Cost, 'endpoint'>

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The name under which the route's requests are counted. */
    metered?: string
    /** The minimum cost of a 2xx reply to this request, besides the request itself. */
    cost?: (request: FastifyRequest) => RouteCost
    /**
     * The same before the request is validated, from any input. It decides only which of several full budgets a 429
     * reports.
     */
    unvalidatedCost?: (request: Pick<FastifyRequest, 'params' | 'query' | 'body'>) => RouteCost
    /** Called when no more companies may be opened: one that doesn't exist is still a 404, not a 429. */
    knowsCompany?: KnowsCompany
  }
  interface FastifyReply {
    /** The cost of this reply: as the route declares it, unless the handler sets the actual cost. */
    cost: RouteCost
    /** What the request was charged for, besides itself. The sum of several charges. */
    charged: Charged | null
  }
}

export interface Charged {
  readonly records: number
  readonly pageTurns: number
}

/** Statuses that are replaced by a 429 if the request budget is full. */
const WRONG_REQUEST: ReadonlySet<number> = new Set([400, 404, 413, 415, 422])
const REQUEST_BUCKETS: readonly Bucket[] = ['perMinute', 'dailyRequests', 'monthlyRequests']

/** `accountOf` returns the account to charge. */
export function meter(
  app: FastifyInstance,
  budgets: Budgets,
  accountOf: (request: FastifyRequest) => ChargedAccount,
): void {
  const endpointOf = ({ routeOptions: { config } }: FastifyRequest) => config.metered
  app.decorateReply('cost', null as never)
  app.decorateReply('charged', null)

  async function requestsAreFull(
    request: FastifyRequest,
    endpoint: string,
    readBody: () => Promise<unknown>,
    options?: { readonly isFinal: boolean },
  ) {
    const { params, query } = request
    const { unvalidatedCost, knowsCompany } = request.routeOptions.config
    const costOf = (body?: unknown): Cost => ({ ...unvalidatedCost?.({ params, query, body }), endpoint })
    const full = await budgets.findFull(accountOf(request), costOf(), REQUEST_BUCKETS, options)
    if (!full) return undefined
    // The page of a search is in its body. It matters only here, to choose the budget.
    const turnsAreFull = full.state.buckets.monthlyPageTurns.remaining === 0
    const cost = costOf(turnsAreFull ? await readBody() : undefined)
    const bucket = cost.companyId === undefined ? lastToReset(full.state, cost) : full.bucket
    return fullBudgetError({ ...full, ...(bucket && { bucket }) }, cost, knowsCompany)
  }

  app.addHook('onRequest', async (request, reply) => {
    const endpoint = endpointOf(request)
    if (endpoint === undefined) return
    reply.cost = {}
    const error = await requestsAreFull(request, endpoint, () => readRejectedBody(request.raw))
    if (error) throw error
  })

  app.addHook('preHandler', async (request, reply) => {
    const endpoint = endpointOf(request)
    const { cost: costOf } = request.routeOptions.config
    if (endpoint === undefined || !costOf) return
    reply.cost = costOf(request)
    const cost = { ...reply.cost, endpoint }
    const full = await budgets.findFull(accountOf(request), cost, BUCKETS)
    const error = full && (await fullBudgetError(full, cost, request.routeOptions.config.knowsCompany))
    if (error) throw error
  })

  app.addHook('onSend', async (request, reply, payload) => {
    const endpoint = endpointOf(request)
    // Without a cost, the key was rejected.
    if (endpoint === undefined || !reply.cost) return payload
    const send = (error: HttpError) => {
      reply.code(error.status).headers(error.headers).removeHeader('content-length')
      return JSON.stringify(errorBody(error, request.id))
    }
    if (WRONG_REQUEST.has(reply.statusCode)) {
      const peek = requestsAreFull(request, endpoint, async () => request.body, { isFinal: true })
      // While the database is unavailable, the reply stays as it is.
      const error = await peek.catch(() => undefined)
      return error ? send(error) : payload
    }
    if (reply.statusCode < 200 || reply.statusCode > 299) return payload
    const cost = { ...reply.cost, endpoint }
    const account = accountOf(request)
    const verdict = await budgets.charge({ account, cost, isGone: () => clientHasLeft(request) })
    if (verdict.outcome === 'gone') return payload
    if (verdict.outcome === 'charged') {
      reply.charged = { records: cost.records ?? 0, pageTurns: cost.pageTurns ?? 0 }
      reply.headers(rateLimitHeaders('monthlyRequests', verdict))
      return payload
    }
    return send(rejection(verdict, account, cost))
  })
}
