import { createRequire } from 'node:module'
import { type Logger, pino } from 'pino'
import type { PinoPretty } from 'pino-pretty'
import type { Config } from './config/config.ts'

export type { Logger } from 'pino'

/**
 * Logs go to stdout. Fields that can contain a secret are redacted, whatever logs them. Request headers and query
 * strings are never logged (see http/server.ts).
 */
export function createLog(config: Pick<Config, 'LOG_LEVEL' | 'LOG_FORMAT' | 'NODE_ENV'>): Logger {
  const readable =
    config.LOG_FORMAT === 'pretty' ||
    (config.LOG_FORMAT === 'auto' && config.NODE_ENV !== 'production' && process.stdout.isTTY === true)
  const options = {
    level: config.LOG_LEVEL,
    base: { pid: process.pid },
    redact: {
      paths: SECRET_FIELDS.flatMap((field) => [`["${field}"]`, `*["${field}"]`, `*.*["${field}"]`]),
      censor: '[hidden]',
    },
  }
  if (!readable || config.LOG_LEVEL === 'silent') return pino(options)
  // Loaded here, so that a command that logs nothing starts without it.
  const pretty: typeof PinoPretty = createRequire(import.meta.url)('pino-pretty')
  return pino(
    options,
    pretty({ colorize: process.stdout.isTTY === true, ignore: 'pid,hostname', translateTime: 'HH:MM:ss' }),
  )
}

const SECRET_FIELDS = ['authorization', 'cookie', 'set-cookie', 'password', 'key', 'authKey', 'token', 'secret']
