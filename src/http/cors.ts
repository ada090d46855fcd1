// CORS, off unless CORS_ORIGINS is set. A preflight request has no key, so it is answered before authentication; the
// reply only says what may be sent.

import type { FastifyInstance } from 'fastify'
import { HEADERS } from './docs/error-replies.ts'
import { API_PREFIX } from './docs/openapi.ts'

const PREFLIGHT = {
  'access-control-allow-methods': 'GET, POST',
  'access-control-allow-headers': 'Authorization, Content-Type, X-Request-Id',
  'access-control-max-age': '600',
}
const EXPOSED = Object.keys(HEADERS).join(', ')

export function allowOrigins(app: FastifyInstance, origins: readonly string[]): void {
  if (origins.length === 0) return
  const allowsAll = origins.includes('*')
  app.addHook('onRequest', async (request, reply) => {
    if (!request.url.startsWith(API_PREFIX)) return
    if (!allowsAll) reply.header('vary', 'Origin')
    const { origin } = request.headers
    if (origin === undefined || !(allowsAll || origins.includes(origin))) return
    reply
      .header('access-control-allow-origin', allowsAll ? '*' : origin)
      .header('access-control-expose-headers', EXPOSED)
    if (request.method === 'OPTIONS' && request.headers['access-control-request-method'] !== undefined) {
      return reply.code(204).headers(PREFLIGHT).send()
    }
  })
}
