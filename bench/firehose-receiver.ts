// The customers' side of bench/firehose.ts, in a process of its own: answers 200 and notes when an event came,
// or, from when it is told to, misbehaves as its path says: /hang never answers, /drip and /endless never end.
// Tells its parent the port, and what it noted when it is asked.

import { createServer, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setPriority } from 'node:os'
import { hostOf } from './loopback-hosts.ts'

const hosts = Number(process.argv[2])
const seen = new Map<string, number[]>()
let noting = false
let misbehaving = false

const MUCH = Buffer.alloc(16_384, '.')

const BAD: Record<string, (response: ServerResponse) => void> = {
  '/hang': () => {},
  '/drip': (response) => {
    const timer = setInterval(() => response.write('.'), 200)
    response.on('close', () => clearInterval(timer))
  },
  '/endless': (response) => {
    const talk = () => {
      if (response.destroyed) return
      if (response.write(MUCH)) setImmediate(talk)
      else response.once('drain', talk)
    }
    talk()
  },
}

const server = () =>
  createServer({ keepAliveTimeout: 120_000 }, (request, response) => {
    const misbehave = misbehaving ? BAD[request.url ?? ''] : undefined
    if (misbehave) {
      request.resume()
      misbehave(response)
      return
    }
    if (!noting) {
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
  const one = await listen(port, hostOf(i))
  port = (one.address() as AddressInfo).port
}
process.send?.({ port })

process.on('message', (message) => {
  if (message === 'note') {
    noting = true
    seen.clear()
  } else if (message === 'misbehave') {
    misbehaving = true
    // In life it would be another machine: what talking without end costs the talker is not to be measured.
    setPriority(19)
  } else if (message === 'tell') process.send?.({ seen: [...seen] })
})
process.on('disconnect', () => process.exit(0))

function listen(onPort: number, host: string): Promise<Server> {
  const one = server()
  return new Promise((resolve, reject) => {
    one.once('error', reject)
    one.listen(onPort, host, 1_024, () => resolve(one))
  })
}
