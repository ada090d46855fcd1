import type { FastifyReply, FastifyRequest } from 'fastify'
import { searchBusy } from '../http/index.ts'

/** A plan allows 20 requests in a minute. More than this many concurrent ones aren't ordinary use. */
export const MAX_IN_FLIGHT = 32

/**
 * A hook that rejects a request if its team already has many in flight, before its body is read and parsed: a burst of
 * hundreds would occupy the event loop.
 */
export function limitInFlight(teamOf: (request: FastifyRequest) => string, max = MAX_IN_FLIGHT) {
  const inFlight = new Map<string, number>()
  return async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const team = teamOf(request)
    const count = inFlight.get(team) ?? 0
    if (count >= max) throw searchBusy(1)
    inFlight.set(team, count + 1)
    reply.raw.once('close', () => {
      const left = (inFlight.get(team) ?? 1) - 1
      if (left === 0) inFlight.delete(team)
      else inFlight.set(team, left)
    })
  }
}
