// What came to each of many endpoints, how often, and how fast: cheap enough for millions of deliveries.

import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { cleanup } from './cleanup.ts'

export interface Ledger {
  readonly urls: readonly string[]
  /** How often each event id came to an endpoint. */
  readonly counts: readonly ReadonlyMap<string, number>[]
  /** The most that came to one endpoint within a second of the clock. */
  mostPerSecond(): number
  received(): number
  /** How many of all that came had come before. */
  repeated(): number
}

export async function startLedger(endpoints: number): Promise<Ledger> {
  const counts = Array.from({ length: endpoints }, () => new Map<string, number>())
  const perSecond = Array.from({ length: endpoints }, () => ({ second: 0, count: 0 }))
  /** One copy of each id for all endpoints: what a pattern finds is a part of its text, and keeps all of it in memory. */
  const ids = new Map<string, string>()
  let most = 0
  let received = 0
  let repeated = 0
  const server = createServer((request, response) => {
    let text = ''
    request.setEncoding('utf8')
    request.on('data', (part: string) => {
      text += part
    })
    request.on('end', () => {
      const endpoint = Number(request.url?.slice(1))
      const [, found = text] = /"eventId":"([^"]+)"/.exec(text) ?? []
      const id = ids.get(found) ?? Buffer.from(found).toString()
      ids.set(id, id)
      const seen = counts[endpoint]?.get(id) ?? 0
      counts[endpoint]?.set(id, seen + 1)
      received += 1
      if (seen > 0) repeated += 1
      const second = Math.floor(Date.now() / 1_000)
      const now = perSecond[endpoint]
      if (now) {
        now.count = now.second === second ? now.count + 1 : 1
        now.second = second
        most = Math.max(most, now.count)
      }
      response.end()
    })
  })
  server.keepAliveTimeout = 60_000
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  cleanup(() => {
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  return {
    urls: Array.from({ length: endpoints }, (_, i) => `http://127.0.0.1:${port}/${i}`),
    counts,
    mostPerSecond: () => most,
    received: () => received,
    repeated: () => repeated,
  }
}
