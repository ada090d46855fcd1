// Host names are resolved with DNS queries (c-ares), not with the operating system's getaddrinfo. getaddrinfo runs on
// four threads shared by the whole process: four endpoints whose name server does not answer would block every other
// endpoint and every file read. Search domains and the hosts file do not apply, which is right for public servers.

import { promises as dns } from 'node:dns'
import { errorCode } from '../platform/app-error.ts'

/** Resolves a host name to all its addresses, or rejects. */
export type Resolve = (hostname: string) => Promise<readonly string[]>

export function dnsResolve(resolver = new dns.Resolver({ timeout: 1_000, tries: 2 })): Resolve {
  return async (hostname) => {
    if (hostname === 'localhost' || hostname.endsWith('.localhost')) return ['127.0.0.1', '::1']
    const [ipv4, ipv6] = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)])
    const addresses = [ipv4, ipv6].flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []))
    if (addresses.length > 0) return addresses
    throw mostSpecificReason(ipv4, ipv6)
  }
}

/** "No such record" for one family is less specific than the error of the other. */
function mostSpecificReason(...answers: readonly PromiseSettledResult<string[]>[]): unknown {
  const reasons = answers.flatMap((answer) => (answer.status === 'rejected' ? [answer.reason] : []))
  return reasons.find((reason) => errorCode(reason) !== 'ENODATA') ?? reasons[0] ?? new Error('no address')
}

/** Concurrent lookups of the same name share one query. Nothing is cached after it ends. */
export function shareLookups(resolve: Resolve): Resolve {
  const pending = new Map<string, Promise<readonly string[]>>()
  return (hostname) => {
    const shared = pending.get(hostname)
    if (shared) return shared
    const lookup = resolve(hostname).finally(() => pending.delete(hostname))
    pending.set(hostname, lookup)
    return lookup
  }
}
