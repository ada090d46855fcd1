// The load generator of bench/api.ts, in its own process. Each connection sends a request, reads the reply and sends the
// next one. It uses plain sockets to leave most of the CPU to the server.

import { connect } from 'node:net'

export interface Load {
  readonly port: number
  /** Complete requests, as raw bytes. Each connection takes the next one. */
  readonly requests: readonly string[]
  /** The index of the first request to send. */
  readonly from: number
  readonly connections: number
  readonly seconds: number
  /** Stops here even if there is time left. */
  readonly maxRequests: number
}

export interface LoadResult {
  /** Milliseconds, sorted. */
  readonly latencies: number[]
  readonly seconds: number
  /** Replies other than 200, by status. */
  readonly failures: Record<string, number>
  readonly cpuSeconds: number
}

process.on('message', async (load: Load) => {
  process.send?.(await run(load))
})

async function run({ port, requests, from, connections, seconds, maxRequests }: Load): Promise<LoadResult> {
  const latencies: number[] = []
  const failures: Record<string, number> = {}
  const cpu = process.cpuUsage()
  const start = performance.now()
  const end = start + seconds * 1_000
  let next = from
  await Promise.all(Array.from({ length: connections }, () => runConnection()))
  const { user, system } = process.cpuUsage(cpu)
  return {
    latencies: latencies.sort((a, b) => a - b),
    seconds: (performance.now() - start) / 1_000,
    failures,
    cpuSeconds: (user + system) / 1e6,
  }

  function runConnection(): Promise<void> {
    return new Promise((resolve, reject) => {
      const socket = connect({ port, host: '127.0.0.1', noDelay: true })
      let sentAt = 0
      let received = ''
      let replyLength = -1
      const send = () => {
        if (performance.now() >= end || next >= from + maxRequests) {
          socket.destroy()
          resolve()
          return
        }
        received = ''
        replyLength = -1
        sentAt = performance.now()
        socket.write(requests[next++ % requests.length] ?? '')
      }
      socket.setEncoding('latin1')
      socket.on('connect', send)
      socket.on('error', reject)
      socket.on('data', (chunk: string) => {
        received += chunk
        if (replyLength === -1) {
          const headLength = received.indexOf('\r\n\r\n')
          if (headLength === -1) return
          const [, bytes] = /content-length: (\d+)/i.exec(received.slice(0, headLength)) ?? []
          replyLength = headLength + 4 + Number(bytes)
        }
        if (received.length < replyLength) return
        const status = received.slice(9, 12)
        if (status === '200') latencies.push(performance.now() - sentAt)
        else failures[status] = (failures[status] ?? 0) + 1
        send()
      })
    })
  }
}
