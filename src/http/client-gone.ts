import type { FastifyReply } from 'fastify'
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
