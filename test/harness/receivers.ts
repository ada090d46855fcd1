// Receivers of webhooks on loopback: well-behaved ones, and ones that do what no receiver should.

import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer, type RequestListener } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import { type AddressInfo, createServer as createTcpServer, type Server, type Socket } from 'node:net'
import { cleanup } from './cleanup.ts'

const fixture = (name: string) => readFileSync(new URL(`../fixtures/${name}`, import.meta.url), 'utf8')

/** A pair for localhost and 127.0.0.1, signed by itself. */
export const TLS_PAIR = { cert: fixture('tls-cert.pem'), key: fixture('tls-key.pem') }

export interface Receiver {
  readonly port: number
  /** Connections that were made to it. */
  readonly connections: readonly Socket[]
}

export function openReceiver(listener: RequestListener, host = '127.0.0.1'): Promise<Receiver> {
  return opened(createServer(listener), host)
}

export function openTlsReceiver(listener: RequestListener, pair = TLS_PAIR): Promise<Receiver> {
  return opened(createTlsServer(pair, listener), '127.0.0.1')
}

/** Answers a whole request, or whatever has come of it, with raw bytes. */
export function openRawReceiver(onRequest: (socket: Socket) => void): Promise<Receiver> {
  const server = createTcpServer((socket) => {
    socket.on('error', () => undefined)
    socket.once('data', () => onRequest(socket))
  })
  return opened(server, '127.0.0.1')
}

async function opened(server: Server, host: string): Promise<Receiver> {
  const connections: Socket[] = []
  server.on('connection', (socket: Socket) => connections.push(socket))
  server.listen(0, host)
  await once(server, 'listening')
  cleanup(() => {
    server.close()
    for (const socket of connections) socket.destroy()
  })
  return { port: (server.address() as AddressInfo).port, connections }
}
