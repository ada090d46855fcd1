// Webhook receivers on loopback, both well-behaved and broken ones.

import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer, type RequestListener } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import { type AddressInfo, createServer as createTcpServer, type Server, type Socket } from 'node:net'
import { cleanup } from './cleanup.ts'

const fixture = (name: string) => readFileSync(new URL(`../fixtures/${name}`, import.meta.url), 'utf8')

/** A self-signed certificate for localhost and 127.0.0.1, and its key. */
export const TLS_PAIR = { cert: fixture('tls-cert.pem'), key: fixture('tls-key.pem') }

export interface Receiver {
  readonly port: number
  /** All connections that it accepted. */
  readonly connections: readonly Socket[]
}

export function openReceiver(listener: RequestListener, host = '127.0.0.1'): Promise<Receiver> {
  return listen(createServer(listener), host)
}

export function openTlsReceiver(listener: RequestListener, pair = TLS_PAIR): Promise<Receiver> {
  return listen(createTlsServer(pair, listener), '127.0.0.1')
}

/** Calls `onRequest` at the first bytes of a request, to answer with raw bytes. */
export function openRawReceiver(onRequest: (socket: Socket) => void): Promise<Receiver> {
  const server = createTcpServer((socket) => {
    socket.on('error', () => undefined)
    socket.once('data', () => onRequest(socket))
  })
  return listen(server, '127.0.0.1')
}

async function listen(server: Server, host: string): Promise<Receiver> {
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
