// Decides which web pages may call /mcp. A browser sends Origin, and a page that isn't listed is rejected. If the
// service listens on loopback only, the Host must also be a loopback name: otherwise a page could reach it under its
// own name, by pointing that name to 127.0.0.1 (DNS rebinding). Behind a proxy the Host is the public one, so
// TRUST_PROXY turns this off.

import type { FastifyRequest } from 'fastify'
import { forbiddenOrigin, hostNameOf, isLoopbackName } from '../../http/index.ts'

export interface OriginRules {
  /** Origins that may call, or `*`. */
  readonly allowed: readonly string[]
  readonly loopbackOnly: boolean
}

export function checkOrigin(
  { headers, host, protocol }: Pick<FastifyRequest, 'headers' | 'host' | 'protocol'>,
  { allowed, loopbackOnly }: OriginRules,
): void {
  if (loopbackOnly && !isLoopbackName(hostNameOf(host))) {
    throw forbiddenOrigin('This service is reached as localhost only. Behind a proxy, set TRUST_PROXY.')
  }
  const { origin } = headers
  if (origin === undefined || allowed.includes('*') || allowed.includes(origin)) return
  if (!isOwn(URL.parse(origin), host, protocol)) {
    throw forbiddenOrigin('Web pages of this origin may not call: add it to CORS_ORIGINS.')
  }
}

/**
 * A proxy may have terminated TLS, so a page may use https where the request uses http. All loopback names are equal.
 */
function isOwn(page: URL | null, host: string, protocol: string): boolean {
  const own = page && URL.parse(`${page.protocol}//${host}`)
  if (!own || own.port !== page.port || (protocol === 'https' && page.protocol !== 'https:')) return false
  return own.hostname === page.hostname || (isLoopbackName(own.hostname) && isLoopbackName(page.hostname))
}
