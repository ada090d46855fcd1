import { isIP } from 'node:net'
import type { FastifyRequest } from 'fastify'
import ipaddr from 'ipaddr.js'

/** Where a request comes from, as stored and shown. */
export interface ClientInfo {
  readonly address: string
  readonly userAgent: string | null
}

const MAX_USER_AGENT_LENGTH = 300

export function clientInfoOf(request: FastifyRequest): ClientInfo {
  const agent = request.headers['user-agent']?.replace(/[^\x20-\x7e]/g, '').slice(0, MAX_USER_AGENT_LENGTH)
  return { address: addressOf(request), userAgent: agent || null }
}

/** A proxy can send anything. Text that is not an IP address is ignored. */
export function addressOf(request: FastifyRequest): string {
  const [address = ''] = [request.ip, request.socket.remoteAddress ?? ''].map(withoutZone).filter((text) => isIP(text))
  return address === '' ? '0.0.0.0' : ipaddr.process(address).toString()
}

function withoutZone(address: string): string {
  const zone = address.indexOf('%')
  return zone === -1 ? address : address.slice(0, zone)
}

/**
 * The network whose sign-in attempts are counted together, in CIDR notation: an IPv4 address, or 56 bits of IPv6, which
 * is the smallest block that a provider's customer gets. (Unknown API keys are counted per 64 bits:
 * platform/config/network.ts.)
 */
export function signInNetworkOf(address: string): string {
  const parsed = ipaddr.process(address)
  if (parsed.kind() === 'ipv4') return `${parsed.toString()}/32`
  return `${ipaddr.IPv6.networkAddressFromCIDR(`${parsed.toString()}/56`).toString()}/56`
}
