import type { FastifyRequest, onRequestAsyncHookHandler } from 'fastify'
import type { KeyScope } from '../../closed-sets/keys.ts'
import {
  apiAccessRequired,
  HEALTH_TIMEOUT_MS,
  invalidApiKey,
  missingApiKey,
  networkNotAllowed,
  scopeNotAllowed,
  serviceUnavailable,
  tooManyUnknownKeys,
} from '../../http/index.ts'
import { networkOf } from '../../platform/config/network.ts'
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
    /** The groups of endpoints that the route is in. Every key may call a route that is in none. */
    scopes?: readonly KeyScope[]
  }
}

/**
 * The first checks of every request under /api/v1, including unknown paths: 401 for an unknown caller, 403 for a
 * team without API access, for a network that the key is not accepted from, and for an endpoint that it may not call. A key that can't be verified because the database is unavailable gets 503, never 401.
 */
export function authenticate(keys: KeyCache, lastUsed: LastUsed): onRequestAsyncHookHandler {
  return async (request) => {
    const mayAnswer = request.routeOptions.config.answersWithoutDatabase === true
    const patienceMs = mayAnswer ? HEALTH_TIMEOUT_MS : undefined
    const verdict = await keys.verify(bearerOf(request), () => networkOf(request.ip), patienceMs)
    if (verdict === 'rejected') throw invalidApiKey()
    if (verdict === 'throttled') throw tooManyUnknownKeys()
    if (verdict === 'unverifiable') {
      if (mayAnswer) return
      request.logged = UNCONFIRMED
      throw serviceUnavailable()
    }
    request.logged = { team: verdict.teamId, keyId: verdict.keyId }
    if (!verdict.apiAccess) throw apiAccessRequired()
    if (!verdict.allows(request.ip)) throw networkNotAllowed(request.ip)
    assertScope(verdict, request)
    if (!verdict.confirmed && !mayAnswer) {
      request.logged = { ...request.logged, ...UNCONFIRMED }
      throw serviceUnavailable()
    }
    request.caller = verdict
    if (verdict.confirmed) lastUsed.note(verdict.keyId)
  }
}

/** In the line of a request that gets 503. */
const UNCONFIRMED = { reason: 'the database did not confirm the key within a second' }

/** After the network, so that a stolen key doesn't tell what it may call. An unknown path is in no group: it is 404. */
function assertScope({ scopes }: Caller, { routeOptions }: FastifyRequest): void {
  const { scopes: needed } = routeOptions.config
  if (!needed || !scopes || needed.some((scope) => scopes.includes(scope))) return
  throw scopeNotAllowed(scopes)
}

function bearerOf({ headers }: FastifyRequest): string {
  const header = headers.authorization?.trim() ?? ''
  if (header === '') throw missingApiKey()
  const [, key] = /^bearer +(\S+)$/i.exec(header) ?? []
  if (key === undefined) throw invalidApiKey(`${problemOf(header)} Send the header "Authorization: Bearer psk_…".`)
  return key
}

/** Schemes that other APIs use. Anything else may be a secret, so it isn't repeated in the reply. */
const OTHER_SCHEMES = /^(basic|digest|token|key|apikey|api-key)(?=[\s:]|$)/i

function problemOf(header: string): string {
  const [scheme] = OTHER_SCHEMES.exec(header) ?? []
  if (scheme) return `The authentication scheme ${scheme} is not supported.`
  if (header.startsWith('psk_')) return 'The word Bearer is missing before the key.'
  if (/^bearer$/i.test(header)) return 'The key is missing after the word Bearer.'
  return 'The header Authorization is not understood.'
}
