import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'

export function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || (isIP(host) === 4 && host.startsWith('127.'))
}

/**
 * The network that rate limits count by: the address itself for IPv4, the /64 for IPv6, because one host usually has a
 * whole /64.
 */
export function networkOf(address: string): string {
  if (!ipaddr.isValid(address)) return 'unknown'
  // Unwraps IPv4-mapped IPv6 addresses.
  const parsed = ipaddr.process(address)
  if (parsed.kind() === 'ipv4') return parsed.toString()
  const parts = (parsed as ipaddr.IPv6).parts.slice(0, 4)
  return `${parts.map((part) => part.toString(16)).join(':')}::/64`
}
