import { isIP } from 'node:net'
import { AppError } from '../../platform/app-error.ts'
import { isPlainDomain } from '../companies/index.ts'
import { isLoopbackAddress, whyForbidden } from './addresses.ts'

export const MOST_URL_CHARACTERS = 2_048

/** Names that mean something inside a network, or nothing at all; none of them leads to a public server. */
const INNER_NAMES = [
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
 * The form of an endpoint's URL, checked when it is saved and again when it is sent to: the URL as it is stored, or a
 * fault. Where its name leads is checked when the connection is made.
 */
export function checkEndpointUrl(text: string, options: { readonly allowLoopback: boolean }): string {
  if (text.length > MOST_URL_CHARACTERS) throw tooLong()
  // What the URL parser would silently take away or turn round must not look like something else to whoever reads it.
  if (/[\p{Cc}\p{Cf}\p{Z}\\]/u.test(text)) throw fault('must not contain spaces, backslashes or control characters')
  const url = URL.parse(text)
  if (!url) throw fault('is no URL: write it in full, such as https://hooks.example.com/pro-signal')
  if (url.protocol !== 'https:' && url.protocol !== 'http:') throw fault('must begin with https://')
  if (url.username !== '' || url.password !== '' || /^[^/]*\/\/[^/?#]*@/.test(text)) {
    throw fault('must not contain a user name or a password: the authentication key is sent in a header')
  }
  if (text.includes('#')) throw fault('must not have a fragment: leave out "#" and what follows')
  const host = hostOf(url)
  const loopback = isLoopbackHost(host)
  if (url.protocol === 'http:' && !(loopback && options.allowLoopback)) {
    throw fault(
      options.allowLoopback ? 'must begin with https://: http:// is for loopback only' : 'must begin with https://',
    )
  }
  if (!(loopback && options.allowLoopback)) {
    checkHost(host)
    checkPort(url.port)
  }
  url.hostname = host.includes(':') ? `[${host}]` : host
  if (url.href.length > MOST_URL_CHARACTERS) throw tooLong()
  return url.href
}

/** Without the brackets of IPv6 and the dot of the root: one host has one form, one pool and one certificate. */
function hostOf(url: URL): string {
  const host = url.hostname.startsWith('[') ? url.hostname.slice(1, -1) : url.hostname
  return host.endsWith('.') ? host.slice(0, -1) : host
}

function isLoopbackHost(host: string): boolean {
  return host === 'localhost' || host.endsWith('.localhost') || isLoopbackAddress(host)
}

function checkHost(host: string): void {
  if (isIP(host) !== 0) {
    const why = whyForbidden(host, { allowLoopback: false })
    if (why) throw fault(`must lead to a public address, and ${host} is ${why}`)
    return
  }
  const inner = INNER_NAMES.find((name) => host === name || host.endsWith(`.${name}`))
  if (inner) throw fault(`must lead to a public server, and names under .${inner} are not public`)
  if (!isPlainDomain(host)) throw fault(`must have a public host name, such as hooks.example.com, not "${host}"`)
}

/**
 * 443 and everything from 1024 up. The other low ports belong to other protocols (mail, shells, name servers), where
 * nobody receives webhooks and somebody might aim ours; receivers on 8443, 4433 or a port of a container are common.
 */
function checkPort(port: string): void {
  if (port === '' || port === '443' || Number(port) >= 1_024) return
  throw fault(`must use port 443 or one from 1024 up, not ${port}`)
}

function tooLong(): AppError {
  return fault(`must be at most ${MOST_URL_CHARACTERS} characters long`)
}

function fault(problem: string): AppError {
  return new AppError('invalid', `The endpoint URL ${problem}.`, { field: 'url' })
}
