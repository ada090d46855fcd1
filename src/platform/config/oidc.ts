// The provider of OpenID Connect for the settings screen.

import { isLoopbackUrl, secret, type Variable } from './env-variable.ts'

/**
 * Kept as it is written: an issuer is compared character by character, and for some providers a trailing slash belongs to
 * it.
 */
function parseIssuer(text: string): string | undefined {
  const url = URL.parse(text)
  if (!url || text.length > 2_048 || url.search || url.hash || url.username || url.password) return undefined
  return url.protocol === 'https:' || (url.protocol === 'http:' && isLoopbackUrl(url)) ? text : undefined
}

export const OIDC = {
  OIDC_ISSUER: {
    description:
      'The issuer of an OpenID Connect provider with which people sign in (docs/sign-on.md). Set it together with OIDC_CLIENT_ID and OIDC_CLIENT_SECRET. Plain HTTP is allowed on loopback only, for tests.',
    expects: 'a URL such as https://login.example.com, https, or http on loopback, without a query',
    fallback: undefined,
    fallbackText: '',
    parse: parseIssuer,
  } as Variable<string | undefined>,
  OIDC_CLIENT_ID: {
    description: 'The client id that the provider gave this service.',
    expects: 'a client id without spaces, at most 300 characters',
    fallback: undefined,
    fallbackText: '',
    parse: (text) => (/^[!-~]{1,300}$/.test(text) ? text : undefined),
  } as Variable<string | undefined>,
  OIDC_CLIENT_SECRET: secret(/^[!-~]{1,1000}$/, 'The client secret that belongs to it.', 'a secret without spaces'),
  OIDC_LABEL: {
    description: 'What the button on the sign-in page says after "Sign in with".',
    expects: 'a name of at most 40 characters',
    fallback: 'your company account',
    fallbackText: 'your company account',
    parse: (text) => (text.length <= 40 && !/[\p{Cc}\p{Cf}]/u.test(text) ? text : undefined),
  } as Variable<string>,
}

const TOGETHER = ['OIDC_ISSUER', 'OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET'] as const

/** What is wrong with the combination of settings. Undefined if nothing is. */
export function oidcProblem(given: ReadonlySet<string>): string | undefined {
  const missing = TOGETHER.filter((name) => !given.has(name))
  if (missing.length === 0 || missing.length === TOGETHER.length) return undefined
  return `${missing.join(' and ')} must be set too: ${TOGETHER.join(', ')} belong together`
}

export interface ProviderSettings {
  readonly issuer: string
  readonly clientId: string
  readonly clientSecret: string
  readonly label: string
}

export function providerSettingsOf(config: {
  readonly OIDC_ISSUER: string | undefined
  readonly OIDC_CLIENT_ID: string | undefined
  readonly OIDC_CLIENT_SECRET: string | undefined
  readonly OIDC_LABEL: string
}): ProviderSettings | undefined {
  const { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: clientId, OIDC_CLIENT_SECRET: clientSecret, OIDC_LABEL: label } = config
  return issuer && clientId && clientSecret ? { issuer, clientId, clientSecret, label } : undefined
}
