import { isIP } from 'node:net'
import type { FastifyRequest } from 'fastify'
import ipaddr from 'ipaddr.js'

/** Where a request comes from, as it is kept and shown. */
export interface Visit {
  readonly address: string
  readonly userAgent: string | null
}

const USER_AGENT_LENGTH = 300

export function visitOf(request: FastifyRequest): Visit {
  const agent = request.headers['user-agent']?.replace(/[^\x20-\x7e]/g, '').slice(0, USER_AGENT_LENGTH)
  return { address: addressOf(request), userAgent: agent || null }
}

/** What a proxy says may be anything; what is no address is not believed. */
export function addressOf(request: FastifyRequest): string {
  const [address = ''] = [request.ip, request.socket.remoteAddress ?? ''].map(withoutZone).filter((text) => isIP(text))
  return address === '' ? '0.0.0.0' : ipaddr.process(address).toString()
}

function withoutZone(address: string): string {
  return address.replace(/%.*$/, '')
}

/** Whom one can be sure to be one party: an IPv4 address, or the 56 bits of IPv6 that a customer of a provider gets at least. */
export function networkOf(address: string): string {
  const parsed = ipaddr.process(address)
  if (parsed.kind() === 'ipv4') return `${parsed.toString()}/32`
  return `${ipaddr.IPv6.networkAddressFromCIDR(`${parsed.toString()}/56`).toString()}/56`
}
