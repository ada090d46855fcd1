// What errors look like, declared: the machine-readable description is made from this table, and the tests hold every
// reply of the service against it. The errors themselves are thrown by name, in errors.ts.

import { type TProperties, type TSchema, Type } from 'typebox'

export interface HeaderDeclaration {
  readonly description: string
  readonly schema: TSchema
}

export const HEADERS = {
  'X-Request-Id': {
    description:
      'The id of this exchange, for support and logs: the one you sent in `X-Request-Id` (letters, digits and `._:-`, at most 100), or a new one.',
    schema: Type.String({ pattern: '^[\\w.:-]{1,100}$', examples: ['req_7Qm2ZfW0c1uXyB4nKd9s'] }),
  },
  'X-RateLimit-Limit': {
    description: 'The monthly request budget.',
    schema: Type.Integer({ minimum: 0, examples: [3000] }),
  },
  'X-RateLimit-Remaining': {
    description: 'What is left of the monthly request budget.',
    schema: Type.Integer({ minimum: 0, examples: [2741] }),
  },
  'X-RateLimit-Reset': {
    description: 'When the billing month ends, in Unix seconds.',
    schema: Type.Integer({ minimum: 0, examples: [1796083200] }),
  },
  'X-RateLimit-Policy': {
    description: 'Which budget these headers describe.',
    schema: Type.Literal('monthly_requests'),
  },
  'Retry-After': {
    description: 'Whole seconds to wait before the next attempt.',
    schema: Type.Integer({ minimum: 1, examples: [17] }),
  },
  'WWW-Authenticate': {
    description: 'How to authenticate.',
    schema: Type.String({ pattern: '^Bearer', examples: ['Bearer realm="pro-signal"'] }),
  },
  Allow: { description: 'The methods that this path has.', schema: Type.String({ examples: ['GET, OPTIONS'] }) },
} as const satisfies Record<string, HeaderDeclaration>
export type HeaderName = keyof typeof HEADERS

export const RATE_LIMIT_HEADERS = [
  'X-RateLimit-Limit',
  'X-RateLimit-Remaining',
  'X-RateLimit-Reset',
  'X-RateLimit-Policy',
] as const satisfies readonly HeaderName[]

export interface ErrorReply {
  readonly status: number
  readonly description: string
  readonly headers: readonly HeaderName[]
  /** Those that only some of these replies carry. */
  readonly sometimes: readonly HeaderName[]
  readonly schema: TSchema
}

const suggestions = Type.Optional(
  Type.Array(Type.String(), { description: 'What you may have meant, likeliest first.' }),
)

const ValidationDetail = Type.Object(
  {
    field: Type.String({ description: 'The field or parameter, or `body` for the whole.' }),
    message: Type.String({ description: 'What is wrong with it, and what would be right.' }),
    suggestions,
  },
  { title: 'ValidationDetail', additionalProperties: false },
)

const QueryDetail = Type.Object(
  {
    field: Type.Literal('signal_query'),
    message: Type.String(),
    position: Type.Integer({ minimum: 0, description: 'Where in the query, in UTF-16 units from 0.' }),
    length: Type.Integer({ minimum: 0, description: 'How much of the query is meant.' }),
    expected: Type.Array(Type.String(), { description: 'What could stand there.' }),
    suggestions: Type.Array(Type.String(), {
      description: 'Texts to put in place of the marked part, likeliest first.',
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
      code: Type.Enum([...codes], { type: 'string', description: 'For programs: it will not change.' }),
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
  InvalidJson: errorReply(400, ['invalid_json', 'invalid_request'], 'The body is no JSON, or the request no HTTP.', {
    message: 'The body is not valid JSON.',
  }),
  Unauthorized: errorReply(
    401,
    ['invalid_api_key', 'missing_api_key'],
    'No key, or one that is mistyped, unknown, expired or revoked. Also on paths that do not exist.',
    { message: 'The API key is not valid: it is mistyped, unknown, expired or revoked.' },
    // To a network that sends many keys that are not known.
    { headers: ['WWW-Authenticate'], sometimes: ['Retry-After'] },
  ),
  ApiAccessRequired: errorReply(403, ['api_access_required'], 'The team of this key has no API access.', {
    message: "The team's plan has no API access: an owner can upgrade to Pro in the settings.",
  }),
  NotFound: errorReply(404, ['not_found'], 'There is no such path.', {
    message: 'There is nothing at /api/v1/company.',
  }),
  CompanyNotFound: errorReply(404, ['company_not_found'], 'There is no company with this id.', {
    message:
      'There is no company "6f0c1a52-9b3d-8e4f-a1b2-c3d4e5f60718": an id looks like 6f0c1a52-9b3d-8e4f-a1b2-c3d4e5f60718.',
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
    'The path exists, with another method.',
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
    message: 'The body must be sent with "Content-Type: application/json".',
  }),
  ValidationFailed: errorReply(
    422,
    ['validation_failed'],
    'A parameter is missing, unknown or wrong. Every one of them is told.',
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
    ['invalid_query', 'validation_failed'],
    'The signal query cannot be read (`invalid_query`, with its position), or a field is missing, unknown or wrong (`validation_failed`).',
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
    'A budget is used up. `limitType` says which, `resetUnix` when there is room again. A refused request costs nothing.',
    {
      message: 'The limit of 20 requests in a minute is reached; there is room again at 2026-11-15T09:30:17.000Z.',
      limitType: 'per_minute',
      limit: 20,
      used: 20,
      remaining: 0,
      resetUnix: 1794735017,
    },
    {
      headers: ['Retry-After', ...RATE_LIMIT_HEADERS],
      fields: {
        limitType: Type.Enum(
          [
            'per_minute',
            'daily_requests',
            'monthly_requests',
            'monthly_records',
            'monthly_page_turns',
            'daily_company_detail',
          ],
          { type: 'string', description: 'The budget that is full; of several, the one that resets last.' },
        ),
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
  InternalError: errorReply(500, ['internal_error'], 'A fault of ours; it was logged under the request id.', {
    message: 'Something went wrong on our side; it was logged under this request id.',
  }),
  ServiceUnavailable: errorReply(
    503,
    ['service_unavailable'],
    'The service cannot answer right now.',
    { message: 'The service cannot answer right now: try again in a moment.' },
    { headers: ['Retry-After'] },
  ),
} as const satisfies Record<string, ErrorReply>
export type ErrorReplyName = keyof typeof ERROR_REPLIES
