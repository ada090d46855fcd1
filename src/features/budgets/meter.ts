// Metering as hooks that read a route's declaration, so that a route imports neither keys nor budgets:
//
//   { config: { metered: 'search', draws: ({ body }) => ({ records: 1, pageTurns: body.page > 1 ? 1 : 0 }) } }
//
// Peek, validate, peek, work, serialise, charge, send. The first peek is at the budgets of requests, the second, once the
// request is known to be valid, at those that this very request draws on. A peek looks at a hint in memory, a second old
// at most, that spares a team at its cap the work; the charge alone decides. It comes when the reply is serialised and
// before it is sent, so that only what leaves as 2xx is charged, and a budget that is full by then turns the reply into a
// 429.

import type { FastifyInstance, FastifyRequest } from 'fastify'
import { isUnavailable, type Queryable } from '../../db/index.ts'
import { apiAccessRequired, errorBody, type HttpError, invalidApiKey, notSignedIn } from '../../http/index.ts'
import { BoundedMap } from '../../platform/bounded-map.ts'
import { Grouping } from '../../platform/grouping.ts'
import type { Bucket } from '../plans/index.ts'
import { type RateLimitError, rateLimitExceeded, rateLimitHeaders } from './rate-limit.ts'
import { Turns } from './turns.ts'
import { type Account, type BudgetState, chargeAll, type Draw, peek, type Verdict } from './use-budgets.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The name under which the route's requests are counted. */
    metered?: string
    /** The least that a 2xx of this request draws on, beside the request itself. */
    draws?: (request: FastifyRequest) => Omit<Draw, 'endpoint'>
    /** Asked when no further company may be opened: one that does not exist is 404 even then, and not 429. */
    knowsCompany?: (companyId: string) => Promise<boolean>
  }
  interface FastifyReply {
    /** What this reply draws on: what the route declares, unless the handler says what it came to. */
    draw: Omit<Draw, 'endpoint'>
  }
}

const HINT_MS = 1_000
/** As many teams as a node remembers keys of. */
const MOST_HINTS = 50_000
/** Few, so that groups are large: what a group costs beside its charges is more than a charge. */
const GROUPS_AT_ONCE = 2
const MOST_IN_GROUP = 32
const REQUEST_BUCKETS: readonly Bucket[] = ['perMinute', 'dailyRequests', 'monthlyRequests']

interface Hint {
  readonly state: BudgetState
  readonly at: number
}

/** `accountOf` says who calls: the authentication knows. `countedAs` is for all routes of the scope, in place of their own. */
export function meter(
  app: FastifyInstance,
  db: Queryable,
  accountOf: (request: FastifyRequest) => Account,
  { countedAs }: { countedAs?: string } = {},
): void {
  const endpointOf = ({ routeOptions: { config } }: FastifyRequest) => config.metered && (countedAs ?? config.metered)
  const hints = new BoundedMap<string, Hint>(MOST_HINTS)
  const turns = new Turns()
  const charges = new Grouping<{ account: Account; draw: Draw }, Verdict>((group) => chargeAll(db, group), {
    atOnce: GROUPS_AT_ONCE,
    most: MOST_IN_GROUP,
    failsAlike: isUnavailable,
  })
  app.decorateReply('draw', null as never)

  app.addHook('onRequest', async (request, reply) => {
    const endpoint = endpointOf(request)
    if (endpoint === undefined) return
    reply.draw = {}
    const error = await refusalBefore(accountOf(request), { endpoint }, REQUEST_BUCKETS)
    if (error) throw error
  })

  app.addHook('preHandler', async (request, reply) => {
    const endpoint = endpointOf(request)
    const { draws, knowsCompany } = request.routeOptions.config
    if (endpoint === undefined || !draws) return
    reply.draw = draws(request)
    const draw = { ...reply.draw, endpoint }
    const error = await refusalBefore(accountOf(request), draw, bucketsOf(draw))
    if (!error) return
    const { companyId } = draw
    const unknown =
      error.bucket === 'dailyCompanyDetail' && companyId && knowsCompany && !(await knowsCompany(companyId))
    if (!unknown) throw error
  })

  app.addHook('onSend', async (request, reply, payload) => {
    const endpoint = endpointOf(request)
    if (endpoint === undefined || reply.statusCode < 200 || reply.statusCode > 299) return payload
    const draw = { ...reply.draw, endpoint }
    const account = accountOf(request)
    const verdict = await turns.take(account.teamId, () => chargeUnlessFull(account, draw))
    if (verdict.outcome === 'charged') {
      reply.headers(rateLimitHeaders(verdict))
      return payload
    }
    const error = refusal(verdict, account, draw)
    reply.code(error.status).headers(error.headers).removeHeader('content-length')
    return JSON.stringify(errorBody(error, request.id))
  })

  /** Of a crowd that comes at once, the first one that finds a budget full spares the others the question. */
  async function chargeUnlessFull(account: Account, draw: Draw): Promise<Verdict> {
    const hint = hints.get(account.teamId)
    const bucket = hint && fullBy(hint, [...REQUEST_BUCKETS, ...bucketsOf(draw)])
    if (hint && bucket) return { ...hint.state, outcome: 'full', bucket }
    const sentAt = performance.now()
    const verdict = await charges.ask({ account, draw })
    remember(account, verdict, sentAt)
    return verdict
  }

  /**
   * Why the draw is refused before the work. A hint that shows room is as good as none: the charge will tell. One that
   * shows none is believed for a second; after that, and where it cannot know (a company may be open already), the
   * database is asked.
   */
  async function refusalBefore(
    account: Account,
    draw: Draw,
    buckets: readonly Bucket[],
  ): Promise<RateLimitError | undefined> {
    const hint = hints.get(account.teamId)
    if (hint) {
      const full = buckets.filter((bucket) => hint.state.buckets[bucket].remaining === 0)
      if (full.length === 0) return undefined
      const told = fullBy(hint, full)
      if (told) return rateLimitExceeded(told, hint.state, draw)
    }
    const sentAt = performance.now()
    const verdict = await peek(db, account, draw)
    remember(account, verdict, sentAt)
    return verdict.outcome === 'full' ? rateLimitExceeded(verdict.bucket, verdict, draw) : undefined
  }

  /** A hint is as old as the question: what it takes for the answer to come makes it end early, never late. */
  function remember(account: Account, verdict: Verdict, sentAt: number): void {
    if ('buckets' in verdict) hints.set(account.teamId, { state: verdict, at: sentAt })
  }
}

/**
 * The budget of these that is full by the hint, and if there are several the one that resets last. A hint lives for a
 * second, and not beyond the moment at which the budget is anew; and it does not know whether a company is open already.
 */
function fullBy({ state: { buckets, nowUnix }, at }: Hint, candidates: readonly Bucket[]): Bucket | undefined {
  const age = performance.now() - at
  if (age >= HINT_MS) return undefined
  let last: Bucket | undefined
  for (const bucket of candidates) {
    const { remaining, resetUnix } = buckets[bucket]
    if (remaining > 0 || bucket === 'dailyCompanyDetail' || nowUnix + age / 1_000 >= resetUnix) continue
    if (last === undefined || resetUnix > buckets[last].resetUnix) last = bucket
  }
  return last
}

/** The budgets beside those of requests that a draw needs room in. */
function bucketsOf({ records = 0, pageTurns = 0, companyId }: Draw): Bucket[] {
  const buckets: Bucket[] = []
  if (records > 0) buckets.push('monthlyRecords')
  if (pageTurns > 0) buckets.push('monthlyPageTurns')
  if (companyId !== undefined) buckets.push('dailyCompanyDetail')
  return buckets
}

function refusal(verdict: Verdict, { keyId }: Account, draw: Draw): HttpError {
  if (verdict.outcome === 'full') return rateLimitExceeded(verdict.bucket, verdict, draw)
  if (verdict.outcome === 'plan_changed') return apiAccessRequired()
  // Of a session: its team is gone.
  return keyId === undefined ? notSignedIn() : invalidApiKey()
}
