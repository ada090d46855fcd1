import ipaddr from 'ipaddr.js'

/**
 * The network that an address stands for when callers are counted: an IPv4 address itself, and of an IPv6 address its
 * first 64 bits, since whoever has one address there has all of them.
 */
export function networkOf(address: string): string {
  if (!ipaddr.isValid(address)) return 'unknown'
  // Also of an IPv4 address that is written as an IPv6 one.
  const parsed = ipaddr.process(address)
  if (parsed.kind() === 'ipv4') return parsed.toString()
  const parts = (parsed as ipaddr.IPv6).parts.slice(0, 4)
  return `${parts.map((part) => part.toString(16)).join(':')}::/64`
}
