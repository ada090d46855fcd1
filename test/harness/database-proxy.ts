import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net'
import { cleanup } from './cleanup.ts'

export interface DatabaseProxy {
  /** The URL of the database through the proxy. */
  readonly url: string
  /** Closes all connections and refuses new ones, like a stopped server. */
  stop(): Promise<void>
  /** Accepts connections and data and never replies, like a network that drops everything. */
  silence(): void
  /** Works again. Connections that were open during the silence stay dead. */
  restore(): Promise<void>
}

/** A proxy in front of a database that simulates outages. */
export async function proxyDatabase(databaseUrl: string): Promise<DatabaseProxy> {
  const target = new URL(databaseUrl)
  const host = decodeURIComponent(target.hostname)
  const address = host.startsWith('/')
    ? { path: `${host}/.s.PGSQL.${target.port || 5432}` }
    : { host, port: Number(target.port || 5432) }
  const sockets = new Set<Socket>()
  let silent = false
  const accept = (client: Socket) => {
    const server = silent ? undefined : connect(address)
    for (const socket of [client, server].filter((each) => each !== undefined)) {
      sockets.add(socket)
      socket.on('error', () => {})
      socket.on('close', () => {
        sockets.delete(socket)
        client.destroy()
        server?.destroy()
      })
    }
    client.on('data', (data) => !silent && server?.write(data))
    server?.on('data', (data) => !silent && client.write(data))
  }
  let listener = await listen(0, accept)
  const { port } = listener.address() as AddressInfo
  const closeAll = () => {
    for (const socket of sockets) socket.destroy()
  }
  const stop = async () => {
    const closed = once(listener, 'close')
    listener.close()
    closeAll()
    await closed
  }
  cleanup(async () => {
    if (listener.listening) await stop()
    closeAll()
  })
  target.hostname = '127.0.0.1'
  target.port = String(port)
  return {
    url: `postgres://${target.username}:${target.password}@127.0.0.1:${port}${target.pathname}`,
    stop,
    silence() {
      silent = true
    },
    async restore() {
      silent = false
      if (!listener.listening) listener = await listen(port, accept)
    },
  }
}

async function listen(port: number, accept: (client: Socket) => void): Promise<Server> {
  const server = createServer(accept).listen(port, '127.0.0.1')
  await once(server, 'listening')
  return server
}
