import type { FastifyInstance } from 'fastify'
import { SIGNAL_TYPES_IN_WORDS } from './signal-types.ts'

/** What an assistant that uses the service needs to know: https://llmstxt.org. */
const LLMS_TXT = `# Pro Signal

> Which companies are in a buying window now, by their signals: ${SIGNAL_TYPES_IN_WORDS}. A metered JSON API, an MCP server and webhooks.

Every request needs a team's API key as bearer token. Results are paid from the team's budgets: ask for few rows.

## For programs

- [OpenAPI description](/openapi.json): the six calls of the REST API, with examples
- [API reference](/docs): the same for people
- [Query language](/docs/query-language): how to write signal_query

## For assistants

- [MCP server](/mcp): streamable HTTP; find_companies, get_company, list_buying_windows, companies_in_window, and free explain_query and check_budget
`

/** /llms.txt, public. */
export function llmsTxtRoute(app: FastifyInstance): void {
  app.get('/llms.txt', async (_request, reply) =>
    reply.type('text/markdown; charset=utf-8').header('cache-control', 'public, max-age=300').send(LLMS_TXT),
  )
}
