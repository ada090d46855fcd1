// Metering as hooks that read a route's declaration, so that a route imports neither keys nor budgets:
//
//   { config: { metered: 'dossier' } }    and in the handler    reply.draw = { records: 1, companyId }
//
// Peek, work, serialise, charge, send. The peek is a hint in memory, a second old at most, that spares a team at its cap
// the work; the charge alone decides. It comes when the reply is serialised and before it is sent, so that only what
// leaves as 2xx is charged, and a budget that is full by then turns the reply into a 429.

import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Queryable } from '../../db/index.ts'
import { apiAccessRequired, errorBody, type HttpError, invalidApiKey } from '../../http/index.ts'
import { BoundedMap } from '../../platform/bounded-map.ts'
import type { Bucket } from './plans.ts'
import { rateLimitExceeded, rateLimitHeaders } from './rate-limit.ts'
import { type Account, type BudgetState, charge, type Draw, peek, type Verdict } from './use-budgets.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The name under which the route's requests are counted. */
    metered?: string
  }
  interface FastifyReply {
    /** What this reply draws on beside the request itself. */
    draw: Omit<Draw, 'endpoint'>
  }
}

const HINT_MS = 1_000
const REQUEST_BUCKETS: readonly Bucket[] = ['perMinute', 'dailyRequests', 'monthlyRequests']

interface Hint {
  readonly state: BudgetState
  readonly at: number
}

/** `accountOf` says who calls: the authentication knows. */
export function meter(app: FastifyInstance, db: Queryable, accountOf: (request: FastifyRequest) => Account): void {
  const hints = new BoundedMap<string, Hint>(10_000)
  app.decorateReply('draw', null as never)

  app.addHook('onRequest', async (request, reply) => {
    const endpoint = request.routeOptions.config.metered
    if (endpoint === undefined) return
    reply.draw = {}
    const account = accountOf(request)
    const hint = hints.get(account.teamId)
    // A hint that shows room is as good as none: the charge will tell. One that shows none is asked again after a second.
    if (hint && Math.min(...REQUEST_BUCKETS.map((bucket) => hint.state.buckets[bucket].remaining)) > 0) return
    if (hint && performance.now() - hint.at < HINT_MS) throw fullOf(hint.state, endpoint)
    const verdict = await peek(db, account, { endpoint })
    remember(account, verdict)
    if (verdict.outcome === 'full') throw rateLimitExceeded(verdict.bucket, verdict, { endpoint })
  })

  app.addHook('onSend', async (request, reply, payload) => {
    const endpoint = request.routeOptions.config.metered
    if (endpoint === undefined || reply.statusCode < 200 || reply.statusCode > 299) return payload
    const draw = { ...reply.draw, endpoint }
    const account = accountOf(request)
    const verdict = await charge(db, account, draw)
    remember(account, verdict)
    if (verdict.outcome === 'charged') {
      reply.headers(rateLimitHeaders(verdict))
      return payload
    }
    const error = refusal(verdict, draw)
    reply.code(error.status).headers(error.headers).removeHeader('content-length')
    return JSON.stringify(errorBody(error, request.id))
  })

  function remember(account: Account, verdict: Verdict): void {
    if ('buckets' in verdict) hints.set(account.teamId, { state: verdict, at: performance.now() })
  }
}

function refusal(verdict: Verdict, draw: Draw): HttpError {
  if (verdict.outcome === 'full') return rateLimitExceeded(verdict.bucket, verdict, draw)
  return verdict.outcome === 'key_refused' ? invalidApiKey() : apiAccessRequired()
}

/** Of the request budgets that are full, the one that resets last. */
function fullOf(state: BudgetState, endpoint: string): HttpError {
  const full = REQUEST_BUCKETS.filter((bucket) => state.buckets[bucket].remaining === 0)
  const [last = 'perMinute'] = full.toSorted((a, b) => state.buckets[b].resetUnix - state.buckets[a].resetUnix)
  return rateLimitExceeded(last, state, { endpoint })
}
