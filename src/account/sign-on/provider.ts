// The OpenID Connect provider: its metadata, the redirect to it, and the person who returns.
//
// openid-client checks an answer: `state` and `iss` of the redirect (so an answer of another provider is refused), the
// token's signature, issuer, audience, times and nonce. PKCE binds the code to this sign-in. What remains here is the
// meaning of its errors.

import type { JWTVerifyGetKey } from 'jose'
import type * as OpenIdClient from 'openid-client'
import { type AppError, errorCode, reasonOf } from '../../platform/app-error.ts'
import type { ProviderSettings } from '../../platform/config/oidc.ts'
import type { Logger } from '../../platform/logger.ts'
import type { Challenge } from './attempts.ts'
import { answerNotValid, logoutNotValid, noAddress, providerAway, refusedByProvider } from './errors.ts'
import { isId, keysAt, type Logout, LogoutTokenError, readLogoutToken } from './logout-token.ts'
import { PROVIDER_TIMEOUT_MS, providerFetch } from './provider-fetch.ts'

/** A page of the screen. It is registered with the provider, with the service's public URL before it. */
export const CALLBACK_PATH = '/sign-on/callback'
const AFTER_SIGN_OUT_PATH = '/sign-in'

/** Keys are read again by openid-client when a token names one that it doesn't know. */
const METADATA_MAX_AGE_MS = 3_600_000
/** When old metadata is used because no newer was available. */
const RETRY_MS = 60_000
/** Sign-ins that wait for the provider. One that hangs must not collect more. */
const MAX_IN_FLIGHT = 50

/** Who signed in. The address comes from the provider's own answer. */
export interface ProviderPerson {
  readonly issuer: string
  readonly subject: string
  readonly email: string
  readonly isVerified: boolean
  /** The session at the provider, if it names one. */
  readonly sid: string | undefined
}

interface Discovered {
  readonly client: typeof OpenIdClient
  readonly configuration: OpenIdClient.Configuration
  readonly atMs: number
}

export class Provider {
  readonly label: string
  readonly issuer: string
  readonly #settings: ProviderSettings
  readonly #publicUrl: () => string
  readonly #log: Pick<Logger, 'warn'>
  readonly #http = providerFetch()
  #discovered: Discovered | undefined
  #discovering: Promise<Discovered> | undefined
  #keys: { readonly url: string; readonly keys: JWTVerifyGetKey } | undefined
  #inFlight = 0

  constructor(settings: ProviderSettings, publicUrl: () => string, log: Pick<Logger, 'warn'>) {
    this.#settings = settings
    this.#publicUrl = publicUrl
    this.#log = log
    this.label = settings.label
    this.issuer = settings.issuer
  }

  close(): Promise<void> {
    return this.#http.close()
  }

  get redirectUri(): string {
    return this.#publicUrl() + CALLBACK_PATH
  }

  /** Where the person goes to sign in. */
  async urlFor({ state, nonce, codeVerifier }: Challenge): Promise<string> {
    const { client, configuration } = await this.#discover()
    const url = client.buildAuthorizationUrl(configuration, {
      redirect_uri: this.redirectUri,
      scope: 'openid email',
      state,
      nonce,
      code_challenge: await client.calculatePKCECodeChallenge(codeVerifier),
      code_challenge_method: 'S256',
    })
    return url.href
  }

  /** `query` is what the provider has added to the redirect URI. */
  async personOf(query: string, { state, nonce, codeVerifier }: Challenge): Promise<ProviderPerson> {
    if (this.#inFlight >= MAX_IN_FLIGHT) throw providerAway(this.label)
    this.#inFlight++
    try {
      const { client, configuration } = await this.#discover()
      const tokens = await client.authorizationCodeGrant(configuration, new URL(this.redirectUri + query), {
        expectedState: state,
        expectedNonce: nonce,
        pkceCodeVerifier: codeVerifier,
      })
      const claims = tokens.claims()
      if (!claims) throw answerNotValid(this.label)
      const person =
        claims.email === undefined
          ? await client.fetchUserInfo(configuration, tokens.access_token, claims.sub)
          : (claims as Readonly<Record<string, unknown>>)
      if (typeof person.email !== 'string') throw noAddress(this.label)
      const sid = isId(claims.sid) ? claims.sid : undefined
      return { issuer: claims.iss, subject: claims.sub, email: person.email, isVerified: isVerified(person), sid }
    } catch (error) {
      throw this.#explain(error)
    } finally {
      this.#inFlight--
    }
  }

  /** Whose sessions the provider ends with this token. */
  async logoutOf(token: string): Promise<Logout> {
    const { configuration } = await this.#discover()
    const { issuer, jwks_uri: url = '' } = configuration.serverMetadata()
    if (this.#keys?.url !== url) this.#keys = { url, keys: keysAt(url, this.#http.fetch) }
    try {
      return await readLogoutToken(token, this.#keys.keys, { issuer, audience: this.#settings.clientId })
    } catch (error) {
      this.#log.warn(`a request to end sessions, as if from ${this.issuer}, failed: ${describe(error)}`)
      if (isWrongToken(error)) throw logoutNotValid(reasonOf(error))
      throw providerAway(this.label, error)
    }
  }

  /**
   * Where the person can also sign out at the provider; undefined if it offers none. Sends no request: signing out
   * never waits for the provider.
   */
  signOutUrl(): string | undefined {
    if (!this.#discovered?.configuration.serverMetadata().end_session_endpoint) return undefined
    const { client, configuration } = this.#discovered
    const back = this.#publicUrl() + AFTER_SIGN_OUT_PATH
    return client.buildEndSessionUrl(configuration, { post_logout_redirect_uri: back }).href
  }

  /** The metadata, or an error with the reason. */
  async check(): Promise<OpenIdClient.ServerMetadata> {
    return (await this.#ask()).configuration.serverMetadata()
  }

  /** Callers share one request. Outdated metadata stays in use if no newer is available. */
  async #discover(): Promise<Discovered> {
    const known = this.#discovered
    if (known && performance.now() - known.atMs < METADATA_MAX_AGE_MS) return known
    this.#discovering ??= this.#ask().finally(() => {
      this.#discovering = undefined
    })
    try {
      this.#discovered = await this.#discovering
      return this.#discovered
    } catch (error) {
      this.#log.warn(`the sign-on provider ${this.#settings.issuer} can't be asked: ${reasonOf(error)}`)
      if (!known) throw providerAway(this.label, error)
      this.#discovered = { ...known, atMs: performance.now() - METADATA_MAX_AGE_MS + RETRY_MS }
      return known
    }
  }

  async #ask(): Promise<Discovered> {
    // Loading it takes time and memory, which only a service with a provider pays.
    const client = await import('openid-client')
    const { issuer, clientId, clientSecret } = this.#settings
    const [basic, post] = [client.ClientSecretBasic(clientSecret), client.ClientSecretPost(clientSecret)]
    const authenticate: OpenIdClient.ClientAuth = (metadata, ...request) => {
      const methods = metadata.token_endpoint_auth_methods_supported ?? ['client_secret_basic']
      return (methods.includes('client_secret_basic') ? basic : post)(metadata, ...request)
    }
    const configuration = await client.discovery(new URL(issuer), clientId, clientSecret, authenticate, {
      // The signature of a token is verified although it comes directly from the provider.
      execute: [
        client.enableNonRepudiationChecks,
        ...(issuer.startsWith('http:') ? [client.allowInsecureRequests] : []),
      ],
      timeout: PROVIDER_TIMEOUT_MS / 1_000,
      [client.customFetch]: this.#http.fetch as OpenIdClient.CustomFetch,
    })
    return { client, configuration, atMs: performance.now() }
  }

  #explain(error: unknown): unknown {
    const known = error as { readonly name?: string; readonly status?: number; readonly error?: string }
    if (known.name === 'AppError') return error
    const of = (make: (label: string, cause?: unknown) => AppError) => {
      this.#log.warn(`a sign-in with ${this.#settings.issuer} failed: ${describe(error)}`)
      return make(this.label, error)
    }
    if (known.name === 'AuthorizationResponseError') {
      return of(/^(server_error|temporarily_unavailable)$/.test(known.error ?? '') ? providerAway : refusedByProvider)
    }
    if (isAway(error)) return of(providerAway)
    return of(answerNotValid)
  }
}

/**
 * Some providers write the boolean as a text. Microsoft's `xms_edov` means that the owner of the address's domain is
 * verified.
 */
function isVerified({ email_verified, xms_edov }: Readonly<Record<string, unknown>>): boolean {
  return [true, 'true'].some((yes) => email_verified === yes) || [true, 'true', 1, '1'].some((yes) => xms_edov === yes)
}

/** Otherwise the provider's keys couldn't be read. */
const isWrongToken = (error: unknown) =>
  error instanceof LogoutTokenError || /^ERR_(JW[TS]_|JWKS_(NO|MULTIPLE)_|JOSE_(ALG|NOT))/.test(errorCode(error) ?? '')

const AWAY_CODES = new Set(['OAUTH_TIMEOUT', 'OAUTH_ABORT'])

/** No answer, or one of a failing server. */
function isAway(error: unknown): boolean {
  if (AWAY_CODES.has(errorCode(error) ?? '')) return true
  const { status, cause } = error as { readonly status?: number; readonly cause?: unknown }
  if ((status ?? 0) >= 500 || ((cause as { status?: number } | undefined)?.status ?? 0) >= 500) return true
  return error instanceof TypeError && /^(fetch failed|terminated)$/.test(error.message)
}

/** For the log: no token, no code and no claim of the person. */
function describe(error: unknown): string {
  const { error: named, cause } = error as { readonly error?: unknown; readonly cause?: unknown }
  const more = [typeof named === 'string' ? named : '', cause instanceof Error ? reasonOf(cause) : ''].filter(Boolean)
  return [reasonOf(error), ...more].join(': ').slice(0, 300)
}
