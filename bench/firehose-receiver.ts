// The endpoints of bench/firehose.ts, in a separate process. It responds with 200 and records when each event arrived.
// After the message `misbehave`, the path decides: /hang never responds, /drip and /endless never end. It sends its
// port to its parent, and what it recorded after the message `report`.

import { createServer, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setPriority } from 'node:os'
import { hostOf } from './loopback-hosts.ts'

const hosts = Number(process.argv[2])
const seen = new Map<string, number[]>()
let recording = false
let isMisbehaving = false

const CHUNK = Buffer.alloc(16_384, '.')

const BAD: Record<string, (response: ServerResponse) => void> = {
  '/hang': () => {},
  '/drip': (response) => {
    const timer = setInterval(() => response.write('.'), 200)
    response.on('close', () => clearInterval(timer))
  },
  '/endless': (response) => {
    const writeMore = () => {
      if (response.destroyed) return
      if (response.write(CHUNK)) setImmediate(writeMore)
      else response.once('drain', writeMore)
    }
    writeMore()
  },
}

const createEndpoint = () =>
  createServer({ keepAliveTimeout: 120_000 }, (request, response) => {
    const misbehave = isMisbehaving ? BAD[request.url ?? ''] : undefined
    if (misbehave) {
      request.resume()
      misbehave(response)
      return
    }
    if (!recording) {
      request.resume()
      request.on('end', () => response.end())
      return
    }
    let text = ''
    request.setEncoding('utf8')
    request.on('data', (part: string) => {
      text += part
    })
    request.on('end', () => {
      const at = performance.timeOrigin + performance.now()
      response.end()
      const [, signalId = ''] = /"signalId":"([^"]+)"/.exec(text) ?? []
      const times = seen.get(signalId)
      if (times) times.push(at)
      else seen.set(signalId, [at])
    })
  })

let port = 0
for (let i = 0; i < hosts; i++) {
  const server = await listen(port, hostOf(i))
  port = (server.address() as AddressInfo).port
}
process.send?.({ port })

process.on('message', (message) => {
  if (message === 'record') {
    recording = true
    seen.clear()
  } else if (message === 'misbehave') {
    isMisbehaving = true
    // In production this would be another machine: the CPU time of an endless response must not be measured.
    setPriority(19)
  } else if (message === 'report') process.send?.({ seen: [...seen] })
})
process.on('disconnect', () => process.exit(0))

function listen(onPort: number, host: string): Promise<Server> {
  const server = createEndpoint()
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(onPort, host, 1_024, () => resolve(server))
  })
}
