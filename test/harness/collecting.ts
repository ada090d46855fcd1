// What a collector is given at a visit, through a local board server. The service's own `ask` has more: the guard, turns at
// hosts, robots.txt.

import { request } from 'undici'
import { type Ask, type Dns, type VisitContext, VisitFailure } from '../../src/collect/collectors/index.ts'
import type { BoardServer } from './board-server.ts'

export const NO_DNS: Dns = { txt: async () => [], mx: async () => [] }

export const ACME = { domain: 'acme.example', name: 'Acme', aliases: [] }

const TIME_LIMITS = { headersTimeout: 10_000, bodyTimeout: 10_000 }

export function askThrough({ origin }: Pick<BoardServer, 'origin'>): Ask {
  return async ({ url, accept = '*/*', body = null, statuses = {} }) => {
    const { host, pathname, search } = new URL(url)
    let text: string
    let answer: Awaited<ReturnType<typeof request>>
    try {
      answer = await request(origin + pathname + search, {
        method: body === null ? 'GET' : 'POST',
        headers: { host, accept },
        body,
        ...TIME_LIMITS,
      })
      text = await answer.body.text()
    } catch {
      throw new VisitFailure('unavailable', 'The connection broke')
    }
    const { statusCode: status, headers } = answer
    const meant = statuses[status]
    if (meant !== undefined) throw new VisitFailure(meant, String(status))
    if (status === 404) throw new VisitFailure('missing', '404')
    if (status === 429) throw new VisitFailure('limited', '429', Number(headers['retry-after']))
    if (status >= 500) throw new VisitFailure('unavailable', String(status))
    if (status !== 200) throw new VisitFailure('invalid_response', String(status))
    const contentType = String(headers['content-type']).split(';')[0]?.toLowerCase() ?? ''
    return { status, contentType, text, url }
  }
}

export function visitContext(server: Pick<BoardServer, 'origin'>, more: Partial<VisitContext> = {}): VisitContext {
  return { ask: askThrough(server), dns: NO_DNS, company: ACME, now: Date.UTC(2026, 8, 1) / 1_000, ...more }
}
