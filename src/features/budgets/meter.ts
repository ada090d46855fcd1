// Metering: hooks that read a route's declaration, so that a route imports neither keys nor budgets.
//
//   { config: { metered: 'search', cost: ({ body }) => ({ records: 1, pageTurns: body.page > 1 ? 1 : 0 }) } }
//
// The order is: peek, validate, peek, work, serialise, charge, send. The first peek checks the request budgets. The
// second, once the request is known to be valid, checks the budgets that this request draws on. A peek reads a hint in
// memory that is at most a second old, so a team at its cap costs no work. Only the charge decides. It runs after the
// reply is serialised and before it is sent, so only replies that leave as 2xx are charged, and a budget that is full
// by then turns the reply into a 429.

import type { FastifyInstance, FastifyRequest } from 'fastify'
import { isUnavailable, type Queryable } from '../../db/index.ts'
import { apiAccessRequired, errorBody, type HttpError, invalidApiKey, notSignedIn } from '../../http/index.ts'
import { Batcher } from '../../platform/batcher.ts'
import { LruMap } from '../../platform/lru-map.ts'
import type { Bucket } from '../plans/index.ts'
import {
  type BudgetState,
  type Charge,
  type ChargedAccount,
  type ChargeVerdict,
  type Cost,
  chargeAll,
  peek,
} from './charge.ts'
import { KeyedQueue } from './keyed-queue.ts'
import { type RateLimitError, rateLimitExceeded, rateLimitHeaders } from './rate-limit.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The name under which the route's requests are counted. */
    metered?: string
    /** The minimum cost of a 2xx reply to this request, besides the request itself. */
    cost?: (request: FastifyRequest) => Omit<Cost, 'endpoint'>
    /** Called when no more companies may be opened: one that doesn't exist is still a 404 and not a 429. */
    knowsCompany?: (companyId: string) => Promise<boolean>
  }
  interface FastifyReply {
    /** The cost of this reply: as the route declares it, unless the handler sets the actual cost. */
    cost: Omit<Cost, 'endpoint'>
  }
}

const HINT_MAX_AGE_MS = 1_000
/** As many teams as the key cache has keys. */
const MAX_HINTS = 50_000
/** Few, so that batches are large: the overhead of a batch is more than the cost of a charge. */
const CONCURRENT_BATCHES = 2
const MAX_BATCH_SIZE = 32
const REQUEST_BUCKETS: readonly Bucket[] = ['perMinute', 'dailyRequests', 'monthlyRequests']

interface Hint {
  readonly state: BudgetState
  readonly at: number
}

/** `accountOf` returns the account to charge. `countedAs` replaces the endpoint names of all routes in the scope. */
export function meter(
  app: FastifyInstance,
  db: Queryable,
  accountOf: (request: FastifyRequest) => ChargedAccount,
  { countedAs }: { countedAs?: string } = {},
): void {
  const endpointOf = ({ routeOptions: { config } }: FastifyRequest) => config.metered && (countedAs ?? config.metered)
  const hints = new LruMap<string, Hint>(MAX_HINTS)
  const queue = new KeyedQueue()
  const charges = new Batcher<Charge, ChargeVerdict>((batch) => chargeAll(db, batch), {
    concurrency: CONCURRENT_BATCHES,
    maxBatchSize: MAX_BATCH_SIZE,
    failsTogether: isUnavailable,
  })
  app.decorateReply('cost', null as never)

  app.addHook('onRequest', async (request, reply) => {
    const endpoint = endpointOf(request)
    if (endpoint === undefined) return
    reply.cost = {}
    const error = await findRejection(accountOf(request), { endpoint }, REQUEST_BUCKETS)
    if (error) throw error
  })

  app.addHook('preHandler', async (request, reply) => {
    const endpoint = endpointOf(request)
    const { cost: costOf, knowsCompany } = request.routeOptions.config
    if (endpoint === undefined || !costOf) return
    reply.cost = costOf(request)
    const cost = { ...reply.cost, endpoint }
    const error = await findRejection(accountOf(request), cost, bucketsOf(cost))
    if (!error) return
    const { companyId } = cost
    const unknown =
      error.bucket === 'dailyCompanyDetail' && companyId && knowsCompany && !(await knowsCompany(companyId))
    if (!unknown) throw error
  })

  app.addHook('onSend', async (request, reply, payload) => {
    const endpoint = endpointOf(request)
    if (endpoint === undefined || reply.statusCode < 200 || reply.statusCode > 299) return payload
    const cost = { ...reply.cost, endpoint }
    const account = accountOf(request)
    const verdict = await queue.run(account.teamId, () => chargeUnlessFull(account, cost))
    if (verdict.outcome === 'charged') {
      reply.headers(rateLimitHeaders(verdict))
      return payload
    }
    const error = rejection(verdict, account, cost)
    reply.code(error.status).headers(error.headers).removeHeader('content-length')
    return JSON.stringify(errorBody(error, request.id))
  })

  /** Of many concurrent requests, the first one that finds a budget full spares the others the query. */
  async function chargeUnlessFull(account: ChargedAccount, cost: Cost): Promise<ChargeVerdict> {
    const hint = hints.get(account.teamId)
    const bucket = hint && fullBucket(hint, [...REQUEST_BUCKETS, ...bucketsOf(cost)])
    if (hint && bucket) return { ...hint.state, outcome: 'full', bucket }
    const sentAt = performance.now()
    const verdict = await charges.add({ account, cost })
    remember(account, verdict, sentAt)
    return verdict
  }

  /**
   * The error if the request is rejected before the work. A hint with room left lets the request pass: the charge
   * decides. A hint without room is trusted for a second. After that, and where a hint can't know (a company may
   * already be open), the database is queried.
   */
  async function findRejection(
    account: ChargedAccount,
    cost: Cost,
    buckets: readonly Bucket[],
  ): Promise<RateLimitError | undefined> {
    const hint = hints.get(account.teamId)
    if (hint) {
      const full = buckets.filter((bucket) => hint.state.buckets[bucket].remaining === 0)
      if (full.length === 0) return undefined
      const bucket = fullBucket(hint, full)
      if (bucket) return rateLimitExceeded(bucket, hint.state, cost)
    }
    const sentAt = performance.now()
    const verdict = await peek(db, account, cost)
    remember(account, verdict, sentAt)
    return verdict.outcome === 'full' ? rateLimitExceeded(verdict.bucket, verdict, cost) : undefined
  }

  /** The age of a hint counts from when the query was sent: a slow answer makes it expire early, never late. */
  function remember(account: ChargedAccount, verdict: ChargeVerdict, sentAt: number): void {
    if ('buckets' in verdict) hints.set(account.teamId, { state: verdict, at: sentAt })
  }
}

/**
 * The bucket that is full according to the hint; of several, the one that resets last. A hint is valid for a second,
 * and not beyond the reset of the bucket. It can't know whether a company is already open.
 */
function fullBucket({ state: { buckets, nowUnix }, at }: Hint, candidates: readonly Bucket[]): Bucket | undefined {
  const age = performance.now() - at
  if (age >= HINT_MAX_AGE_MS) return undefined
  let last: Bucket | undefined
  for (const bucket of candidates) {
    const { remaining, resetUnix } = buckets[bucket]
    if (remaining > 0 || bucket === 'dailyCompanyDetail' || nowUnix + age / 1_000 >= resetUnix) continue
    if (last === undefined || resetUnix > buckets[last].resetUnix) last = bucket
  }
  return last
}

/** The buckets that a cost needs room in, besides those for requests. */
function bucketsOf({ records = 0, pageTurns = 0, companyId }: Cost): Bucket[] {
  const buckets: Bucket[] = []
  if (records > 0) buckets.push('monthlyRecords')
  if (pageTurns > 0) buckets.push('monthlyPageTurns')
  if (companyId !== undefined) buckets.push('dailyCompanyDetail')
  return buckets
}

function rejection(verdict: ChargeVerdict, { keyId }: ChargedAccount, cost: Cost): HttpError {
  if (verdict.outcome === 'full') return rateLimitExceeded(verdict.bucket, verdict, cost)
  if (verdict.outcome === 'plan_changed') return apiAccessRequired()
  // Without a key the caller is a session, and its team was deleted.
  return keyId === undefined ? notSignedIn() : invalidApiKey()
}
