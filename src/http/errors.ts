// Every error that a client can see, in one format: `{ error: { code, message, status, requestId } }` and the extra fields
// of the code. Each is thrown by name. Internal details are logged, never sent.

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
  /** Fields of the error object besides the common four. */
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
    'An API key is required: send the header "Authorization: Bearer psk_…".',
    challenge,
  )

export const invalidApiKey = (message = 'The API key is invalid: it is mistyped, unknown, expired or revoked.') =>
  new HttpError(401, 'invalid_api_key', message, challenge)

/** The key may be valid: without a query, a key that this node doesn't know looks like an invented one. */
export const tooManyUnknownKeys = () =>
  new HttpError(
    401,
    'invalid_api_key',
    'Too many unknown API keys came from your network: check the key, and try again in a minute.',
    { headers: { ...challenge.headers, 'retry-after': '60' } },
  )

export const apiAccessRequired = () =>
  new HttpError(
    403,
    'api_access_required',
    "Your team's plan has no API access. The Pro plan has it: ask the operator of this service to change the plan.",
  )

/** It names the address that the service sees, which behind a wrong TRUST_PROXY is the proxy's. */
export const networkNotAllowed = (address: string) =>
  new HttpError(
    403,
    'network_not_allowed',
    `This API key isn't accepted from ${address}: an owner of the team can allow the network on the page of API keys.`,
  )

export const scopeNotAllowed = (scopes: readonly string[]) =>
  new HttpError(
    403,
    'scope_not_allowed',
    `This API key may only be used for ${scopes.join(', ')}: use another key, or let an owner of the team change what it may call.`,
  )

export const notFound = (path: string) => new HttpError(404, 'not_found', `Not found: ${path.slice(0, 200)}.`)

export const companyNotFound = (id: string) =>
  new HttpError(
    404,
    'company_not_found',
    `There is no company ${JSON.stringify(id.slice(0, 80))}: an id looks like 228e30f0-b309-8056-9a02-48b39bce5609.`,
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

/** The body wasn't sent yet, so the connection can't be reused. */
export const expectationFailed = (expect: string) =>
  new HttpError(
    417,
    'expectation_failed',
    `Expect: ${expect.slice(0, 100)} is not supported: leave the header out, or send 100-continue.`,
    { headers: { connection: 'close' } },
  )

export const validationFailed = (details: readonly ErrorDetail[]) =>
  new HttpError(
    422,
    'validation_failed',
    details.map(({ message }) => message).join('; ') || 'The request is not valid.',
    {
      fields: { details },
    },
  )

/** A signal query that can't be parsed: where, why, and what is expected there. */
export const invalidSignalQuery = (detail: Omit<ErrorDetail, 'field'> & { readonly message: string }) =>
  new HttpError(422, 'invalid_query', detail.message, { fields: { details: [{ field: 'signal_query', ...detail }] } })

const unavailable = (message: string, retryAfterSeconds = 2) =>
  new HttpError(503, 'service_unavailable', message, { headers: { 'retry-after': String(retryAfterSeconds) } })

export const forbiddenOrigin = (message: string) => new HttpError(403, 'forbidden_origin', message)

export const serviceUnavailable = () => unavailable('The service is temporarily unavailable: try again in a moment.')

/** The cost of a search, estimated before it starts, is too high. The message says what would make it cheaper. */
export const queryTooExpensive = (field: string, message: string) =>
  new HttpError(422, 'query_too_expensive', message, { fields: { details: [{ field, message }] } })

/** A search that waited too long, behind others or because its team has used up its share of the node. */
export const searchBusy = (retryAfterSeconds: number) =>
  unavailable(
    'Searches are waiting too long: too many were sent at once, or the last ones of your team took too much time. Try again later.',
    retryAfterSeconds,
  )

/** This reply is never delivered. */
export const clientGone = () => new HttpError(499, 'client_gone', 'The client closed the connection.')

export const searchTimedOut = () =>
  unavailable(
    'This query is too expensive to answer in time: narrow it by a time such as within: 90d, a rarer word or a company filter.',
  )

export const searchNotReady = () =>
  unavailable(
    'The text of the signals is still being prepared for search: try again in a few minutes, or search without words.',
    60,
  )

const internalError = () =>
  new HttpError(500, 'internal_error', 'Something went wrong on our side. It is logged under this request id.')

export const unsupportedMediaType = (message = 'Send the body with "Content-Type: application/json".') =>
  new HttpError(415, 'unsupported_media_type', message)

/** Routes have their own limits. */
function bodyTooLarge(maxBytes: number): HttpError {
  const limit = maxBytes % 1_024 === 0 ? `${maxBytes / 1_024} KiB` : `${maxBytes.toLocaleString('en')} bytes`
  return new HttpError(413, 'payload_too_large', `The body is larger than ${limit}.`)
}

/** Fastify's own errors, in our format. */
const FRAMEWORK_ERRORS: Readonly<Record<string, () => HttpError>> = {
  FST_ERR_CTP_INVALID_JSON_BODY: () => new HttpError(400, 'invalid_json', 'The body is not valid JSON.'),
  FST_ERR_CTP_EMPTY_JSON_BODY: () => new HttpError(400, 'invalid_json', 'The body is empty: send a JSON object.'),
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: () =>
    new HttpError(400, 'invalid_json', 'The length of the body differs from Content-Length.'),
  FST_ERR_CTP_INVALID_MEDIA_TYPE: () => unsupportedMediaType(),
  FST_ERR_BAD_URL: () => new HttpError(404, 'not_found', 'Not found: check the percent-encoding of the URL.'),
}

const STATUS_OF_KIND: Readonly<Record<Exclude<ErrorKind, 'invalid' | 'unavailable'>, number>> = {
  not_found: 404,
  conflict: 409,
  forbidden: 403,
  throttled: 429,
}

/** The only place where the kind of a rule's error becomes a status. */
function fromAppError({ kind, code, field = 'body', retryAfterSeconds, message }: AppError): HttpError {
  if (kind === 'invalid') return validationFailed([{ field, message }])
  if (kind === 'unavailable') return unavailable(message, retryAfterSeconds)
  return new HttpError(STATUS_OF_KIND[kind], code, message, {
    headers: retryAfterSeconds === undefined ? {} : { 'retry-after': String(retryAfterSeconds) },
    fields: kind === 'throttled' ? { retryAfterSeconds } : {},
  })
}

export function toHttpError(error: unknown): HttpError {
  if (error instanceof HttpError) return error
  if (error instanceof AppError) return fromAppError(error)
  const { code, statusCode } = error as Partial<FastifyError>
  const translate = FRAMEWORK_ERRORS[code ?? '']
  if (translate) return translate()
  if (error instanceof SyntaxError && statusCode === 400)
    return new HttpError(400, 'invalid_json', 'The body is not valid JSON.')
  if (isUnavailable(error)) return serviceUnavailable()
  return internalError()
}

export function errorBody(error: HttpError, requestId: string): Record<string, unknown> {
  return { error: { code: error.code, message: error.message, status: error.status, requestId, ...error.fields } }
}

/** The only place where an error becomes a reply. */
export function sendError(thrown: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const error = errorFor(thrown, request)
  if (error.status === 500) request.log.error({ err: thrown }, 'request failed')
  else if (error.status === 503 && !isDeliberate(thrown)) request.log.warn(`unavailable: ${reasonOf(thrown)}`)
  return reply
    .code(error.status)
    .headers(error.headers)
    .header('content-type', 'application/json; charset=utf-8')
    .send(JSON.stringify(errorBody(error, request.id)))
}

/** A 503 that asks the caller to come back later, rather than an outage. It isn't logged each time. */
function isDeliberate(thrown: unknown): boolean {
  return thrown instanceof HttpError || (thrown instanceof AppError && thrown.retryAfterSeconds !== undefined)
}

function errorFor(thrown: unknown, request: FastifyRequest): HttpError {
  // The client disconnected while it sent its body. It gets no reply, and this must not be logged as a database outage.
  if (request.raw.destroyed && !request.raw.complete)
    return new HttpError(400, 'invalid_request', 'The request ended before its body was complete.')
  // Without a route, errors in the body don't matter.
  if (request.is404 && !(thrown instanceof HttpError) && errorCode(thrown) !== 'FST_ERR_BAD_URL') {
    return request.server.routes.whyUnknown(request)
  }
  if (errorCode(thrown) === 'FST_ERR_CTP_BODY_TOO_LARGE') return bodyTooLarge(request.routeOptions.bodyLimit)
  return toHttpError(thrown)
}
