import type { FastifyInstance } from 'fastify'
import { sendPlainPage } from './plain-page.ts'

/** Shown at / if the screen wasn't built. */
const PAGE = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Pro Signal</title>
<style>
  :root { color-scheme: light dark; font: 16px/1.6 system-ui, sans-serif }
  main { max-width: 38rem; margin: 12vh auto; padding: 0 1.5rem }
  code { font: 0.95em ui-monospace, monospace }
  li { margin: 0.4em 0 }
</style>
</head>
<body>
<main>
<h1>Pro Signal is running</h1>
<p>The settings screen is not built. Run <code>npm run build:screen</code>, then restart the service. You can also manage teams and keys on the command line, in the folder of the service:</p>
<ul>
<li><code>bin/pro-signal teams list</code></li>
<li><code>bin/pro-signal keys create --team ID --name "My first key"</code></li>
<li><code>bin/pro-signal --help</code></li>
</ul>
<p>The API is at <code>/api/v1</code> and needs a key. <a href="/docs">Read the reference and try it out.</a></p>
</main>
</body>
</html>
`

export function placeholderPage(app: FastifyInstance): void {
  app.get('/', async (_request, reply) => sendPlainPage(reply, PAGE))
}
