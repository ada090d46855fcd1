// POST /mcp: the Model Context Protocol over stateless streamable HTTP. The scope authenticates by a team's API key, like
// the REST routes, before anything is read.

import { Readable } from 'node:stream'
import type { ReadableStream } from 'node:stream/web'
import { createMcpHandler } from '@modelcontextprotocol/server'
import type { FastifyInstance, FastifyReply, FastifyRequest, onRequestAsyncHookHandler } from 'fastify'
import type { Charged, ChargedAccount } from '../../account/budgets/index.ts'
import type { Recorder } from '../../account/request-log/index.ts'
import { clientHasLeft, goneSignal } from '../../http/index.ts'
import { limitInFlight } from '../../search/index.ts'
import { checkOrigin, type OriginRules } from './check-origin.ts'
import { createMcpServer } from './server.ts'
import type { McpParts, ToolCall } from './tool.ts'

export const MCP_PATH = '/mcp'

interface McpOptions {
  readonly authenticate: onRequestAsyncHookHandler
  readonly recorder: Recorder
  readonly accountOf: (request: FastifyRequest) => ChargedAccount
  readonly origins: OriginRules
}

export async function mcpRoutes(app: FastifyInstance, parts: McpParts, options: McpOptions): Promise<void> {
  const handler = createMcpHandler(({ authInfo }) => createMcpServer(authInfo?.extra?.call as ToolCall, app.log), {
    onerror: (error) => app.log.debug({ err: error }, 'MCP request rejected'),
  })
  app.addHook('onClose', () => handler.close())
  await app.register(async (scope) => {
    scope.decorateReply('charged', null)
    scope.addHook('onRequest', options.recorder.onRequest)
    scope.addHook('onRequest', async (request) => checkOrigin(request, options.origins))
    scope.addHook('onRequest', options.authenticate)
    scope.addHook('onSend', options.recorder.onSend)
    // The protocol has its own error for a body that is not JSON.
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
    scope.post(
      MCP_PATH,
      { config: { scopes: ['mcp'] }, onRequest: limitInFlight((request) => options.accountOf(request).teamId) },
      async (request, reply) => {
        const gone = goneSignal(reply)
        const call: ToolCall = {
          account: options.accountOf(request),
          isGone: () => clientHasLeft(request),
          gone,
          onCharge: (charged) => {
            reply.charged = sumOf(reply.charged, charged)
          },
          parts,
        }
        const authInfo = { token: '', clientId: call.account.teamId, scopes: [], extra: { call } }
        return send(reply, await handler.fetch(webRequest(request, gone), { authInfo }))
      },
    )
  })
}

/** A request may call a tool several times. */
const sumOf = (a: Charged | null, b: Charged): Charged =>
  a ? { records: a.records + b.records, pageTurns: a.pageTurns + b.pageTurns } : b

function webRequest({ headers, body }: FastifyRequest, signal: AbortSignal): Request {
  const pairs = Object.entries(headers).flatMap(([name, value]): [string, string][] =>
    value === undefined || name === 'authorization' ? [] : [[name, Array.isArray(value) ? value.join(', ') : value]],
  )
  return new Request(`http://localhost${MCP_PATH}`, {
    method: 'POST',
    headers: pairs,
    body: (body as Buffer | undefined)?.toString('utf8') ?? '',
    signal,
  })
}

function send(reply: FastifyReply, response: Response): FastifyReply {
  reply.code(response.status).headers(Object.fromEntries(response.headers))
  return reply.send(response.body ? Readable.fromWeb(response.body as ReadableStream) : '')
}
