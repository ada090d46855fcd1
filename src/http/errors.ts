// Every error that a client can see: one shape, thrown once, by name. `{ error: { code, message, status, requestId } }`
// with what else the code promises. What went wrong inside is logged, never sent.

import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { isUnavailable } from '../db/index.ts'
import { AppError, type ErrorKind, errorCode, reasonOf } from '../platform/app-error.ts'

export interface ErrorDetail {
  readonly field: string
  readonly message: string
  readonly [more: string]: unknown
}

interface Extras {
  readonly headers?: Readonly<Record<string, string>>
  /** Fields of the error object beside the common four. */
  readonly fields?: Readonly<Record<string, unknown>>
}

export class HttpError extends Error {
  readonly status: number
  readonly code: string
  readonly headers: Readonly<Record<string, string>>
  readonly fields: Readonly<Record<string, unknown>>

  constructor(status: number, code: string, message: string, { headers = {}, fields = {} }: Extras = {}) {
    super(message)
    this.status = status
    this.code = code
    this.headers = headers
    this.fields = fields
  }
}

const challenge = { headers: { 'www-authenticate': 'Bearer realm="pro-signal"' } }

export const missingApiKey = () =>
  new HttpError(
    401,
    'missing_api_key',
    'An API key is needed: send the header "Authorization: Bearer psk_…".',
    challenge,
  )

export const invalidApiKey = () =>
  new HttpError(
    401,
    'invalid_api_key',
    'The API key is not valid: it is mistyped, unknown, expired or revoked.',
    challenge,
  )

/** Said to whoever may be right as well: a key that this node has not met cannot be told from an invented one. */
export const tooManyUnknownKeys = () =>
  new HttpError(
    401,
    'invalid_api_key',
    'The API key is not known here, and too many unknown keys have come from your network: check it, and try again in a minute.',
    { headers: { ...challenge.headers, 'retry-after': '60' } },
  )

export const apiAccessRequired = () =>
  new HttpError(
    403,
    'api_access_required',
    "The team's plan has no API access: an owner can upgrade to Pro in the settings.",
  )

export const notFound = (path: string) => new HttpError(404, 'not_found', `There is nothing at ${path.slice(0, 200)}.`)

/** Also for what belongs to another team: the two are not told apart. */
export const noSuch = (thing: string) =>
  new HttpError(404, 'not_found', `There is no such ${thing}: it was removed, or it never was.`)

export const companyNotFound = (id: string) =>
  new HttpError(
    404,
    'company_not_found',
    `There is no company ${JSON.stringify(id.slice(0, 80))}: an id looks like 6f0c1a52-9b3d-8e4f-a1b2-c3d4e5f60718.`,
  )

export const sliceNotFound = (slug: string, suggestions: readonly string[]) =>
  new HttpError(
    404,
    'slice_not_found',
    `There is no slice ${JSON.stringify(slug.slice(0, 80).toWellFormed())}: ${suggestions[0] ? `did you mean ${suggestions[0]}?` : 'GET /api/v1/filters lists them.'}`,
    { fields: { suggestions } },
  )

export const methodNotAllowed = (method: string, allow: readonly string[]) =>
  new HttpError(405, 'method_not_allowed', `${method} is not allowed here: use ${allow.join(' or ')}.`, {
    headers: { allow: allow.join(', ') },
  })

export const validationFailed = (details: readonly ErrorDetail[]) =>
  new HttpError(
    422,
    'validation_failed',
    details.map(({ message }) => message).join('; ') || 'The request is not valid.',
    {
      fields: { details },
    },
  )

/** A signal query that cannot be read: where, why, and what could stand there. */
export const invalidSignalQuery = (detail: Omit<ErrorDetail, 'field'> & { readonly message: string }) =>
  new HttpError(422, 'invalid_query', detail.message, { fields: { details: [{ field: 'signal_query', ...detail }] } })

const RETRY_SECONDS = 2

export const serviceUnavailable = () =>
  new HttpError(503, 'service_unavailable', 'The service cannot answer right now: try again in a moment.', {
    headers: { 'retry-after': String(RETRY_SECONDS) },
  })

export const queryTooExpensive = () =>
  new HttpError(
    503,
    'service_unavailable',
    'This query is too expensive to answer in time: narrow it, with a time such as within: 90d, a rarer word or a company filter, and try again.',
    { headers: { 'retry-after': String(RETRY_SECONDS) } },
  )

export const searchNotReady = () =>
  new HttpError(
    503,
    'service_unavailable',
    'The text of the signals is still being prepared for search: try again in a few minutes, or ask without words.',
    { headers: { 'retry-after': '60' } },
  )

const internalError = () =>
  new HttpError(500, 'internal_error', 'Something went wrong on our side; it was logged under this request id.')

export const unsupportedMediaType = (message = 'The body must be sent with "Content-Type: application/json".') =>
  new HttpError(415, 'unsupported_media_type', message)

/** Fastify's own errors, in our words. */
const FRAMEWORK_ERRORS: Readonly<Record<string, () => HttpError>> = {
  FST_ERR_CTP_INVALID_JSON_BODY: () => new HttpError(400, 'invalid_json', 'The body is not valid JSON.'),
  FST_ERR_CTP_EMPTY_JSON_BODY: () => new HttpError(400, 'invalid_json', 'The body is empty: send a JSON object.'),
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: () =>
    new HttpError(400, 'invalid_json', 'The body is not as long as Content-Length says.'),
  FST_ERR_CTP_INVALID_MEDIA_TYPE: () => unsupportedMediaType(),
  FST_ERR_CTP_BODY_TOO_LARGE: () => new HttpError(413, 'payload_too_large', 'The body is larger than 64 KiB.'),
  FST_ERR_BAD_URL: () => new HttpError(404, 'not_found', 'There is nothing at this URL: check its percent-encoding.'),
}

const STATUS_OF_KIND: Readonly<Record<Exclude<ErrorKind, 'invalid'>, number>> = {
  not_found: 404,
  conflict: 409,
  forbidden: 403,
  throttled: 429,
  unavailable: 503,
}

/** The one place where the kind of a rule's error becomes a status. */
function fromAppError({ kind, code, field = 'body', retryAfterSeconds, message }: AppError): HttpError {
  if (kind === 'invalid') return validationFailed([{ field, message }])
  return new HttpError(STATUS_OF_KIND[kind], code, message, {
    headers: retryAfterSeconds === undefined ? {} : { 'retry-after': String(retryAfterSeconds) },
    fields: kind === 'throttled' ? { retryAfterSeconds } : {},
  })
}

export function toHttpError(error: unknown): HttpError {
  if (error instanceof HttpError) return error
  if (error instanceof AppError) return fromAppError(error)
  const { code, statusCode } = error as Partial<FastifyError>
  const known = FRAMEWORK_ERRORS[code ?? '']
  if (known) return known()
  if (error instanceof SyntaxError && statusCode === 400)
    return new HttpError(400, 'invalid_json', 'The body is not valid JSON.')
  if (isUnavailable(error)) return serviceUnavailable()
  return internalError()
}

export function errorBody(error: HttpError, requestId: string): Record<string, unknown> {
  return { error: { code: error.code, message: error.message, status: error.status, requestId, ...error.fields } }
}

/** The one place where an error becomes a reply. */
export function sendError(thrown: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const error = explain(thrown, request)
  if (error.status === 500) request.log.error({ err: thrown }, 'request failed')
  else if (error.status === 503 && !(thrown instanceof HttpError)) request.log.warn(`unavailable: ${reasonOf(thrown)}`)
  return reply
    .code(error.status)
    .headers(error.headers)
    .header('content-type', 'application/json; charset=utf-8')
    .send(JSON.stringify(errorBody(error, request.id)))
}

function explain(thrown: unknown, request: FastifyRequest): HttpError {
  // A client that left in the middle of its body gets no reply, and it is not the database that is away.
  if (request.raw.destroyed && !request.raw.complete)
    return new HttpError(400, 'invalid_request', 'The request was cut short.')
  // Where there is no route, nothing that is wrong with the body matters.
  if (request.is404 && !(thrown instanceof HttpError) && errorCode(thrown) !== 'FST_ERR_BAD_URL') {
    return request.server.routes.whyUnknown(request)
  }
  return toHttpError(thrown)
}
