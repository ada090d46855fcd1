import type { FastifyReply, FastifyRequest, onRequestAsyncHookHandler, onSendAsyncHookHandler } from 'fastify'
import type { LoggedRequest, RequestLog } from './request-log.ts'

const MAX_PATH = 200
const MAX_MESSAGE = 300
/** Error replies are much shorter. */
const MAX_ERROR_BODY = 20_000
/** nginx's status for a client that disconnected before its reply. It is never sent. */
const CLIENT_LEFT = 499

type ErrorOfReply = NonNullable<LoggedRequest['error']>

export interface Recorder {
  /** Before authentication, so that a team without API access sees its requests too. */
  readonly onRequest: onRequestAsyncHookHandler
  /** After metering, so that the reply that is read for its error is the one that is sent. */
  readonly onSend: onSendAsyncHookHandler
}

/** The hooks that record every request with a valid key. */
export function recordRequests(log: RequestLog): Recorder {
  const errors = new WeakMap<FastifyReply, ErrorOfReply>()
  return {
    onRequest: async (request, reply) => {
      reply.raw.once('close', () => {
        const entry = entryOf(request, reply, errors.get(reply))
        if (entry) log.note(entry)
      })
    },
    onSend: async (_request, reply, payload) => {
      const error = reply.statusCode >= 400 && typeof payload === 'string' ? readError(payload) : undefined
      if (error) errors.set(reply, error)
      return payload
    },
  }
}

function entryOf(request: FastifyRequest, reply: FastifyReply, error?: ErrorOfReply): LoggedRequest | undefined {
  const { team: teamId, keyId } = request.logged ?? {}
  if (teamId === undefined || keyId === undefined) return undefined
  return {
    teamId,
    keyId,
    endpoint: endpointOf(request),
    method: request.method,
    path: pathOf(request.url),
    status: reply.raw.headersSent ? reply.statusCode : CLIENT_LEFT,
    ms: Math.round(reply.elapsedTime),
    charged: reply.charged,
    requestId: request.id,
    error,
  }
}

/** The name under which usage is counted, or for routes without a cost the last part of their path. */
function endpointOf({ routeOptions: { config, url } }: FastifyRequest): string {
  return config.metered ?? url?.slice(url.lastIndexOf('/') + 1) ?? 'unknown'
}

/** Without the query string, and without a key that a client put into the path. */
function pathOf(url: string): string {
  const end = url.indexOf('?')
  const path = end === -1 ? url : url.slice(0, end)
  return path.replaceAll(/psk_\w+/g, 'psk_…').slice(0, MAX_PATH)
}

function readError(body: string): ErrorOfReply | undefined {
  if (body.length > MAX_ERROR_BODY) return undefined
  try {
    const { error } = JSON.parse(body) as { error?: { code?: unknown; message?: unknown } }
    if (typeof error?.code !== 'string' || typeof error.message !== 'string') return undefined
    return { code: error.code, message: error.message.slice(0, MAX_MESSAGE) }
  } catch {
    return undefined
  }
}
