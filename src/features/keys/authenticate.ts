import type { FastifyRequest, onRequestAsyncHookHandler } from 'fastify'
import {
  apiAccessRequired,
  invalidApiKey,
  missingApiKey,
  serviceUnavailable,
  tooManyUnknownKeys,
} from '../../http/index.ts'
import { networkOf } from '../../platform/network.ts'
import type { Caller, KeyCache } from './key-cache.ts'
import type { LastUsed } from './last-used.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The caller. Set on every route behind the authentication. */
    caller: Caller
  }
  interface FastifyContextConfig {
    /** The route can answer without the database, if only to say that the database is unavailable. */
    answersWithoutDatabase?: boolean
  }
}

/**
 * The first two checks of every request under /api/v1, unknown paths included: 401 for an unknown caller, 403 for a
 * team without API access. A key that can't be verified because the database is unavailable gets 503, never 401.
 */
export function authenticate(keys: KeyCache, lastUsed: LastUsed): onRequestAsyncHookHandler {
  return async (request) => {
    const verdict = await keys.verify(bearerOf(request), () => networkOf(request.ip))
    if (verdict === 'rejected') throw invalidApiKey()
    if (verdict === 'throttled') throw tooManyUnknownKeys()
    const mayAnswer = request.routeOptions.config.answersWithoutDatabase === true
    if (verdict === 'unverifiable') {
      if (mayAnswer) return
      throw serviceUnavailable()
    }
    if (!verdict.apiAccess) throw apiAccessRequired()
    if (!verdict.confirmed && !mayAnswer) throw serviceUnavailable()
    request.caller = verdict
    if (verdict.confirmed) lastUsed.note(verdict.keyId)
  }
}

function bearerOf(request: FastifyRequest): string {
  const header = request.headers.authorization
  if (header === undefined || header.trim() === '') throw missingApiKey()
  const [, key] = /^bearer +(\S+) *$/i.exec(header) ?? []
  if (key === undefined) throw invalidApiKey()
  return key
}
