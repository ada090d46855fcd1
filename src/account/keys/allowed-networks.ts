// The networks from which a key is accepted, in CIDR notation.

import ipaddr from 'ipaddr.js'
import { AppError } from '../../platform/app-error.ts'
import { MAX_KEY_NETWORKS } from '../../settings-contract/index.ts'

type Network = readonly [ipaddr.IPv4 | ipaddr.IPv6, number]

/** In their stored form; undefined for none. Throws for the first invalid one, with the correct format. */
export function readNetworks(texts: readonly string[]): string[] | undefined {
  const networks = [...new Set(texts.map((text) => text.trim()).filter((text) => text !== ''))].map(readNetwork)
  if (networks.length > MAX_KEY_NETWORKS) {
    throw invalid(`A key can have at most ${MAX_KEY_NETWORKS} networks.`)
  }
  return networks.length === 0 ? undefined : [...new Set(networks)]
}

function readNetwork(text: string): string {
  const [address = '', bits, ...rest] = text.split('/')
  const shown = JSON.stringify(text.slice(0, 60))
  const isAddress = ipaddr.IPv4.isValidFourPartDecimal(address) || ipaddr.IPv6.isValid(address)
  if (!isAddress || address.includes('%') || rest.length > 0) {
    throw invalid(`${shown} is not a network: write it like 203.0.113.0/24, 198.51.100.7 or 2001:db8::/48.`)
  }
  const parsed = ipaddr.process(address)
  const max = parsed.kind() === 'ipv4' ? 32 : 128
  if (bits !== undefined && !(/^\d{1,3}$/.test(bits) && Number(bits) <= max)) {
    throw invalid(`${shown} is not a network: the number after the slash is between 0 and ${max}.`)
  }
  const length = bits === undefined ? max : Number(bits)
  const first = networkAddress(parsed, length)
  if (first !== parsed.toString())
    throw invalid(`${shown} has an address inside the network: write ${first}/${length}.`)
  return `${first}/${length}`
}

function networkAddress(address: ipaddr.IPv4 | ipaddr.IPv6, length: number): string {
  const cidr = `${address.toString()}/${length}`
  const first =
    address.kind() === 'ipv4' ? ipaddr.IPv4.networkAddressFromCIDR(cidr) : ipaddr.IPv6.networkAddressFromCIDR(cidr)
  return first.toString()
}

/** Parsed once for a key that is cached. */
export function parseNetworks(networks: readonly string[]): readonly Network[] {
  return networks.map((text) => ipaddr.parseCIDR(text))
}

export function isInside(networks: readonly Network[], address: string): boolean {
  if (!ipaddr.isValid(address)) return false
  // Unwraps IPv4-mapped IPv6 addresses.
  const parsed = ipaddr.process(address)
  return networks.some(([network, bits]) => network.kind() === parsed.kind() && parsed.match(network, bits))
}

const invalid = (message: string) => new AppError('invalid', message, { field: 'networks' })
