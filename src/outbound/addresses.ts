// Webhooks go to public unicast addresses only. IPv6 is an allow-list: 2000::/3, which is everything allocated, minus
// the special ranges inside it. IPv4 is everything minus the special-purpose registries. An address that embeds an IPv4
// address (mapped, NAT64, 6to4, Teredo) is always rejected: no receiver needs this form, and a gateway may translate it
// to a private address.

import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'

const LOOPBACK_IPV4 = '127.0.0.0/8'
const LOOPBACK_IPV6 = '::1/128'
const GLOBAL_UNICAST_IPV6 = ipaddr.parseCIDR('2000::/3')

const FORBIDDEN_IPV4 = networks([
  ['0.0.0.0/8', 'unspecified'],
  ['10.0.0.0/8', 'private'],
  ['100.64.0.0/10', 'carrier-grade NAT'],
  [LOOPBACK_IPV4, 'loopback'],
  ['168.63.129.16/32', 'a cloud metadata address'],
  ['169.254.0.0/16', 'link-local'],
  ['172.16.0.0/12', 'private'],
  ['192.0.0.0/24', 'reserved'],
  ['192.0.2.0/24', 'reserved for documentation'],
  ['192.31.196.0/24', 'reserved'],
  ['192.52.193.0/24', 'reserved'],
  ['192.88.99.0/24', 'reserved'],
  ['192.168.0.0/16', 'private'],
  ['192.175.48.0/24', 'reserved'],
  ['198.18.0.0/15', 'reserved for benchmarks'],
  ['198.51.100.0/24', 'reserved for documentation'],
  ['203.0.113.0/24', 'reserved for documentation'],
  ['224.0.0.0/4', 'multicast'],
  ['255.255.255.255/32', 'broadcast'],
  ['240.0.0.0/4', 'reserved'],
])

/** The ranges outside 2000::/3 are listed only for their names in messages. */
const FORBIDDEN_IPV6 = networks([
  ['::/128', 'unspecified'],
  [LOOPBACK_IPV6, 'loopback'],
  ['::ffff:0:0/96', 'an IPv4 address in IPv6 form'],
  ['::ffff:0:0:0/96', 'an IPv4 address in IPv6 form'],
  ['::/96', 'an IPv4 address in IPv6 form'],
  ['64:ff9b::/96', 'a translated IPv4 address'],
  ['64:ff9b:1::/48', 'a translated IPv4 address'],
  ['100::/64', 'discard-only'],
  ['2001::/32', 'a tunnelled IPv4 address'],
  ['2001:2::/48', 'reserved for benchmarks'],
  ['2001:db8::/32', 'reserved for documentation'],
  ['2001::/23', 'reserved'],
  ['2002::/16', 'a tunnelled IPv4 address'],
  ['2620:4f:8000::/48', 'reserved'],
  ['3fff::/20', 'reserved for documentation'],
  ['fc00::/7', 'private'],
  ['fe80::/10', 'link-local'],
  ['fec0::/10', 'private'],
  ['ff00::/8', 'multicast'],
])

/**
 * Why nothing may be sent to the address, as a phrase that follows "is". Undefined for an allowed address. With
 * `allowLoopback`, 127.0.0.0/8 and ::1 are allowed too.
 */
export function whyForbidden(address: string, { allowLoopback }: { readonly allowLoopback: boolean }) {
  if (isIP(address) === 0 || address.includes('%')) return 'not a plain IP address'
  const parsed = ipaddr.parse(address)
  const isIPv4 = parsed instanceof ipaddr.IPv4
  const kind = (isIPv4 ? FORBIDDEN_IPV4 : FORBIDDEN_IPV6).find(({ network }) => parsed.match(network))?.kind
  if (kind === 'loopback' && allowLoopback) return undefined
  if (kind !== undefined) return kind
  return isIPv4 || parsed.match(GLOBAL_UNICAST_IPV6) ? undefined : 'reserved'
}

export function isLoopbackAddress(address: string): boolean {
  return whyForbidden(address, { allowLoopback: false }) === 'loopback'
}

function networks(list: readonly (readonly [network: string, kind: string])[]) {
  return list.map(([network, kind]) => ({ network: ipaddr.parseCIDR(network), kind }))
}
