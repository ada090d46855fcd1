// Names are resolved by DNS itself (c-ares) and not by the operating system's getaddrinfo: that one runs on a handful of
// threads which the whole process shares, and four endpoints with a name server that does not answer would hold up every
// other endpoint and every file that is read. Neither search domains nor the hosts file apply, which is as it should be
// for public servers.

import { promises as dns } from 'node:dns'
import { errorCode } from '../../platform/app-error.ts'

/** All addresses of a name, or a rejection. */
export type Resolve = (hostname: string) => Promise<readonly string[]>

export function dnsResolve(resolver = new dns.Resolver({ timeout: 1_000, tries: 2 })): Resolve {
  return async (hostname) => {
    if (hostname === 'localhost' || hostname.endsWith('.localhost')) return ['127.0.0.1', '::1']
    const [ipv4, ipv6] = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)])
    const addresses = [ipv4, ipv6].flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []))
    if (addresses.length > 0) return addresses
    throw tellingReason(ipv4, ipv6)
  }
}

/** "No such record" of one family says less than what went wrong with the other. */
function tellingReason(...answers: readonly PromiseSettledResult<string[]>[]): unknown {
  const reasons = answers.flatMap((answer) => (answer.status === 'rejected' ? [answer.reason] : []))
  return reasons.find((reason) => errorCode(reason) !== 'ENODATA') ?? reasons[0] ?? new Error('no address')
}

/** Asks once for all who want the same name at the same moment. Nothing is remembered beyond the answer. */
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
