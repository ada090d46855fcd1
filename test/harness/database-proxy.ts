import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { cleanup } from './cleanup.ts'

export interface DatabaseProxy {
  /** The URL of the database through the proxy. */
  readonly url: string
  /** Closes all connections and refuses new ones, like a stopped server. */
  stop(): Promise<void>
  /** Accepts connections and data and never replies, like a network that drops everything. */
  silence(): void
  /** Holds all data back until `release`. */
  hold(): void
  /** Passes on what was held back; from then on, everything is delayed by this time. */
  release(delayMs?: number): void
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
  let delayMs = 0
  let held = Promise.withResolvers<void>()
  held.resolve()
  /** In order, however long each part waits. */
  const forwardTo = (target: Socket | undefined) => {
    let last: Promise<unknown> = Promise.resolve()
    return (data: Buffer) => {
      last = last
        .then(() => held.promise)
        .then(async () => {
          if (delayMs > 0) await sleep(delayMs)
          if (!silent && !target?.destroyed) target?.write(data)
        })
    }
  }
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
    client.on('data', forwardTo(server))
    server?.on('data', forwardTo(client))
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
    hold() {
      held = Promise.withResolvers<void>()
    },
    release(ms = 0) {
      delayMs = ms
      held.resolve()
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
