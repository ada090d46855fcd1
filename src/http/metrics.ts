import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import { collectDefaultMetrics, Histogram, Registry } from 'prom-client'
import type { Config } from '../platform/config/config.ts'
import { isLoopback } from '../platform/config/network.ts'
import { HttpError, notFound, sendError } from './errors.ts'
import { listenOn } from './listen.ts'
import { hostNameOf, isOwnName } from './own-host.ts'

interface Metrics {
  readonly registry: Registry
  close(): Promise<void>
}

const misdirected = () =>
  new HttpError(
    421,
    'misdirected_request',
    'Metrics are not served under this host name: use localhost or an IP address, or add the name to METRICS_NAMES.',
  )

/**
 * /metrics is for the operator only. On the main port it answers only callers on this machine. Behind a proxy it is
 * 404, because every caller seems to be on this machine there. METRICS_PORT gives it its own listener. Both answer only
 * under names of the service, so that no web page can read them by DNS rebinding.
 */
export async function serveMetrics(app: FastifyInstance, config: Config): Promise<Metrics> {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const seconds = new Histogram({
    name: 'pro_signal_http_request_seconds',
    help: 'Time from the first byte of a request to the last of its reply.',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.001, 0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers: [registry],
  })
  app.addHook('onResponse', async (request, reply) => {
    // The route's pattern, not the path, so that the number of label values is bounded.
    const route = request.routeOptions.url ?? 'none'
    seconds.observe({ method: request.method, route, status: reply.statusCode }, reply.elapsedTime / 1_000)
  })
  const names = [...config.METRICS_NAMES, ...(config.PUBLIC_URL ? [new URL(config.PUBLIC_URL).hostname] : [])]
  // Not request.host, which takes X-Forwarded-Host from a trusted proxy: a page could set that header.
  const send = async ({ headers }: FastifyRequest, reply: FastifyReply) => {
    if (!isOwnName(hostNameOf(headers.host), names)) throw misdirected()
    return reply.type(registry.contentType).send(await registry.metrics())
  }
  if (config.METRICS_PORT === undefined) {
    const open = config.TRUST_PROXY === 0
    app.get('/metrics', async (request, reply) => {
      if (!open || !isLoopback((request.socket.remoteAddress ?? '').replace(/^::ffff:/, ''))) throw notFound('/metrics')
      return send(request, reply)
    })
    return { registry, close: async () => {} }
  }
  const own = fastify({ logger: false })
  own.setErrorHandler(sendError)
  own.get('/metrics', send)
  await listenOn(own, { host: config.METRICS_HOST, port: config.METRICS_PORT }, 'METRICS_PORT')
  return { registry, close: () => own.close() }
}
