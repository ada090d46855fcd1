// What holds for every route under /api/v1, so that no route can forget it: schemas validate by our rules, what is not
// declared is refused, bodies are plain JSON, and replies are compressed for those who ask.

import type { IncomingMessage, ServerResponse } from 'node:http'
import compress from '@fastify/compress'
import type { FastifyBaseLogger, FastifyInstance, FastifyRequest, FastifyTypeProvider, RawServerDefault } from 'fastify'
import { type Static, type TSchema, Type } from 'typebox'
import { unsupportedMediaType, validationFailed } from './errors.ts'
import { answerUnknown } from './server.ts'
import { validatorCompiler } from './validate.ts'

/** A request has the type of its schema; a reply too, and what a handler returns is only read. */
interface SchemaTypes extends FastifyTypeProvider {
  validator: this['schema'] extends TSchema ? Static<this['schema']> : unknown
  serializer: this['schema'] extends TSchema ? Seen<Static<this['schema']>> : unknown
}
type Seen<T> = T extends object ? { readonly [Key in keyof T]: Seen<T[Key]> } : T

/** A server whose handlers are typed by their schemas. */
export type Api = FastifyInstance<RawServerDefault, IncomingMessage, ServerResponse, FastifyBaseLogger, SchemaTypes>

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Reads what no schema can say, or throws what is wrong with it: before the budgets it draws on are looked at. */
    read?: (request: FastifyRequest) => unknown
  }
  interface FastifyRequest {
    /** What the route's `read` made of the request. */
    asked: unknown
  }
}

const NO_PARAMETERS = Type.Object({}, { additionalProperties: false })

/** Below this, a compressed reply is hardly smaller and costs more. */
const COMPRESSED_FROM_BYTES = 1_024

/**
 * Before the routes are declared, and before the metering: a request is read before its budgets are looked at. Replies
 * are compressed by hooks of each route, which come after all hooks of the scope: what the charge has let through.
 */
export async function apiScope(api: FastifyInstance): Promise<void> {
  api.setValidatorCompiler(validatorCompiler)
  // Inside this scope, so that an unknown path under /api/v1 is told apart only to those who may call.
  api.setNotFoundHandler(answerUnknown)
  api.removeContentTypeParser('text/plain')
  api.addHook('onRoute', (route) => {
    route.schema = { querystring: NO_PARAMETERS, ...route.schema }
  })
  api.addHook('preParsing', async (request) => {
    const encoding = request.headers['content-encoding']?.trim().toLowerCase()
    const encoded = encoding !== undefined && encoding !== '' && encoding !== 'identity'
    if (encoded && request.routeOptions.schema?.body) {
      throw unsupportedMediaType('The body must be sent without Content-Encoding.')
    }
  })
  api.addHook('preValidation', async (request) => {
    if (request.method === 'GET' && hasBody(request)) {
      throw validationFailed([
        { field: 'body', message: 'GET takes no body: send what you ask for in the query string' },
      ])
    }
  })
  api.decorateRequest('asked', null)
  api.addHook('preHandler', async (request) => {
    request.asked = request.routeOptions.config.read?.(request)
  })
  // Gzip alone: every client has it. Compressed requests stay refused, since they could be bombs.
  await api.register(compress, { encodings: ['gzip'], threshold: COMPRESSED_FROM_BYTES, globalDecompression: false })
}

function hasBody({ headers }: FastifyRequest): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
}
