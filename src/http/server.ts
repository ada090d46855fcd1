// The HTTP server: limits, request ids, security headers, one error handler, one log line per request.

import type { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import fastify, {
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  type FastifyServerOptions,
  LogController,
} from 'fastify'
import type { Config } from '../platform/config/config.ts'
import { randomBase62 } from '../platform/ids.ts'
import type { Logger } from '../platform/logger.ts'
import { allowOrigins } from './cors.ts'
import { errorBody, expectationFailed, HttpError, sendError } from './errors.ts'
import { answerUnknown, collectRoutes, pathOf } from './known-paths.ts'
import { readJson } from './validate/json-body.ts'
import { MAX_BODY_BYTES } from './validate/rejected-body.ts'
import { serializerCompiler } from './validate/serialize.ts'

const MAX_HEADER_BYTES = 16 * 1024
/** Limits for slow clients (slowloris). */
const TIMEOUTS = {
  /** For the complete request. */
  requestMs: 30_000,
  headersMs: 15_000,
  /** How often to look for overdue connections. Node's default is 30 s. */
  checkMs: 2_000,
}
/** Longer than the usual 60 s of load balancers, so that we never close a connection that they are about to use. */
const KEEP_ALIVE_SECONDS = 65

/**
 * Sent with every reply. JSON may neither be cached nor load anything; pages override these headers with their own
 * content security policy.
 */
const COMMON_HEADERS = {
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
  'cross-origin-resource-policy': 'same-origin',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
}
const HSTS = 'max-age=31536000; includeSubDomains'

/** Probes call these every few seconds, so they are logged at debug only. */
const QUIET_PATHS = new Set(['/livez', '/readyz', '/metrics'])

/** The log line of a request that took longer includes its query. */
const SLOW_MS = 1_000
const MAX_LOGGED_QUERY = 300

export function createServer(
  config: Config,
  log: Logger,
  timeouts: typeof TIMEOUTS = TIMEOUTS,
  { slowMs = SLOW_MS }: { readonly slowMs?: number } = {},
): FastifyInstance {
  const options: FastifyServerOptions = {
    loggerInstance: log,
    logController: new RequestLog(slowMs),
    bodyLimit: MAX_BODY_BYTES,
    requestTimeout: timeouts.requestMs,
    keepAliveTimeout: KEEP_ALIVE_SECONDS * 1_000,
    forceCloseConnections: 'idle',
    trustProxy: trustProxyOf(config.TRUST_PROXY),
    rewriteUrl: ({ url = '/' }) => readableUrl(url),
    requestIdHeader: false,
    genReqId: (request) => validRequestId(request.headers['x-request-id']) ?? `req_${randomBase62(20)}`,
    exposeHeadRoutes: false,
    // An id of any length is just unknown. The header size limits the URL.
    routerOptions: { maxParamLength: Number.MAX_SAFE_INTEGER },
    clientErrorHandler: answerBrokenRequest,
    // A request that the router can't parse runs no hooks.
    frameworkErrors: (error, request, reply) => {
      setCommonHeaders(request, reply)
      sendError(error, request, reply)
    },
  }
  const transport = {
    maxHeaderSize: MAX_HEADER_BYTES,
    headersTimeout: timeouts.headersMs,
    connectionsCheckingInterval: timeouts.checkMs,
    // Otherwise Node answers a request without Host itself, in another format.
    requireHostHeader: false,
  }
  const secured = config.tls && { https: { ...transport, ...config.tls, minVersion: 'TLSv1.2' } }
  const app = fastify({ ...options, ...(secured ?? { http: transport }) } as FastifyServerOptions) as FastifyInstance
  const routes = collectRoutes(app)

  app.removeContentTypeParser('application/json')
  app.addContentTypeParser<Buffer>('application/json', { parseAs: 'buffer' }, readJson)
  app.setSerializerCompiler(serializerCompiler)
  app.addHook('onRequest', async (request, reply) => {
    setCommonHeaders(request, reply)
    logIfClientLeaves(request, reply)
  })
  allowOrigins(app, config.CORS_ORIGINS)
  refuseExpectations(app)
  app.setErrorHandler(sendError)
  app.setNotFoundHandler(answerUnknown)
  app.decorate('routes', routes)
  return app
}

function setCommonHeaders(request: FastifyRequest, reply: FastifyReply): void {
  reply.headers(COMMON_HEADERS).header('x-request-id', request.id)
  if (request.protocol === 'https') reply.header('strict-transport-security', HSTS)
}

/**
 * Node answers an unknown `Expect` itself, without a body. Here it becomes an ordinary request, with an id and a log
 * line, and is rejected before anything else is checked.
 */
function refuseExpectations(app: FastifyInstance): void {
  const unmet = new WeakSet<IncomingMessage>()
  app.server.on('checkExpectation', (request: IncomingMessage, response: ServerResponse) => {
    unmet.add(request)
    app.routing(request, response)
  })
  app.addHook('onRequest', async ({ raw }) => {
    if (unmet.has(raw)) throw expectationFailed(raw.headers.expect ?? '')
  })
}

/** nginx's status for a client that disconnected before its reply. It is never sent. */
const CLIENT_LEFT = 499

/** A request whose client has disconnected never completes, and would have no log line. */
function logIfClientLeaves(request: FastifyRequest, reply: FastifyReply): void {
  reply.raw.once('close', () => {
    if (reply.raw.headersSent) return
    request.log.info({ ...lineOf(request, reply), status: CLIENT_LEFT }, 'client disconnected before its reply')
  })
}

function lineOf(request: FastifyRequest, reply: FastifyReply) {
  const ms = Math.round(reply.elapsedTime * 10) / 10
  return { method: request.method, path: pathOf(request.url), status: reply.statusCode, ms, ...request.logged }
}

/**
 * One line per completed request, with the team and the key or the account. Headers and query strings aren't logged,
 * because they can contain secrets. A slow request also has its query, truncated.
 */
class RequestLog extends LogController {
  readonly #slowMs: number

  constructor(slowMs: number) {
    super()
    this.#slowMs = slowMs
  }

  override incomingRequest(): void {}

  override requestCompleted(error: Error | null | undefined, request: FastifyRequest, reply: FastifyReply): void {
    const done = lineOf(request, reply)
    const asked = done.ms >= this.#slowMs ? request.routeOptions.config.asked?.(request) : undefined
    const line = { ...done, ...(typeof asked === 'string' && { query: asked.slice(0, MAX_LOGGED_QUERY) }) }
    if (error) request.log.warn({ ...line, err: error }, 'reply aborted')
    else if (QUIET_PATHS.has(done.path)) request.log.debug(line, 'request')
    else request.log.info(line, 'request')
  }
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The request's query, for the log line if it is slow. Called with unvalidated input. */
    asked?: (request: FastifyRequest) => unknown
  }
  interface FastifyRequest {
    /** The ids of the caller, for the log line. */
    logged?: Readonly<Record<string, string>>
  }
}

/** A number counts proxies, starting with the nearest; a list names them. */
function trustProxyOf(setting: Config['TRUST_PROXY']): NonNullable<FastifyServerOptions['trustProxy']> {
  if (Array.isArray(setting)) return setting
  return setting === 0 ? false : (_address, hop) => hop < setting
}

/**
 * Turns a path with broken percent-encoding into an ordinary unknown path, which passes the same hooks. The router
 * would reject it before authentication. A % that encodes nothing is taken literally.
 */
function readableUrl(url: string): string {
  const path = pathOf(url)
  try {
    decodeURIComponent(path)
    return url
  } catch {
    return path.replaceAll('%', '%25') + url.slice(path.length)
  }
}

function validRequestId(header: string | string[] | undefined): string | undefined {
  return typeof header === 'string' && /^[\w.:-]{1,100}$/.test(header) ? header : undefined
}

/** Answers what isn't valid HTTP and so never reaches a route: the same error format, then the connection is closed. */
function answerBrokenRequest(error: Error & { code?: string }, socket: unknown): void {
  if (!(socket instanceof Socket) || !socket.writable || error.code === 'ECONNRESET') {
    ;(socket as Socket).destroy()
    return
  }
  const answer =
    BROKEN_REQUESTS[error.code ?? ''] ?? new HttpError(400, 'invalid_request', 'The request is not valid HTTP.')
  const requestId = `req_${randomBase62(20)}`
  const body = JSON.stringify(errorBody(answer, requestId))
  const headers = {
    ...COMMON_HEADERS,
    'content-type': 'application/json; charset=utf-8',
    'x-request-id': requestId,
    'content-length': Buffer.byteLength(body),
    connection: 'close',
  }
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  socket.end(`HTTP/1.1 ${answer.status} ${REASONS[answer.status] ?? 'Error'}\r\n${lines.join('')}\r\n${body}`)
}

const BROKEN_REQUESTS: Readonly<Record<string, HttpError>> = {
  HPE_HEADER_OVERFLOW: new HttpError(431, 'headers_too_large', 'The headers are larger than 16 KiB.'),
  ERR_HTTP_REQUEST_TIMEOUT: new HttpError(408, 'request_timeout', 'The request did not arrive in time.'),
}
const REASONS: Readonly<Record<number, string>> = {
  400: 'Bad Request',
  408: 'Request Timeout',
  431: 'Request Header Fields Too Large',
}
