// The attacking team of bench/search-fairness.ts, in its own process so that its work doesn't delay the victim's timers.

import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

export interface Attack {
  readonly port: number
  readonly key: string
  /** Queries, most expensive first. Each request takes the next one. */
  readonly queries: readonly string[]
  /** Requests at once. */
  readonly connections: number
  /** Milliseconds after which the connections are reset; absent: they wait for their replies. */
  readonly resetAfterMs?: number
}

export interface AttackResult {
  /** Requests by status; `reset` for those that were reset. */
  readonly replies: Record<string, number>
}

/** A new burst at most this often. */
const BURST_MS = 1_000

let isRunning = false

process.on('message', async (message: Attack | 'end') => {
  if (message === 'end') {
    isRunning = false
    return
  }
  isRunning = true
  const replies: Record<string, number> = {}
  for (let burst = 0; isRunning; burst++) {
    const start = performance.now()
    const sent = Array.from({ length: message.connections }, (_, i) => request(message, burst * 7 + i))
    for (const status of await Promise.all(sent)) replies[status] = (replies[status] ?? 0) + 1
    await sleep(Math.max(0, BURST_MS - (performance.now() - start)))
  }
  process.send?.({ replies } satisfies AttackResult)
})

function request({ port, key, queries, resetAfterMs }: Attack, n: number): Promise<string> {
  // No two bodies are equal, so that no reply comes from a cache.
  const body = JSON.stringify({ signal_query: queries[n % queries.length], employeesMax: 2_000_000 + n })
  return new Promise((resolve) => {
    const socket = connect({ port, host: '127.0.0.1', noDelay: true })
    let received = ''
    const end = (status: string) => {
      socket.destroy()
      resolve(status)
    }
    socket.setEncoding('latin1')
    socket.on('error', () => end('error'))
    socket.on('close', () => end('closed'))
    socket.on('data', (chunk: string) => {
      received += chunk
      if (received.length >= 12) end(received.slice(9, 12))
    })
    socket.on('connect', () => {
      socket.write(
        `POST /api/v1/companies HTTP/1.1\r\nHost: bench\r\nConnection: close\r\nAuthorization: Bearer ${key}\r\n` +
          `Content-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
      )
      if (resetAfterMs === undefined) return
      setTimeout(() => {
        socket.resetAndDestroy()
        resolve('reset')
      }, resetAfterMs)
    })
  })
}
