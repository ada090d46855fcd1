// The Host headers that the service answers where no key is needed. A web page can point its own name to 127.0.0.1 (DNS
// rebinding) and would then read replies as its own, but its requests still have that name as Host.

import { isIP } from 'node:net'
import { isLoopbackName } from './cookies.ts'

/** The name in a Host header, without the port: '' if it is missing or malformed. */
export function hostNameOf(host: string | undefined): string {
  return (host && URL.parse(`http://${host}`)?.hostname) || ''
}

/**
 * Whether a name is loopback, an IP address or one of `names`. An address is safe, because a page that has it as its Host
 * was loaded from that address.
 */
export function isOwnName(name: string, names: readonly string[]): boolean {
  return isLoopbackName(name) || isIP(name.replace(/^\[(.*)\]$/, '$1')) !== 0 || names.includes(name)
}
