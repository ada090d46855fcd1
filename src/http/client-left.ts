import type { FastifyRequest } from 'fastify'

/**
 * Whether the client has closed or reset the connection, as far as this machine knows: a proxy in between may keep its
 * own connection open. A client that only ended its side counts too, because Node then sends it nothing more.
 */
export function clientHasLeft({ raw: { socket } }: FastifyRequest): boolean {
  return socket.destroyed === true || socket.writable === false
}
