// Which web pages may call /mcp. A browser sends Origin; a page that is not listed is rejected. If the service listens on
// loopback only, the Host must be a loopback name too: otherwise a page could reach it under its own name, by pointing
// that name to 127.0.0.1 (DNS rebinding). Behind a proxy the Host is the public one, so TRUST_PROXY turns this off.

import type { FastifyRequest } from 'fastify'
import { forbiddenOrigin } from '../../http/index.ts'

export interface OriginRules {
  /** Origins that may call, or `*`. */
  readonly allowed: readonly string[]
  readonly loopbackOnly: boolean
}

const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]'])

export function checkOrigin(
  { headers }: Pick<FastifyRequest, 'headers'>,
  { allowed, loopbackOnly }: OriginRules,
): void {
  const host = hostName(`http://${headers.host ?? ''}`)
  if (loopbackOnly && !LOOPBACK.has(host ?? '')) {
    throw forbiddenOrigin('This service is reached as localhost only. Behind a proxy, set TRUST_PROXY.')
  }
  const { origin } = headers
  if (origin === undefined || allowed.includes('*') || allowed.includes(origin)) return
  const from = hostName(origin)
  const same = from !== undefined && (from === host || (LOOPBACK.has(from) && LOOPBACK.has(host ?? '')))
  if (!same) throw forbiddenOrigin('Web pages of this origin may not call: add it to CORS_ORIGINS.')
}

function hostName(url: string): string | undefined {
  try {
    return new URL(url).hostname
  } catch {
    return undefined
  }
}
