// /docs: the API reference, with every call to try out, and the guide to signal queries. Both are pages of the screen,
// which shows them to everyone: to people who are signed in within its navigation, and to others on its own. Programs,
// and nodes without a built screen, get the guide as a plain page.

import type { FastifyInstance } from 'fastify'
import { sendPlainPage } from '../plain-page.ts'
import { dataAndLawPage } from './data-and-law-page.ts'
import { queryLanguagePage } from './query-language-page.ts'

/** If the screen isn't built. */
const PAGE = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Pro Signal API</title>
<link rel="icon" href="data:,">
<style>
  :root { color-scheme: light dark; font: 16px/1.6 system-ui, sans-serif }
  main { max-width: 38rem; margin: 12vh auto; padding: 0 1.5rem }
</style>
</head>
<body>
<main>
<h1>Pro Signal API</h1>
<p>The reference is part of the screen, which is not built: run <code>npm run build:screen</code>, then restart the service. The description that it shows is at <a href="/openapi.json">/openapi.json</a>, and the query language at <a href="/docs/query-language">/docs/query-language</a>.</p>
</main>
</body>
</html>
`

export function docsRoutes(app: FastifyInstance): void {
  app.get('/docs', { exposeHeadRoute: true }, async (request, reply) => {
    if (app.sendScreen) return app.sendScreen(request, reply)
    return sendPlainPage(reply, PAGE)
  })
  app.get('/docs/', async (_request, reply) => reply.redirect('/docs', 301))
  queryLanguagePage(app)
  dataAndLawPage(app)
}
