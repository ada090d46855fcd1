import { isIP } from 'node:net'
import { isPlainDomain } from '../meaning/companies/index.ts'
import { AppError } from '../platform/app-error.ts'
import { isLoopbackAddress, whyForbidden } from './addresses.ts'

export const MAX_URL_CHARACTERS = 2_048

/** Private or reserved top-level names, which never resolve to a public server. */
const PRIVATE_NAMES = [
  'alt',
  'arpa',
  'corp',
  'home',
  'internal',
  'intranet',
  'invalid',
  'lan',
  'local',
  'localdomain',
  'localhost',
  'onion',
  'private',
] as const

/**
 * Checks the form of an endpoint's URL, when it is saved and again at every attempt. Returns the URL in its stored
 * form, or throws. The addresses of the name are checked when the connection is made.
 */
export function checkEndpointUrl(text: string, options: { readonly allowLoopback: boolean }): string {
  if (text.length > MAX_URL_CHARACTERS) throw tooLong()
  // The URL parser silently drops or rewrites these characters, so the URL would not be what it looks like.
  if (/[\p{Cc}\p{Cf}\p{Z}\\]/u.test(text)) throw invalid('must not contain spaces, backslashes or control characters')
  const url = URL.parse(text)
  if (!url) throw invalid('is not a valid URL: enter the complete URL, such as https://hooks.example.com/pro-signal')
  if (url.protocol !== 'https:' && url.protocol !== 'http:') throw invalid('must start with https://')
  if (url.username !== '' || url.password !== '' || /^[^/]*\/\/[^/?#]*@/.test(text)) {
    throw invalid('must not contain a user name or a password: the authentication key is sent in a header')
  }
  if (text.includes('#')) throw invalid('must not contain a fragment: remove the "#" and everything after it')
  const host = hostOf(url)
  const loopback = isLoopbackHost(host)
  if (!(loopback && options.allowLoopback)) {
    const problem = schemeProblem(url, options) ?? publicUrlProblem(url)
    if (problem) throw invalid(loopback ? `${problem}${LOOPBACK_SETTING}` : problem)
  }
  url.hostname = host.includes(':') ? `[${host}]` : host
  if (url.href.length > MAX_URL_CHARACTERS) throw tooLong()
  return url.href
}

/** A developer who tries a receiver on their own machine sees this message first, often in a second terminal. */
const LOOPBACK_SETTING =
  '. To reach a receiver on this machine during development, set ALLOW_LOOPBACK_WEBHOOKS=1 for the service and for commands'

function schemeProblem(url: URL, { allowLoopback }: { readonly allowLoopback: boolean }): string | undefined {
  if (url.protocol === 'https:') return undefined
  return allowLoopback ? 'must start with https://: http:// is allowed for loopback only' : 'must start with https://'
}

/** Without the brackets of IPv6 and a trailing dot, so that one host has one form, one pool and one certificate. */
function hostOf(url: URL): string {
  const host = url.hostname.startsWith('[') ? url.hostname.slice(1, -1) : url.hostname
  return host.endsWith('.') ? host.slice(0, -1) : host
}

function isLoopbackHost(host: string): boolean {
  return host === 'localhost' || host.endsWith('.localhost') || isLoopbackAddress(host)
}

/** Why nothing may be sent to the host and port of a URL, as a phrase that follows the URL. */
export function publicUrlProblem(url: URL): string | undefined {
  return hostProblem(hostOf(url)) ?? portProblem(url.port)
}

function hostProblem(host: string): string | undefined {
  if (isIP(host) !== 0) {
    const why = whyForbidden(host, { allowLoopback: false })
    return why && `must point to a public address, and ${host} is ${why}`
  }
  const name = PRIVATE_NAMES.find((each) => host === each || host.endsWith(`.${each}`))
  if (name) return `must point to a public server, and names under .${name} are not public`
  return isPlainDomain(host) ? undefined : `must have a public host name, such as hooks.example.com, not "${host}"`
}

/**
 * Allows 443 and all ports from 1024. The other low ports belong to other protocols (mail, shells, name servers):
 * webhooks aren't received there, and an attacker might point ours at them. Receivers on 8443, 4433 or a container's
 * port are common.
 */
function portProblem(port: string): string | undefined {
  if (port === '' || port === '443' || Number(port) >= 1_024) return undefined
  return `must use port 443 or a port from 1024 up, not ${port}`
}

function tooLong(): AppError {
  return invalid(`must be at most ${MAX_URL_CHARACTERS} characters long`)
}

function invalid(problem: string): AppError {
  return new AppError('invalid', `The endpoint URL ${problem}.`, { field: 'url' })
}
