// openapi.json, generated from the routes' declarations: their schemas validate, type the handler and serialise the reply,
// and here they are described. A route declares its own errors (`config.errors`); the errors of every route, and of every
// metered one, are added here. Schemas with a title become components of that name.

import swagger from '@fastify/swagger'
import type { FastifyInstance, RouteOptions } from 'fastify'
import type { TSchema } from 'typebox'
import { ERROR_REPLIES, type ErrorReplyName, HEADERS, type HeaderName, RATE_LIMIT_HEADERS } from './error-replies.ts'
import { type DescribedSchemas, hoist, openReply, withoutDefaults } from './openapi-schemas.ts'
import { SIGNAL_TYPES_IN_WORDS } from './signal-types.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Errors of this route, in addition to those of every route and of every metered one. */
    errors?: readonly ErrorReplyName[]
    /** The 200 reply in one sentence. */
    reply?: string
  }
}

export const API_PREFIX = '/api/v1'
const API_VERSION = '1.0.0'
const errorNames = Object.keys(ERROR_REPLIES) as ErrorReplyName[]

const INTRODUCTION = `Which companies are in a buying window now, by their signals: ${SIGNAL_TYPES_IN_WORDS}.

**Authentication.** Every request carries a team's API key: \`Authorization: Bearer psk_…\`.

**Signal queries.** \`signal_query\` has [a guide with examples](/docs/query-language).

**Limits.** A team has six limits: requests per minute, per day and per billing month, records and page turns per billing month, and different companies opened per day. Only 2xx replies count. \`GET /api/v1/stats\` shows all six and costs nothing.

**Errors.** Every error is \`{ "error": { "code", "message", "status", "requestId" } }\` and the extra fields of its code. Besides the errors of each operation: an unknown path is 404 \`not_found\`, a wrong method 405 \`method_not_allowed\` with \`Allow\`, a request that does not arrive in 30 seconds 408 \`request_timeout\`, an unknown \`Expect\` 417 \`expectation_failed\`, and headers beyond 16 KiB 431 \`headers_too_large\`.

**Changes.** Fields can be added to replies. An existing field keeps its name and meaning within v1. Ignore fields that you don't know.`

/** Replies that belong to no operation: the path or the method doesn't exist. */
const UNROUTED: readonly ErrorReplyName[] = ['NotFound', 'MethodNotAllowed']

interface Operation {
  requestBody?: { content: Record<string, { schema: Record<string, unknown> }> }
  parameters?: { schema: Record<string, unknown>; style?: string; explode?: boolean }[]
  responses: Record<string, unknown>
  [MARK]?: Mark
}

/** A route's declarations outside its schema, passed from the plugin's `transform` to its `transformObject`. */
interface Mark {
  readonly errors: readonly ErrorReplyName[]
  readonly metered: boolean
  readonly reply: string
}
const MARK = 'x-mark'

/** Must be called before the routes are declared. */
export async function describeApi(app: FastifyInstance, schemas: DescribedSchemas = {}): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Pro Signal API',
        version: API_VERSION,
        summary: 'Companies by their buying signals.',
        description: INTRODUCTION,
        license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
      },
      tags: [
        { name: 'Search', description: 'Companies by signal query and by slice.' },
        { name: 'Companies', description: 'Everything about one company.' },
        { name: 'Usage', description: 'Health, limits and the filter catalogue.' },
      ],
      servers: [{ url: '/', description: 'The service that serves this description.' }],
      security: [{ apiKey: [] }],
      components: {
        securitySchemes: {
          apiKey: {
            type: 'http',
            scheme: 'bearer',
            bearerFormat: 'psk_ and 36 letters and digits',
            description:
              "A team's API key, created in the settings under API keys. Keep it secret; rotate it if it leaks.",
          },
        },
        headers: Object.fromEntries(
          Object.entries(HEADERS)
            .filter(([name]) => name !== 'Allow')
            .map(([name, header]) => [name, { ...header, required: true }]),
        ),
        responses: Object.fromEntries(
          errorNames.filter((name) => !UNROUTED.includes(name)).map((name) => [name, errorResponse(name)]),
        ),
      } as never,
    },
    transform: ({ schema, url, route }) => ({
      url,
      schema: described(schema as Record<string, unknown>, url, route) as never,
    }),
    transformObject: (document) => {
      if (!('openapiObject' in document)) throw new Error('the description is OpenAPI 3.1')
      return complete(document.openapiObject as never, schemas) as never
    },
  })
}

/** /openapi.json, public. The text is generated once, when all routes are known. */
export function openapiRoute(app: FastifyInstance): void {
  let text: string | undefined
  app.get('/openapi.json', { exposeHeadRoute: true }, async (_request, reply) => {
    text ??= descriptionText(app)
    return reply
      .type('application/json; charset=utf-8')
      .headers({ 'cache-control': 'public, max-age=300', 'access-control-allow-origin': '*' })
      .send(text)
  })
}

/** The description as served and as checked in. */
export function descriptionText(app: FastifyInstance): string {
  return `${JSON.stringify(app.swagger(), null, 2)}\n`
}

function described(
  schema: Record<string, unknown> | undefined,
  url: string,
  route: RouteOptions,
): Record<string, unknown> {
  // HEAD is GET without a body, so it isn't described again.
  if (!schema || !url.startsWith(`${API_PREFIX}/`) || route.method === 'HEAD') return { hide: true }
  const { errors = [], reply = 'Done.', metered } = route.config ?? {}
  const own = (schema.response ?? {}) as Record<string, unknown>
  const all: ErrorReplyName[] = [
    ...(schema.body ? (['InvalidJson', 'PayloadTooLarge', 'UnsupportedMediaType'] as const) : []),
    'Unauthorized',
    'ApiAccessRequired',
    ...(metered === undefined ? [] : (['RateLimitExceeded'] as const)),
    'InternalError',
    'RequestTimeout',
    'ExpectationFailed',
    'HeadersTooLarge',
    ...errors,
  ]
  const defaults = (['ValidationFailed', 'ServiceUnavailable'] as const).filter(
    (name) => !(ERROR_REPLIES[name].status in own) && !all.some((other) => sameStatus(other, name)),
  )
  return { ...schema, [MARK]: { errors: [...all, ...defaults], metered: metered !== undefined, reply } satisfies Mark }
}

function sameStatus(one: ErrorReplyName, other: ErrorReplyName): boolean {
  return ERROR_REPLIES[one].status === ERROR_REPLIES[other].status
}

interface Description {
  paths: Record<string, Record<string, Operation>>
  components: { schemas?: Record<string, unknown>; responses: Record<string, unknown> }
  'x-unrouted-responses': Record<string, unknown>
}

function complete(document: Description, described: DescribedSchemas): Description {
  for (const operation of Object.values(document.paths).flatMap((path) => Object.values(path))) {
    const { errors = [], metered = false, reply = '' } = operation[MARK] ?? {}
    delete operation[MARK]
    for (const [status, response] of Object.entries(operation.responses) as [string, Record<string, unknown>][]) {
      const ok = status.startsWith('2')
      if (ok) response.description = reply
      response.headers = headerRefs(ok && metered ? ['X-Request-Id', ...RATE_LIMIT_HEADERS] : ['X-Request-Id'])
    }
    for (const name of errors) {
      operation.responses[ERROR_REPLIES[name].status] = { $ref: `#/components/responses/${name}` }
    }
    operation.responses = openReply(operation.responses)
    for (const { schema } of Object.values(operation.requestBody?.content ?? {})) withoutDefaults(schema)
    for (const parameter of operation.parameters ?? []) {
      if (parameter.schema.type === 'array') Object.assign(parameter, { style: 'form', explode: false })
    }
  }
  const schemas: Record<string, unknown> = {}
  document.paths = hoist(document.paths, schemas, described)
  document.components.responses = hoist(openReply(document.components.responses), schemas, described)
  const unrouted = UNROUTED.map((name) => [name, { ...errorResponse(name), headers: headersOf(name) }])
  document['x-unrouted-responses'] = hoist(openReply(Object.fromEntries(unrouted)), schemas, described)
  document.components.schemas = Object.fromEntries(Object.entries(schemas).sort(([a], [b]) => (a < b ? -1 : 1)))
  return document
}

function errorResponse(name: ErrorReplyName) {
  const { description, headers, sometimes, schema } = ERROR_REPLIES[name]
  const { examples, ...rest } = schema as TSchema & { examples: unknown[] }
  const content = { 'application/json': { schema: rest, example: examples[0] } }
  const optional = Object.fromEntries(sometimes.map((each) => [each, { ...HEADERS[each], required: false }]))
  return { description, headers: { ...headerRefs(['X-Request-Id', ...headers]), ...optional }, content }
}

/** The headers themselves: a header that only an unrouted reply has isn't a component. */
function headersOf(name: ErrorReplyName): Record<string, unknown> {
  const names: HeaderName[] = ['X-Request-Id', ...ERROR_REPLIES[name].headers]
  return Object.fromEntries(names.map((each) => [each, { ...HEADERS[each], required: true }]))
}

function headerRefs(names: readonly HeaderName[]): Record<string, { $ref: string }> {
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]))
}
