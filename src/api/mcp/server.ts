// The MCP server of one request: tools, the query language as a resource, and a prompt. Stateless between requests.

import {
  type CallToolResult,
  McpServer,
  ProtocolError,
  ProtocolErrorCode,
  type StandardSchemaWithJSON,
} from '@modelcontextprotocol/server'
import type { FastifyBaseLogger } from 'fastify'
import { Type } from 'typebox'
import { readQueryLanguage, toHttpError } from '../../http/index.ts'
import { validatorCompiler } from '../../http/validate/validate.ts'
import { VERSION } from '../../platform/config/version.ts'
import { markOutside, OUTSIDE_HINT, OUTSIDE_RULE } from './outside-text.ts'
import { shownSchema } from './shown-schema.ts'
import type { Tool, ToolCall } from './tool.ts'
import { TOOLS } from './tools/index.ts'

const INSTRUCTIONS = `Pro Signal knows which companies are in a buying window now. Start with find_companies or list_buying_windows. Results are paid from the budgets of a team: ask for few rows, and for one company only when its details matter. explain_query and check_budget are free. ${OUTSIDE_RULE}`

const QUERY_LANGUAGE_URI = 'pro-signal://query-language'

interface ReadyTool {
  readonly tool: Tool
  readonly input: StandardSchemaWithJSON<object>
  readonly output: StandardSchemaWithJSON<object>
  /** Throws the same error as a REST route with this body. */
  readonly validate: (input: unknown) => object
}

const READY_TOOLS: readonly ReadyTool[] = TOOLS.map((tool) => {
  const validator = validatorCompiler({ schema: tool.input, httpPart: 'body', method: 'POST', url: '/mcp' })
  return {
    tool,
    input: passing(shownSchema(tool.input)),
    output: passing(tool.output),
    validate: (input) => {
      const checked = validator(input ?? {}) as { value?: object; error?: Error }
      if (checked.error) throw checked.error
      return checked.value ?? {}
    },
  }
})

/** Arguments are validated by our own rules, which suggest corrections. The protocol only lists the schema. */
function passing(schema: object): StandardSchemaWithJSON<object> {
  const json = () => JSON.parse(JSON.stringify(schema)) as Record<string, unknown>
  return {
    '~standard': {
      version: 1,
      vendor: 'pro-signal',
      validate: (value: unknown) => ({ value: value as object }),
      jsonSchema: { input: json, output: json },
    },
  }
}

export function createMcpServer(call: ToolCall, log: FastifyBaseLogger): McpServer {
  const server = new McpServer(
    { name: 'pro-signal', title: 'Pro Signal', version: VERSION },
    { instructions: INSTRUCTIONS },
  )
  for (const { tool, input, output, validate } of READY_TOOLS) {
    const { name, title, hasOutsideText, run } = tool
    const description = hasOutsideText ? `${tool.description} ${OUTSIDE_HINT}` : tool.description
    // Clients read openWorldHint as "may return untrusted content".
    const annotations = { title, readOnlyHint: true, openWorldHint: hasOutsideText }
    server.registerTool(
      name,
      { title, description, inputSchema: input, outputSchema: output, annotations },
      async (args) => {
        try {
          return resultOf(tool, await run(validate(args) as Record<string, unknown>, call))
        } catch (error) {
          return errorResult(error, log)
        }
      },
    )
  }
  server.registerResource(
    'query-language',
    QUERY_LANGUAGE_URI,
    { title: 'The signal query language', description: 'How to write signal_query.', mimeType: 'text/markdown' },
    async (uri) => ({ contents: [{ uri: uri.href, mimeType: 'text/markdown', text: readQueryLanguage() }] }),
  )
  const argsSchema = passing(
    Type.Object({ what: Type.String({ description: 'Such as: hire AI SDRs and raised money.' }) }),
  )
  server.registerPrompt(
    'find-companies-that',
    {
      title: 'Find companies that…',
      description: 'Turns a request in plain words into a signal query and runs it.',
      argsSchema,
    },
    (args) => {
      const { what } = (args ?? {}) as { what?: unknown }
      if (typeof what !== 'string' || what.trim() === '') {
        throw new ProtocolError(ProtocolErrorCode.InvalidParams, 'The argument what is required: a text.')
      }
      const text = `Find companies that ${what}\n\nFirst write a signal_query (the language is the resource ${QUERY_LANGUAGE_URI}) and check it with explain_query, which is free. Then call find_companies once, and say for each company why it matched, and what the search cost.`
      return { messages: [{ role: 'user', content: { type: 'text', text } }] }
    },
  )
  return server
}

function resultOf({ hasOutsideText }: Tool, output: object): CallToolResult {
  const content = hasOutsideText ? markOutside(output) : [{ type: 'text' as const, text: JSON.stringify(output) }]
  return { content, structuredContent: { ...output } }
}

/** Errors are results: a model can read what is wrong and retry. Nothing was charged. */
function errorResult(error: unknown, log: FastifyBaseLogger): CallToolResult {
  const known = toHttpError(error)
  if (known.status >= 500) log.error({ err: error }, 'tool failed')
  const { code, message, fields, headers } = known
  const retryAfter = headers['retry-after']
  const body = { code, message, ...fields, ...(retryAfter && { retryAfterSeconds: Number(retryAfter) }) }
  return { isError: true, content: [{ type: 'text', text: JSON.stringify(body) }] }
}
