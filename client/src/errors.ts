// Every failure is a ProSignalError. An ApiError is an answer of the service; the others are failures to get one.

import type { QueryDetail, ValidationDetail } from './generated/api.ts'

export class ProSignalError extends Error {
  override name = 'ProSignalError'
}

/** The `error` object of a reply. */
export interface ErrorBody {
  readonly code?: string
  readonly message?: string
  readonly requestId?: string
  readonly details?: readonly (ValidationDetail | QueryDetail)[]
  readonly limitType?: string
  readonly limit?: number
  readonly used?: number
  readonly remaining?: number
  readonly resetUnix?: number
}

export interface ErrorReply {
  readonly status: number
  readonly body: ErrorBody
  readonly headers: Headers
}

/** The service answered with an error. Such a request is not charged. */
export class ApiError extends ProSignalError {
  override name = 'ApiError'
  readonly status: number
  /** A stable name, such as `company_not_found`. */
  readonly code: string
  /** Give it to support: it finds the request in the service's log. */
  readonly requestId: string | undefined
  /** What is wrong with which field, for a 422. */
  readonly details: readonly (ValidationDetail | QueryDetail)[]
  readonly headers: Headers

  constructor({ status, body, headers }: ErrorReply) {
    super(body.message ?? `The service answered with status ${status}.`)
    this.status = status
    this.code = body.code ?? 'unknown_error'
    this.requestId = body.requestId ?? headers.get('x-request-id') ?? undefined
    this.details = body.details ?? []
    this.headers = headers
  }
}

/** 401: the key is missing, wrong, expired or revoked. */
export class AuthenticationError extends ApiError {
  override name = 'AuthenticationError'
}

/** 403: the team's plan has no API access. */
export class AccessError extends ApiError {
  override name = 'AccessError'
}

/** 404: an unknown company, slice or path. */
export class NotFoundError extends ApiError {
  override name = 'NotFoundError'
}

/** 400, 413, 415, 422: the request is wrong. `details` says which field and why. */
export class ValidationError extends ApiError {
  override name = 'ValidationError'
}

/** 422 `invalid_query`: `details` has the position in the query, and suggestions. */
export class InvalidQueryError extends ValidationError {
  override name = 'InvalidQueryError'
  declare readonly details: readonly QueryDetail[]
}

/** 422 `query_too_expensive`: the message says what would make the query cheaper. */
export class QueryTooExpensiveError extends ValidationError {
  override name = 'QueryTooExpensiveError'
}

/** 429: a budget of the team is used up. */
export class RateLimitError extends ApiError {
  override name = 'RateLimitError'
  /** Such as `per_minute` or `monthly_records`. */
  readonly limitType: string | undefined
  readonly limit: number | undefined
  readonly used: number | undefined
  readonly remaining: number | undefined
  /** When the budget has room again, in Unix seconds. */
  readonly resetUnix: number | undefined
  /** Seconds to wait. */
  readonly retryAfter: number | undefined

  constructor(reply: ErrorReply) {
    super(reply)
    const { limitType, limit, used, remaining, resetUnix } = reply.body
    this.limitType = limitType
    this.limit = limit
    this.used = used
    this.remaining = remaining
    this.resetUnix = resetUnix
    this.retryAfter = retryAfterSeconds(reply.headers)
  }
}

/** 5xx: the service or something in front of it failed. */
export class ServiceError extends ApiError {
  override name = 'ServiceError'
  /** Seconds to wait, if the service stated it. */
  readonly retryAfter: number | undefined

  constructor(reply: ErrorReply) {
    super(reply)
    this.retryAfter = retryAfterSeconds(reply.headers)
  }
}

/** There was no complete answer: no connection, a reset, or a reply that is not JSON. */
export class ConnectionError extends ProSignalError {
  override name = 'ConnectionError'
  /** The request may have reached the service and been charged. False if the connection was never made. */
  readonly mayHaveBeenCharged: boolean

  constructor(message: string, options: { readonly cause?: unknown; readonly mayHaveBeenCharged: boolean }) {
    super(message, { cause: options.cause })
    this.mayHaveBeenCharged = options.mayHaveBeenCharged
  }
}

/** There was no complete answer in time. */
export class TimeoutError extends ConnectionError {
  override name = 'TimeoutError'
}

export function errorOf(reply: ErrorReply): ApiError {
  const { status, body } = reply
  if (status === 401) return new AuthenticationError(reply)
  if (status === 403) return new AccessError(reply)
  if (status === 404) return new NotFoundError(reply)
  if (status === 429) return new RateLimitError(reply)
  if (status >= 500) return new ServiceError(reply)
  if (body.code === 'invalid_query') return new InvalidQueryError(reply)
  if (body.code === 'query_too_expensive') return new QueryTooExpensiveError(reply)
  return [400, 413, 415, 422].includes(status) ? new ValidationError(reply) : new ApiError(reply)
}

/** Retry-After is seconds or an HTTP date. */
export function retryAfterSeconds(headers: Headers): number | undefined {
  const value = headers.get('retry-after')?.trim()
  if (!value) return undefined
  if (/^\d+(\.\d+)?$/.test(value)) return Number(value)
  const at = Date.parse(value)
  return Number.isNaN(at) ? undefined : Math.max(0, (at - Date.now()) / 1000)
}
