// The HTTP server's shell: limits, request ids, security headers, one error handler, one log line per request.

import { Socket } from 'node:net'
import fastify, {
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  type FastifyServerOptions,
  LogController,
} from 'fastify'
import type { Config } from '../platform/config.ts'
import { randomBase62 } from '../platform/ids.ts'
import type { Logger } from '../platform/log.ts'
import { allowOrigins } from './cors.ts'
import { errorBody, HttpError, methodNotAllowed, notFound, sendError } from './errors.ts'
import { readJson } from './json-body.ts'

const BODY_BYTES = 64 * 1024
const HEADER_BYTES = 16 * 1024
/** A client that drips bytes holds its connection no longer than this. */
const PATIENCE = {
  /** To send a whole request. */
  requestMs: 30_000,
  headersMs: 15_000,
  /** Node looks for overdue connections only every 30 s of its own accord. */
  lookMs: 2_000,
}
/** Longer than the usual 60 s of load balancers, so that it is never we who close a connection they are about to use. */
const KEEP_ALIVE_SECONDS = 65

/**
 * Sent with every reply. What may be kept, or load something, says so itself: pages have a content policy of their own,
 * and JSON may do neither.
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

/** Asked every few seconds by machines: not worth a line each. */
const QUIET_PATHS = new Set(['/livez', '/readyz', '/metrics'])

export function createServer(config: Config, log: Logger, patience: typeof PATIENCE = PATIENCE): FastifyInstance {
  const options: FastifyServerOptions = {
    loggerInstance: log,
    logController: new RequestLog(),
    bodyLimit: BODY_BYTES,
    requestTimeout: patience.requestMs,
    keepAliveTimeout: KEEP_ALIVE_SECONDS * 1_000,
    forceCloseConnections: 'idle',
    trustProxy: trusted(config.TRUST_PROXY),
    rewriteUrl: ({ url = '/' }) => readableUrl(url),
    requestIdHeader: false,
    genReqId: (request) => saneRequestId(request.headers['x-request-id']) ?? `req_${randomBase62(20)}`,
    exposeHeadRoutes: false,
    routerOptions: { maxParamLength: 200 },
    clientErrorHandler: answerBrokenRequest,
    // What the router cannot even read meets none of the hooks.
    frameworkErrors: (error, request, reply) => {
      dress(request, reply)
      sendError(error, request, reply)
    },
  }
  const transport = {
    maxHeaderSize: HEADER_BYTES,
    headersTimeout: patience.headersMs,
    connectionsCheckingInterval: patience.lookMs,
    // A request without Host is answered like any other, in our own words.
    requireHostHeader: false,
  }
  const secured = config.tls && { https: { ...transport, ...config.tls, minVersion: 'TLSv1.2' } }
  const app = fastify({ ...options, ...(secured ?? { http: transport }) } as FastifyServerOptions) as FastifyInstance
  const routes = collectRoutes(app)

  app.removeContentTypeParser('application/json')
  app.addContentTypeParser<Buffer>('application/json', { parseAs: 'buffer' }, readJson)
  app.addHook('onRequest', async (request, reply) => dress(request, reply))
  allowOrigins(app, config.CORS_ORIGINS)
  app.setErrorHandler(sendError)
  app.setNotFoundHandler(answerUnknown)
  app.decorate('routes', routes)
  return app
}

function dress(request: FastifyRequest, reply: FastifyReply): void {
  reply.headers(COMMON_HEADERS).header('x-request-id', request.id)
  if (request.protocol === 'https') reply.header('strict-transport-security', HSTS)
}

/** One line per request, when it is done. Headers and query strings are not logged: they can carry secrets. */
class RequestLog extends LogController {
  override incomingRequest(): void {}

  override requestCompleted(error: Error | null | undefined, request: FastifyRequest, reply: FastifyReply): void {
    const path = pathOf(request.url)
    const line = { method: request.method, path, status: reply.statusCode, ms: Math.round(reply.elapsedTime * 10) / 10 }
    if (error) request.log.warn({ ...line, err: error }, 'reply cut short')
    else if (QUIET_PATHS.has(path)) request.log.debug(line, 'request')
    else request.log.info(line, 'request')
  }
}

declare module 'fastify' {
  interface FastifyInstance {
    readonly routes: Routes
  }
}

interface Routes {
  /** The methods of a path; none where there is no such path. */
  methodsOf(url: string): readonly string[]
  /** 405 with what is allowed where the path exists with another method, else 404. */
  whyUnknown(request: FastifyRequest): HttpError
}

/** Where no route fits path and method. OPTIONS is a question about the path, and is answered. */
export function answerUnknown(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const { routes } = request.server
  const methods = routes.methodsOf(request.url)
  if (request.method !== 'OPTIONS' || methods.length === 0) throw routes.whyUnknown(request)
  return reply.code(204).header('allow', methods.join(', ')).send()
}

/** The router tells whether a path and a method fit together, but not which methods a path has. */
function collectRoutes(app: FastifyInstance): Routes {
  const methodsByPattern = new Map<string, Set<string>>()
  app.addHook('onRoute', ({ url, method }) => {
    const methods = methodsByPattern.get(url) ?? new Set()
    for (const each of [method].flat()) methods.add(each)
    methodsByPattern.set(url, methods)
  })
  const methodsOf = (url: string) => {
    const path = pathOf(url)
    const found = [...methodsByPattern]
      .filter(([pattern]) => fits(pattern, path))
      .flatMap(([, methods]) => [...methods])
    return found.length === 0 ? [] : [...new Set([...found, 'OPTIONS'])].sort()
  }
  return {
    methodsOf,
    whyUnknown({ url, method }) {
      const allow = methodsOf(url)
      return allow.length > 0 && !allow.includes(method) ? methodNotAllowed(method, allow) : notFound(pathOf(url))
    },
  }
}

function fits(pattern: string, path: string): boolean {
  const [wanted, found] = [pattern.split('/'), path.split('/')]
  return wanted.length === found.length && wanted.every((part, i) => part === found[i] || part.startsWith(':'))
}

/** A number counts proxies from ours outwards; a list names them. */
function trusted(setting: Config['TRUST_PROXY']): NonNullable<FastifyServerOptions['trustProxy']> {
  if (Array.isArray(setting)) return setting
  return setting === 0 ? false : (_address, hop) => hop < setting
}

/**
 * A path whose percent-encoding is broken is an unknown path like any other, and meets the same hooks: the router would
 * give up on it before anybody has asked for a key. A % that encodes nothing stands for itself.
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

/** The path alone: a query string can carry what must not be logged. */
export function pathOf(url: string): string {
  const end = url.indexOf('?')
  return end === -1 ? url : url.slice(0, end)
}

function saneRequestId(header: string | string[] | undefined): string | undefined {
  return typeof header === 'string' && /^[\w.:-]{1,100}$/.test(header) ? header : undefined
}

/** What is not even HTTP never reaches a route; it gets the same shape of error, and the connection ends. */
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
