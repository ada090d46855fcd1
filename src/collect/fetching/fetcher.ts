// Fetches one page or feed at a time from websites and job boards. Identifies itself, goes through the same guard as
// webhooks, obeys robots.txt, waits for its turn at each host, and limits everything that the other side controls.

import { setImmediate as nextTurn } from 'node:timers/promises'
import { Connections, dnsResolve, firstOf, retryAfterOf, shareLookups } from '../../outbound/index.ts'
import { AppError } from '../../platform/app-error.ts'
import type { Config } from '../../platform/config/config.ts'
import type { Logger } from '../../platform/logger.ts'
import { decodeBody } from '../../platform/text/decode-body.ts'
import { type CollectorRequest, type Dns, type Fetch, type RawAnswer, VisitFailure } from '../collectors/index.ts'
import { ACCEPT_ENCODING, unpackBody, withoutVolatile } from './body.ts'
import { openResolver, recordsOf } from './dns.ts'
import { FetcherClosed } from './fetcher-closed.ts'
import { type GetLimits, get, type Reply, type SentRequest } from './get.ts'
import { hashInParts } from './hash-in-parts.ts'
import type { HomePages } from './home-pages.ts'
import { Robots } from './robots.ts'
import { failureOfStatus, isSameSite, MAX_REDIRECTS, mustBePublic, readUrl, redirectTarget } from './rules.ts'
import { userAgent } from './user-agent.ts'

/** How a host responded, for spacing the next requests. */
export interface HostReport {
  /** Absent: there was no response. */
  readonly status?: number
  /** The request was aborted here, so the missing response says nothing about the host. */
  readonly isEndedHere?: boolean
  /** Seconds that the host asks to wait. */
  readonly retryAfter?: number
  readonly bytes: number
}

/** Detects next time whether a page or feed is unchanged: by the server's validators, else the body. */
export interface Validators {
  readonly url: string
  readonly etag?: string
  readonly lastModified?: string
  /** A hash of the body on the wire, or of the unpacked body without its volatile parts. */
  readonly body?: string
}

export interface AskOptions {
  /**
   * Waits until a request to the host is allowed. Called for every request, also for robots.txt and each redirect; its
   * result is called when the host has answered.
   */
  readonly turn?: (host: string, system: string | undefined) => Promise<(report: HostReport) => unknown>
  /** The board system that the target belongs to. */
  readonly system?: string | undefined
  /** Of the last complete visit. The first request, if it is for that URL, fails with `not_modified` if nothing changed. */
  readonly validators?: Validators | undefined
  /**
   * Called after each answer with what to pass in next time: only the URL once the visit has requested a second page,
   * because an unchanged first one says nothing about the others.
   */
  readonly keepValidators?: (validators: Validators) => void
  /** Shared with other visits. Absent: home pages are requested like all others. */
  readonly homePages?: HomePages | undefined
}

export interface Fetcher {
  readonly fetch: (options?: AskOptions) => Fetch
  readonly dns: Dns
  /** Aborts the requests in flight with FetcherClosed, like all later ones, and closes all connections. */
  readonly close: () => Promise<void>
}

/** Only tests have others. */
export interface FetchLimits {
  readonly feed: GetLimits
  readonly page: GetLimits
  readonly connectMs: number
}

const MIB = 1_024 * 1_024
export const FETCH_LIMITS: FetchLimits = {
  feed: { maxBytes: 32 * MIB, headersMs: 20_000, totalMs: 60_000 },
  page: { maxBytes: 4 * MIB, headersMs: 10_000, totalMs: 20_000 },
  connectMs: 5_000,
}
/** Origins that keep a connection for the next request. */
const MAX_ORIGINS = 512
const IDLE_MS = 15_000

type FetchConfig = Pick<Config, 'COLLECT_CONTACT' | 'COLLECT_REROUTE' | 'COLLECT_DNS'> &
  Partial<Pick<Config, 'COMPANIES_HOUSE_KEY'>>

/** The only host that gets the key. */
const COMPANIES_HOUSE = 'api.company-information.service.gov.uk'

export function openFetcher(config: FetchConfig, log: Logger, limits: Partial<FetchLimits> = {}): Fetcher {
  if (config.COLLECT_CONTACT === undefined) {
    throw new AppError(
      'invalid',
      'Collecting needs COLLECT_CONTACT: an e-mail address or a URL at which the websites that are asked can reach you.',
    )
  }
  const resolver = openResolver(config.COLLECT_DNS)
  const client = new Client(config, log, { ...FETCH_LIMITS, ...limits }, dnsResolve(resolver))
  return {
    fetch: (options = {}) => client.fetchFor(options),
    dns: recordsOf(resolver),
    close: async () => {
      resolver.cancel()
      await client.close()
    },
  }
}

class Client {
  readonly #log: Logger
  readonly #limits: FetchLimits
  readonly #userAgent: string
  readonly #reroute: string | undefined
  readonly #through: Pick<RawAnswer, 'through'>
  readonly #companiesHouseKey: string | undefined
  readonly #connections: Connections
  readonly #robots = new Robots()
  #closed = false

  constructor(config: FetchConfig, log: Logger, limits: FetchLimits, resolve: ReturnType<typeof dnsResolve>) {
    this.#log = log
    this.#limits = limits
    this.#userAgent = userAgent(config.COLLECT_CONTACT ?? '')
    this.#reroute = config.COLLECT_REROUTE
    this.#through = this.#reroute === undefined ? {} : { through: new URL(this.#reroute).host }
    this.#companiesHouseKey = config.COMPANIES_HOUSE_KEY
    this.#connections = new Connections(
      {
        // With a reroute every connection goes to that origin, which is on loopback. Otherwise loopback is forbidden.
        allowLoopback: this.#reroute !== undefined,
        resolve: shareLookups(resolve),
        connectTimeoutMs: limits.connectMs,
        connecting: new Set(),
      },
      { maxOrigins: MAX_ORIGINS, idleMs: IDLE_MS },
    )
  }

  fetchFor(options: AskOptions): Fetch {
    const { validators, keepValidators, homePages, ...others } = options
    let first: string | undefined
    return async (request) => {
      const isFirst = first === undefined
      first ??= request.url
      const mayBeSame = isFirst && !request.always && validators?.url === request.url
      const asked = { ...others, ...(mayBeSame && { validators }) }
      try {
        const ask = () => this.#answerTo(request, asked)
        const { answer, ...said } = await (homePages?.get(request, asked.validators?.body, ask) ?? ask())
        keepValidators?.(isFirst ? { url: request.url, ...said } : { url: first })
        return answer
      } catch (error) {
        if (error instanceof VisitFailure) error.url ??= request.url
        throw error
      }
    }
  }

  async close(): Promise<void> {
    this.#closed = true
    await this.#connections.close()
  }

  async #answerTo(
    request: CollectorRequest,
    options: AskOptions,
  ): Promise<{ readonly answer: RawAnswer } & Omit<Validators, 'url'>> {
    const start = readUrl(request.url)
    const { reply, url, elsewhere } = await this.#follow(start, request, options)
    if (elsewhere) {
      if (!elsewhere.forGood || start.pathname !== '/') {
        const message = `${start.href} redirects to another site, ${elsewhere.url.host}.`
        throw new VisitFailure('invalid_response', message, undefined, elsewhere.url.href)
      }
      const { status } = reply
      return {
        answer: {
          status,
          type: '',
          bytes: Buffer.alloc(0),
          url: url.href,
          movedTo: elsewhere.url.href,
          ...this.#through,
        },
      }
    }
    const isConditional = Object.keys(conditions(url, request, options.validators)).length > 0
    const failure = failureOfStatus(reply, url, { isConditional, statuses: request.statuses })
    if (failure) throw failure
    await nextIsSent()
    const { maxBytes } = this.#limits[request.kind]
    const { volatile } = request
    const unpacked = volatile === undefined ? undefined : await unpackBody(reply, maxBytes)
    const said = await validatorsOf(reply, unpacked, volatile)
    if (options.validators?.body === said.body) {
      throw new VisitFailure('not_modified', `${url.host} answered the same as last time.`)
    }
    const bytes = unpacked ?? (await unpackBody(reply, maxBytes))
    return { ...said, answer: { type: typeOf(reply), bytes, url: url.href, ...this.#through } }
  }

  /** The first response that does not redirect within the site. */
  async #follow(start: URL, request: CollectorRequest, options: AskOptions): Promise<Followed> {
    let url = start
    let forGood = true
    for (let redirects = 0; ; redirects++) {
      mustBePublic(url)
      const obeysRobots = request.kind === 'page' || request.obeysRobots
      if (obeysRobots && start.pathname !== '/robots.txt') {
        await this.#robots.mustAllow(url, (robots) => this.#readRobots(robots, request, options))
      }
      const reply = await this.#get(url, request, options)
      const target = redirectTarget(reply, url)
      if (!target) return { reply, url }
      if (request.kind === 'feed') {
        throw new VisitFailure(
          'invalid_response',
          `${url.host} answered ${reply.status}, and a feed does not redirect.`,
        )
      }
      forGood &&= reply.status === 301 || reply.status === 308
      if (!isSameSite(start, target)) return { reply, url, elsewhere: { url: target, forGood } }
      if (redirects === MAX_REDIRECTS) {
        throw new VisitFailure('invalid_response', `${start.href} redirects more than ${MAX_REDIRECTS} times.`)
      }
      url = target
    }
  }

  /** A host without one, or whose robots.txt redirects to another site, has no rules. */
  async #readRobots(robots: URL, request: CollectorRequest, options: AskOptions): Promise<string | undefined> {
    const { system } = request
    const asked: CollectorRequest = { url: robots.href, kind: 'page', ...(system !== undefined && { system }) }
    const { reply, url, elsewhere } = await this.#follow(robots, asked, options)
    const failure = failureOfStatus(reply, url)
    if (elsewhere || (reply.status >= 400 && reply.status < 500 && failure?.reason !== 'limited')) return undefined
    if (failure) throw failure
    return decodeBody(await unpackBody(reply, this.#limits.page.maxBytes), typeOf(reply)).text
  }

  async #get(url: URL, request: CollectorRequest, options: AskOptions): Promise<Reply> {
    const done = await options.turn?.(url.hostname, request.system ?? options.system)
    const startedMs = performance.now()
    let reply: Reply | undefined
    let bytes = 0
    const count = (read: number) => {
      bytes += read
    }
    try {
      const headers = { ...this.#headersFor(url, request), ...conditions(url, request, options.validators) }
      const sent = { path: url.pathname + url.search, headers, body: request.body }
      reply = await this.#exchange(url, sent, this.#limits[request.kind], count)
      return reply
    } finally {
      const retryAfter = reply && retryAfterOf(reply.headers)
      const report: HostReport = {
        bytes,
        ...(reply ? { status: statusOf(reply, request) } : { isEndedHere: this.#closed }),
        ...(retryAfter !== undefined && { retryAfter }),
      }
      this.#log.debug({ url: url.href, ...report, ms: Math.round(performance.now() - startedMs) }, 'asked')
      await done?.(report)
    }
  }

  async #exchange(url: URL, sent: SentRequest, limits: GetLimits, count: (bytes: number) => void): Promise<Reply> {
    if (this.#closed) throw new FetcherClosed()
    try {
      return await get(this.#connections, this.#reroute ?? url.origin, sent, limits, count)
    } catch (error) {
      throw this.#closed ? new FetcherClosed() : error
    }
  }

  #headersFor(url: URL, request: CollectorRequest): Record<string, string> {
    const key = url.hostname === COMPANIES_HOUSE ? this.#companiesHouseKey : undefined
    return {
      host: url.host,
      'user-agent': this.#userAgent,
      accept: request.accept ?? '*/*',
      'accept-encoding': ACCEPT_ENCODING,
      ...(request.body !== undefined && { 'content-type': 'application/json' }),
      ...(key !== undefined && { authorization: `Basic ${Buffer.from(`${key}:`).toString('base64')}` }),
    }
  }
}

interface Followed {
  readonly reply: Reply
  readonly url: URL
  /** It redirects to another site. */
  readonly elsewhere?: { readonly url: URL; readonly forGood: boolean }
}

/**
 * The next request on a connection is sent one or two turns of the event loop after the last response. It is in flight
 * while that response is parsed.
 */
async function nextIsSent(): Promise<void> {
  await nextTurn()
  await nextTurn()
}

/** A host may use 403 for too many requests. Then it gets the same pause as after 429. */
function statusOf({ status }: Reply, { statuses }: CollectorRequest): number {
  return statuses?.[status] === 'limited' ? 429 : status
}

/** None for a POST, where they would mean "do it only if". */
function conditions(url: URL, { body }: CollectorRequest, validators: Validators | undefined): Record<string, string> {
  const { etag, lastModified, url: asked } = validators ?? {}
  if (body !== undefined || asked === undefined || !(etag || lastModified)) return {}
  if (asked !== url.href && readUrl(asked).href !== url.href) return {}
  return { ...(etag && { 'if-none-match': etag }), ...(lastModified && { 'if-modified-since': lastModified }) }
}

const sha1Of = (bytes: Buffer, before: string) => hashInParts('sha1', bytes, before, 'base64url')

const typeOf = ({ headers }: Reply) => firstOf(headers['content-type']) ?? ''

async function validatorsOf(
  { headers, body }: Reply,
  unpacked: Buffer | undefined,
  volatile = '',
): Promise<{ readonly body: string } & Omit<Validators, 'url'>> {
  const etag = headerValue(headers.etag)
  const lastModified = headerValue(headers['last-modified'])
  const form = `${[headers['content-type'], headers['content-encoding']].join(' ')}\n`
  return {
    ...(etag && { etag }),
    ...(lastModified && { lastModified }),
    body: unpacked ? await sha1Of(withoutVolatile(form, unpacked, volatile), '') : await sha1Of(body, form),
  }
}

/** Long values and unusual characters aren't stored or sent back. */
function headerValue(value: string | string[] | undefined): string | undefined {
  const text = firstOf(value)
  return text !== undefined && /^[\x20-\x7e]{1,200}$/.test(text) ? text : undefined
}
