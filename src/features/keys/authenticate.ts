import type { FastifyRequest, onRequestAsyncHookHandler } from 'fastify'
import {
  apiAccessRequired,
  invalidApiKey,
  missingApiKey,
  serviceUnavailable,
  tooManyUnknownKeys,
} from '../../http/index.ts'
import { networkOf } from '../../platform/network.ts'
import type { Caller, KeyRing } from './key-ring.ts'
import type { LastUsed } from './last-used.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Who calls. Set on every route behind the authentication. */
    caller: Caller
  }
  interface FastifyContextConfig {
    /** The route can answer without the database, if only to say that it is away. */
    answersWithoutDatabase?: boolean
  }
}

/**
 * The first two checks of every request under /api/v1, unknown paths included: 401 for whoever is not known, 403 for
 * a team without API access. A key that cannot be judged because the database is away gets 503, never 401.
 */
export function authenticate(ring: KeyRing, lastUsed: LastUsed): onRequestAsyncHookHandler {
  return async (request) => {
    const verdict = await ring.verify(bearerOf(request), () => networkOf(request.ip))
    if (verdict === 'refused') throw invalidApiKey()
    if (verdict === 'throttled') throw tooManyUnknownKeys()
    const mayAnswer = request.routeOptions.config.answersWithoutDatabase === true
    if (verdict === 'unknowable') {
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
