// A logout token of OpenID Connect Back-Channel Logout: the provider states whose sessions end. It arrives without a
// session or cookie, so only its signature proves the sender.

import type { FetchImplementation, JWTVerifyGetKey } from 'jose'
import { lazyPackage } from '../../platform/lazy-package.ts'
import { PROVIDER_TIMEOUT_MS, type ProviderFetch } from './provider-fetch.ts'

const jose = lazyPackage<typeof import('jose')>('jose')

/** Providers send it immediately, and some repeat it for a few minutes. */
const MAX_AGE_SECONDS = 300
const CLOCK_TOLERANCE_SECONDS = 30
/** The id is kept for as long as the token could be accepted. */
export const LOGOUT_KEPT_SECONDS = 2 * (MAX_AGE_SECONDS + CLOCK_TOLERANCE_SECONDS)
const EVENT = 'http://schemas.openid.net/event/backchannel-logout'
const MAX_ID_LENGTH = 255

export interface Logout {
  readonly issuer: string
  /** Undefined: the person with the session `sid`. At least one of the two is set. */
  readonly subject: string | undefined
  readonly sid: string | undefined
  /** Of the token, unique at the provider. */
  readonly tokenId: string
}

/** The keys of a provider. They are read when a token names one that isn't known, at most once in 30 seconds. */
export function keysAt(url: string, fetch: ProviderFetch): JWTVerifyGetKey {
  const { createRemoteJWKSet, customFetch } = jose()
  return createRemoteJWKSet(new URL(url), {
    timeoutDuration: PROVIDER_TIMEOUT_MS,
    [customFetch]: (address: string, { headers, method, signal }: Parameters<FetchImplementation>[1]) =>
      fetch(address, { method, signal, headers: Object.fromEntries(headers) }),
  })
}

/** Throws unless the provider has issued the token, for us, a moment ago, and only for this. */
export async function readLogoutToken(
  token: string,
  keys: JWTVerifyGetKey,
  expected: { readonly issuer: string; readonly audience: string },
): Promise<Logout> {
  const { payload, protectedHeader } = await jose().jwtVerify(token, keys, {
    ...expected,
    maxTokenAge: MAX_AGE_SECONDS,
    clockTolerance: CLOCK_TOLERANCE_SECONDS,
    requiredClaims: ['iat', 'jti', 'events'],
  })
  const { events, nonce, sub, sid, jti } = payload
  const type = protectedHeader.typ?.toLowerCase().replace(/^application\//, '') ?? 'jwt'
  if (type !== 'jwt' && type !== 'logout+jwt') throw new LogoutTokenError(`its type is ${type}`)
  // An ID token, which browsers see, isn't one.
  if (nonce !== undefined) throw new LogoutTokenError('it has a nonce')
  if (!isObject(events) || !isObject(events[EVENT])) throw new LogoutTokenError('it is for another event')
  if (!isId(jti)) throw new LogoutTokenError('it has no id')
  if (![sub, sid].some(isId)) throw new LogoutTokenError('it names no person and no session')
  if (![sub, sid].every((id) => id === undefined || isId(id))) throw new LogoutTokenError('its sub or sid is no id')
  return { issuer: expected.issuer, subject: sub, sid: sid as string | undefined, tokenId: jti }
}

export class LogoutTokenError extends Error {}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

export const isId = (value: unknown): value is string =>
  typeof value === 'string' && value.length > 0 && value.length <= MAX_ID_LENGTH
