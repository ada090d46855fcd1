// An HTTP server with many endpoints that counts the deliveries to each of them, cheaply enough for millions.

import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { cleanup } from './cleanup.ts'

export interface Ledger {
  readonly urls: readonly string[]
  /** For each endpoint, how often it received each event id. */
  readonly counts: readonly ReadonlyMap<string, number>[]
  /** The highest number of deliveries to one endpoint within one calendar second. */
  maxPerSecond(): number
  received(): number
  /** Deliveries of an event that the endpoint had already received. */
  repeated(): number
}

export async function startLedger(endpoints: number): Promise<Ledger> {
  const counts = Array.from({ length: endpoints }, () => new Map<string, number>())
  const perSecond = Array.from({ length: endpoints }, () => ({ second: 0, count: 0 }))
  /** One copy of each id for all endpoints. A match of a regular expression keeps the complete text in memory. */
  const ids = new Map<string, string>()
  let maxPerSecond = 0
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
      const [, match = text] = /"eventId":"([^"]+)"/.exec(text) ?? []
      const id = ids.get(match) ?? Buffer.from(match).toString()
      ids.set(id, id)
      const previous = counts[endpoint]?.get(id) ?? 0
      counts[endpoint]?.set(id, previous + 1)
      received += 1
      if (previous > 0) repeated += 1
      const second = Math.floor(Date.now() / 1_000)
      const now = perSecond[endpoint]
      if (now) {
        now.count = now.second === second ? now.count + 1 : 1
        now.second = second
        maxPerSecond = Math.max(maxPerSecond, now.count)
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
    maxPerSecond: () => maxPerSecond,
    received: () => received,
    repeated: () => repeated,
  }
}
