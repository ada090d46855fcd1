import { errorCode } from '../platform/app-error.ts'

/**
 * Whether an error means that the database cannot be reached or cannot serve right now, as opposed to a statement that
 * is wrong: the request is answered 503 and may be tried again.
 */
export function isUnavailable(error: unknown): boolean {
  const code = errorCode(error)
  if (code !== undefined && (NETWORK_CODES.has(code) || UNAVAILABLE_STATES.test(code))) return true
  return error instanceof Error && DRIVER_MESSAGES.test(error.message)
}

const NETWORK_CODES = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOENT',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
])

/**
 * 08: connection, 53: out of resources (connections, disk, memory), 57P0x: stopping, crashed, starting, dropped,
 * 57014: statement timed out, 25006: read-only after a failover, 55P03: a lock was not to be had in time.
 */
const UNAVAILABLE_STATES = /^(08...|53...|57P0.|57014|25006|55P03|58030)$/

/** The driver has no codes of its own. */
const DRIVER_MESSAGES =
  /connection terminated|timeout exceeded when trying to connect|connection error and is not queryable|query read timeout|client was closed/i
