import type { FastifyReply, FastifyRequest } from 'fastify'
import { clientGone } from './errors.ts'

/** Aborts when the client closes the connection before it has the reply. */
export function goneSignal({ raw }: FastifyReply): AbortSignal {
  const controller = new AbortController()
  if (raw.closed || raw.destroyed) controller.abort(clientGone())
  raw.once('close', () => {
    if (!raw.writableFinished) controller.abort(clientGone())
  })
  return controller.signal
}

/**
 * Whether the client has closed or reset the connection, as far as this machine can tell: a proxy in between may keep
 * its own connection open. A client that only closed its side counts too, because Node then sends it nothing more.
 */
export function clientHasLeft({ raw: { socket } }: FastifyRequest): boolean {
  return socket.destroyed === true || socket.writable === false
}
