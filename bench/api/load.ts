// The load of bench/api.ts, in a process of its own: connections that each send a request, read the reply and send the
// next. Plain sockets, so that most of the processor is left to what is measured.

import { connect } from 'node:net'

export interface Load {
  readonly port: number
  /** Whole requests, as they go over the wire; each connection takes the next one. */
  readonly requests: readonly string[]
  readonly from: number
  readonly connections: number
  readonly seconds: number
  /** No more than this, whatever time is left. */
  readonly most: number
}

export interface Outcome {
  /** Milliseconds, sorted. */
  readonly latencies: number[]
  readonly seconds: number
  readonly failures: Record<string, number>
  readonly cpuSeconds: number
}

process.on('message', async (load: Load) => {
  process.send?.(await run(load))
})

async function run({ port, requests, from, connections, seconds, most }: Load): Promise<Outcome> {
  const latencies: number[] = []
  const failures: Record<string, number> = {}
  const cpu = process.cpuUsage()
  const start = performance.now()
  const end = start + seconds * 1_000
  let next = from
  await Promise.all(Array.from({ length: connections }, () => drive()))
  const { user, system } = process.cpuUsage(cpu)
  return {
    latencies: latencies.sort((a, b) => a - b),
    seconds: (performance.now() - start) / 1_000,
    failures,
    cpuSeconds: (user + system) / 1e6,
  }

  function drive(): Promise<void> {
    return new Promise((resolve, reject) => {
      const socket = connect({ port, host: '127.0.0.1', noDelay: true })
      let sentAt = 0
      let read = ''
      let length = -1
      const send = () => {
        if (performance.now() >= end || next >= from + most) {
          socket.destroy()
          resolve()
          return
        }
        read = ''
        length = -1
        sentAt = performance.now()
        socket.write(requests[next++ % requests.length] ?? '')
      }
      socket.setEncoding('latin1')
      socket.on('connect', send)
      socket.on('error', reject)
      socket.on('data', (chunk: string) => {
        read += chunk
        if (length === -1) {
          const head = read.indexOf('\r\n\r\n')
          if (head === -1) return
          const [, bytes] = /content-length: (\d+)/i.exec(read.slice(0, head)) ?? []
          length = head + 4 + Number(bytes)
        }
        if (read.length < length) return
        const status = read.slice(9, 12)
        if (status === '200') latencies.push(performance.now() - sentAt)
        else failures[status] = (failures[status] ?? 0) + 1
        send()
      })
    })
  }
}
