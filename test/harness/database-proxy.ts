import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net'
import { cleanup } from './cleanup.ts'

export interface DatabaseProxy {
  /** The database through the proxy. */
  readonly url: string
  /** Cuts all connections and refuses new ones: the server is stopped. */
  stop(): Promise<void>
  /** Takes connections and bytes and answers nothing: the network swallows everything. */
  silence(): void
  /** As at first. Connections that were open when it fell silent stay dead. */
  restore(): Promise<void>
}

/** A database that can go away and come back, in front of one that does not. */
export async function proxyDatabase(databaseUrl: string): Promise<DatabaseProxy> {
  const target = new URL(databaseUrl)
  const host = decodeURIComponent(target.hostname)
  const address = host.startsWith('/')
    ? { path: `${host}/.s.PGSQL.${target.port || 5432}` }
    : { host, port: Number(target.port || 5432) }
  const sockets = new Set<Socket>()
  let silent = false
  const take = (client: Socket) => {
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
  let listener = await listen(0, take)
  const { port } = listener.address() as AddressInfo
  const cut = () => {
    for (const socket of sockets) socket.destroy()
  }
  const stop = async () => {
    const closed = once(listener, 'close')
    listener.close()
    cut()
    await closed
  }
  cleanup(async () => {
    if (listener.listening) await stop()
    cut()
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
      if (!listener.listening) listener = await listen(port, take)
    },
  }
}

async function listen(port: number, take: (client: Socket) => void): Promise<Server> {
  const server = createServer(take).listen(port, '127.0.0.1')
  await once(server, 'listening')
  return server
}
