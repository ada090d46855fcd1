// The format of errors, declared: openapi.json is generated from this table, and the tests validate every reply of the
// service against it. The errors themselves are thrown by name, in errors.ts.

import { type TProperties, type TSchema, Type } from 'typebox'

const LIMIT_TYPES = [
  'per_minute',
  'daily_requests',
  'monthly_requests',
  'monthly_records',
  'monthly_page_turns',
  'daily_company_detail',
] as const

interface HeaderDeclaration {
  readonly description: string
  readonly schema: TSchema
}

export const HEADERS = {
  'X-Request-Id': {
    description:
      'The id of this request, for support and logs: the one you sent in `X-Request-Id` (letters, digits and `._:-`, at most 100), or a new one.',
    schema: Type.String({ pattern: '^[\\w.:-]{1,100}$', examples: ['req_7Qm2ZfW0c1uXyB4nKd9s'] }),
  },
  'X-RateLimit-Limit': {
    description: 'The limit of the budget that `X-RateLimit-Policy` names.',
    schema: Type.Integer({ minimum: 0, examples: [3000] }),
  },
  'X-RateLimit-Remaining': {
    description: 'What is left of this budget.',
    schema: Type.Integer({ minimum: 0, examples: [2741] }),
  },
  'X-RateLimit-Reset': {
    description: 'When this budget has room again, in Unix seconds.',
    schema: Type.Integer({ minimum: 0, examples: [1796083200] }),
  },
  'X-RateLimit-Policy': {
    description:
      'The budget that these headers describe: `monthly_requests` with a 2xx, and with a 429 the one in `limitType`.',
    schema: Type.Enum([...LIMIT_TYPES], { type: 'string', examples: ['monthly_requests'] }),
  },
  'Retry-After': {
    description: 'Seconds to wait before the next attempt.',
    schema: Type.Integer({ minimum: 1, examples: [17] }),
  },
  'WWW-Authenticate': {
    description: 'How to authenticate.',
    schema: Type.String({ pattern: '^Bearer', examples: ['Bearer realm="pro-signal"'] }),
  },
  Allow: { description: 'The methods of this path.', schema: Type.String({ examples: ['GET, OPTIONS'] }) },
} as const satisfies Record<string, HeaderDeclaration>
export type HeaderName = keyof typeof HEADERS

export const RATE_LIMIT_HEADERS = [
  'X-RateLimit-Limit',
  'X-RateLimit-Remaining',
  'X-RateLimit-Reset',
  'X-RateLimit-Policy',
] as const satisfies readonly HeaderName[]

interface ErrorReply {
  readonly status: number
  readonly description: string
  readonly headers: readonly HeaderName[]
  /** Headers that only some of these replies have. */
  readonly sometimes: readonly HeaderName[]
  readonly schema: TSchema
}

const suggestions = Type.Optional(
  Type.Array(Type.String(), { description: 'What you may have meant, most likely first.' }),
)

const ValidationDetail = Type.Object(
  {
    field: Type.String({ description: 'The field or parameter, or `body` for the complete body.' }),
    message: Type.String({ description: 'What is wrong with it, and what is expected.' }),
    suggestions,
  },
  { title: 'ValidationDetail', additionalProperties: false },
)

const QueryDetail = Type.Object(
  {
    field: Type.Literal('signal_query'),
    message: Type.String(),
    position: Type.Integer({ minimum: 0, description: 'The position in the query, in UTF-16 units from 0.' }),
    length: Type.Integer({ minimum: 0, description: 'The length of the part that is wrong.' }),
    expected: Type.Array(Type.String(), { description: 'What is expected there.' }),
    suggestions: Type.Array(Type.String(), {
      description: 'Replacements for the wrong part that make the query valid, most likely first.',
    }),
  },
  { title: 'QueryDetail', additionalProperties: false },
)

function errorReply(
  status: number,
  codes: readonly string[],
  description: string,
  example: Readonly<Record<string, unknown>>,
  {
    fields = {},
    headers = [],
    sometimes = [],
  }: { fields?: TProperties } & Partial<Pick<ErrorReply, 'headers' | 'sometimes'>> = {},
): ErrorReply {
  const error = Type.Object(
    {
      code: Type.Enum([...codes], { type: 'string', description: 'For programs. It does not change.' }),
      message: Type.String({ description: 'For people: what is wrong and what to do.' }),
      status: Type.Literal(status),
      requestId: Type.String({ description: 'The same as the header `X-Request-Id`.' }),
      ...fields,
    },
    { additionalProperties: false },
  )
  const value = { code: codes[0], status, requestId: 'req_7Qm2ZfW0c1uXyB4nKd9s', ...example }
  return {
    status,
    description,
    headers,
    sometimes,
    schema: Type.Object({ error }, { examples: [{ error: value }], additionalProperties: false }),
  }
}

export const ERROR_REPLIES = {
  InvalidJson: errorReply(
    400,
    ['invalid_json', 'invalid_request'],
    'The body is not valid JSON, or the request is not valid HTTP.',
    {
      message: 'The body is not valid JSON.',
    },
  ),
  Unauthorized: errorReply(
    401,
    ['invalid_api_key', 'missing_api_key'],
    'The key is missing, mistyped, unknown, expired or revoked. Also for paths that do not exist.',
    { message: 'The API key is invalid: it is mistyped, unknown, expired or revoked.' },
    // For a network that sends many unknown keys.
    { headers: ['WWW-Authenticate'], sometimes: ['Retry-After'] },
  ),
  ApiAccessRequired: errorReply(
    403,
    ['api_access_required', 'network_not_allowed', 'scope_not_allowed'],
    'The team of this key has no API access; or the key is not accepted from this network (`network_not_allowed`), or may not call this endpoint (`scope_not_allowed`).',
    {
      message:
        "Your team's plan has no API access. The Pro plan has it: ask the operator of this service to change the plan.",
    },
  ),
  NotFound: errorReply(404, ['not_found'], 'There is no such path.', {
    message: 'Not found: /api/v1/company.',
  }),
  CompanyNotFound: errorReply(404, ['company_not_found'], 'There is no company with this id.', {
    message: 'There is no company "northwind": an id looks like 228e30f0-b309-8056-9a02-48b39bce5609.',
  }),
  SliceNotFound: errorReply(
    404,
    ['slice_not_found'],
    'There is no slice with this slug.',
    { message: 'There is no slice "ai-sdr-hirng": did you mean ai-sdr-hiring?', suggestions: ['ai-sdr-hiring'] },
    { fields: { suggestions } },
  ),
  MethodNotAllowed: errorReply(
    405,
    ['method_not_allowed'],
    'The path exists with another method.',
    { message: 'DELETE is not allowed here: use GET or OPTIONS.' },
    { headers: ['Allow'] },
  ),
  RequestTimeout: errorReply(408, ['request_timeout'], 'The request did not arrive within 30 seconds.', {
    message: 'The request did not arrive in time.',
  }),
  PayloadTooLarge: errorReply(413, ['payload_too_large'], 'The body is larger than 64 KiB.', {
    message: 'The body is larger than 64 KiB.',
  }),
  UnsupportedMediaType: errorReply(415, ['unsupported_media_type'], 'The body was not sent as plain JSON.', {
    message: 'Send the body with "Content-Type: application/json".',
  }),
  ExpectationFailed: errorReply(
    417,
    ['expectation_failed'],
    'The header `Expect` has a value other than `100-continue`.',
    {
      message: 'Expect: 200-maybe is not supported: leave the header out, or send 100-continue.',
    },
  ),
  ValidationFailed: errorReply(
    422,
    ['validation_failed'],
    'A parameter is missing, unknown or wrong. All of them are listed.',
    {
      message: 'There is no parameter countrys: did you mean countries?',
      details: [
        {
          field: 'countrys',
          message: 'There is no parameter countrys: did you mean countries?',
          suggestions: ['countries'],
        },
      ],
    },
    { fields: { details: Type.Array(ValidationDetail) } },
  ),
  InvalidSearch: errorReply(
    422,
    ['invalid_query', 'query_too_expensive', 'validation_failed'],
    'The signal query cannot be parsed (`invalid_query`, with the position), would take too long (`query_too_expensive`, with what would make it cheaper), or a field is missing, unknown or wrong (`validation_failed`).',
    {
      message: 'Unknown signal "hirring".',
      details: [
        {
          field: 'signal_query',
          position: 0,
          length: 7,
          message: 'Unknown signal "hirring".',
          expected: ['hiring'],
          suggestions: ['hiring', '"hirring"'],
        },
      ],
    },
    { fields: { details: Type.Array(Type.Union([QueryDetail, ValidationDetail])) } },
  ),
  RateLimitExceeded: errorReply(
    429,
    ['rate_limit_exceeded'],
    'A limit is reached. `limitType` says which, `resetUnix` when it allows requests again. A rejected request costs nothing.',
    {
      message: 'The limit of 20 requests in a minute is reached: try again at 2026-11-15T09:30:17.000Z.',
      limitType: 'per_minute',
      limit: 20,
      used: 20,
      remaining: 0,
      resetUnix: 1794735017,
    },
    {
      headers: ['Retry-After', ...RATE_LIMIT_HEADERS],
      fields: {
        limitType: Type.Enum([...LIMIT_TYPES], {
          type: 'string',
          description: 'The limit that is reached; of several, the one that resets last.',
        }),
        limit: Type.Integer({ minimum: 0 }),
        used: Type.Integer({ minimum: 0 }),
        remaining: Type.Integer({ minimum: 0 }),
        resetUnix: Type.Integer({ description: 'Unix seconds.' }),
      },
    },
  ),
  HeadersTooLarge: errorReply(431, ['headers_too_large'], 'The headers are larger than 16 KiB.', {
    message: 'The headers are larger than 16 KiB.',
  }),
  InternalError: errorReply(500, ['internal_error'], 'An error on our side. It is logged under the request id.', {
    message: 'Something went wrong on our side. It is logged under this request id.',
  }),
  ServiceUnavailable: errorReply(
    503,
    ['service_unavailable'],
    'The service is temporarily unavailable.',
    { message: 'The service is temporarily unavailable: try again in a moment.' },
    { headers: ['Retry-After'] },
  ),
} as const satisfies Record<string, ErrorReply>
export type ErrorReplyName = keyof typeof ERROR_REPLIES
