// The rules of every route under /api/v1, in one place so that no route can forget them: schemas validate by our rules,
// undeclared parameters are rejected, bodies are plain JSON, and replies are compressed on request.

import type { IncomingMessage, ServerResponse } from 'node:http'
import type { FastifyBaseLogger, FastifyInstance, FastifyRequest, FastifyTypeProvider, RawServerDefault } from 'fastify'
import { type Static, type TSchema, Type } from 'typebox'
import { compressReplies } from './compression.ts'
import { unsupportedMediaType, validationFailed } from './errors.ts'
import { answerUnknown } from './known-paths.ts'

/** Requests and replies are typed by their schemas. A handler may return readonly objects. */
interface SchemaTypes extends FastifyTypeProvider {
  validator: this['schema'] extends TSchema ? Static<this['schema']> : unknown
  serializer: this['schema'] extends TSchema ? DeepReadonly<Static<this['schema']>> : unknown
}
type DeepReadonly<T> = T extends object ? { readonly [Key in keyof T]: DeepReadonly<T[Key]> } : T

/** A server whose handlers are typed by their schemas. */
export type Api = FastifyInstance<RawServerDefault, IncomingMessage, ServerResponse, FastifyBaseLogger, SchemaTypes>

declare module 'fastify' {
  interface FastifyContextConfig {
    /**
     * Parses what a schema can't express (such as the signal query), or throws. Runs before the budgets are checked.
     */
    read?: (request: FastifyRequest) => unknown
    /** Query parameters are ignored: monitors add their own, such as `?ts=1` against caches. */
    ignoresParameters?: boolean
  }
  interface FastifyRequest {
    /** The result of the route's `read`. */
    parsed: unknown
  }
}

const NO_PARAMETERS = Type.Object({}, { additionalProperties: false })

/**
 * Call it before the routes are declared and before metering: a request is parsed before its budgets are checked.
 * Compression runs in route hooks, after all hooks of the scope, so only replies that passed the charge are compressed.
 */
export async function apiScope(api: FastifyInstance): Promise<void> {
  // Loaded here, so that a process that doesn't serve starts without it.
  const { validatorCompiler } = await import('./validate/validate.ts')
  api.setValidatorCompiler(validatorCompiler)
  // In this scope, so that only callers with a valid key learn which paths under /api/v1 exist.
  api.setNotFoundHandler(answerUnknown)
  api.removeContentTypeParser('text/plain')
  api.addHook('onRoute', (route) => {
    if (!route.config?.ignoresParameters) route.schema = { querystring: NO_PARAMETERS, ...route.schema }
  })
  api.addHook('preParsing', async (request) => {
    const encoding = request.headers['content-encoding']?.trim().toLowerCase()
    const encoded = encoding !== undefined && encoding !== '' && encoding !== 'identity'
    if (encoded && request.routeOptions.schema?.body) {
      throw unsupportedMediaType('Send the body without Content-Encoding.')
    }
  })
  api.addHook('preValidation', async (request) => {
    if (request.method === 'GET' && hasBody(request)) {
      throw validationFailed([{ field: 'body', message: "GET doesn't take a body: use the query string" }])
    }
  })
  api.decorateRequest('parsed', null)
  api.addHook('preHandler', async (request) => {
    request.parsed = request.routeOptions.config.read?.(request)
  })
  await compressReplies(api)
}

function hasBody({ headers }: FastifyRequest): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
}
