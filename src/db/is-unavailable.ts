import { errorCode } from '../platform/app-error.ts'

/**
 * Whether an error means that the database can't be reached or can't serve right now, rather than a wrong statement.
 * The request gets a 503 and can be retried.
 */
export function isUnavailable(error: unknown): boolean {
  const code = errorCode(error)
  if (code !== undefined && (NETWORK_CODES.has(code) || UNAVAILABLE_STATES.test(code))) return true
  return error instanceof Error && DRIVER_MESSAGES.test(error.message)
}

/**
 * Whether the session ended during the work, as after the process was suspended inside a transaction. Uncommitted
 * changes are rolled back, and a new connection may work.
 */
export function isSessionLost(error: unknown): boolean {
  const code = errorCode(error)
  if (code !== undefined && SESSION_ENDED.has(code)) return true
  return error instanceof Error && /connection terminated|is not queryable/i.test(error.message)
}

/** 25P03: silent inside a transaction, 57P01: terminated by an administrator. */
const SESSION_ENDED = new Set(['25P03', '57P01', 'ECONNRESET', 'EPIPE'])

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
 * 57014: statement timeout, 25006: read-only after a failover, 25P03: silent inside a transaction, 55P03: lock timeout.
 */
const UNAVAILABLE_STATES = /^(08...|53...|57P0.|57014|25006|25P03|55P03|58030)$/

/** The driver's own errors have no codes. */
const DRIVER_MESSAGES =
  /connection terminated|timeout exceeded when trying to connect|^timeout expired$|connection error and is not queryable|query read timeout|client was closed/i
