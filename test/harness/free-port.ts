import { once } from 'node:events'
import { createServer } from 'node:net'

const FIRST = 20_000
const COUNT = 10_000

/**
 * A port of the loopback address that nobody listens on just now. Systems give ports from 32,768 on to whoever asks for
 * any: this one is below, so that no other test gets it before it is used.
 */
export async function freePort(): Promise<number> {
  for (let tries = 0; tries < 100; tries++) {
    const port = FIRST + Math.floor(Math.random() * COUNT)
    const server = createServer().listen(port, '127.0.0.1')
    const isFree = await once(server, 'listening').then(
      () => true,
      () => false,
    )
    if (!isFree) continue
    server.close()
    await once(server, 'close')
    return port
  }
  throw new Error('no port is free')
}
