// /docs/query-language: the guide to signal queries. A browser gets the screen, which puts the guide into a page of its own,
// programs get a plain page or Markdown.

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { packageRoot } from '../../platform/config/config.ts'
import { markdownToHtml } from './markdown.ts'

const STYLE = `
  :root { color-scheme: light dark; font: 16px/1.6 system-ui, sans-serif }
  main { max-width: 52rem; margin: 2rem auto; padding: 0 1.5rem 4rem }
  code { font: 0.92em ui-monospace, monospace; overflow-wrap: anywhere }
  pre { padding: 0.7rem 1rem; white-space: pre-wrap; border: 1px solid color-mix(in srgb, currentColor 20%, transparent) }
  table { border-collapse: collapse }
  td { overflow-wrap: anywhere }
  th, td { text-align: left; vertical-align: top; padding: 0.35rem 0.9rem 0.35rem 0; border-bottom: 1px solid color-mix(in srgb, currentColor 20%, transparent) }
`

let markdown: string | undefined

/** The guide. Links to other documents of the repository become plain text, because those aren't served. */
export function readQueryLanguage(): string {
  markdown ??= readFileSync(join(packageRoot, 'docs/query-language.md'), 'utf8').replaceAll(
    /\[([^[\]]+)\]\([\w./-]+\.md(?:#[\w-]+)?\)/g,
    '$1',
  )
  return markdown
}

export function queryLanguagePage(app: FastifyInstance): void {
  let page: string | undefined
  let guide: string | undefined
  app.get('/docs/query-language', { exposeHeadRoute: true }, async (request, reply) => {
    reply.header('vary', 'Accept')
    if (app.sendScreen && (request.headers.accept ?? '').includes('text/html')) return app.sendScreen(request, reply)
    page ??= pageOf(readQueryLanguage())
    return reply
      .type('text/html; charset=utf-8')
      .header('content-security-policy', "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'")
      .send(page)
  })
  app.get('/docs/query-language/', async (_request, reply) => reply.redirect('/docs/query-language', 301))
  // What the screen puts into its page, without the title.
  app.get('/docs/query-language.html', { exposeHeadRoute: true }, async (_request, reply) => {
    guide ??= markdownToHtml(readQueryLanguage().replace(/^# .*\n/, ''))
    return reply
      .type('text/html; charset=utf-8')
      .header('content-security-policy', "default-src 'none'; frame-ancestors 'none'")
      .send(guide)
  })
  app.get('/docs/query-language.md', { exposeHeadRoute: true }, async (_request, reply) =>
    reply.type('text/markdown; charset=utf-8').send(readQueryLanguage()),
  )
}

function pageOf(markdown: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>The signal query language</title>
<link rel="icon" href="data:,">
<style>${STYLE}</style>
</head>
<body>
<main>
<p><a href="/docs">API reference</a></p>
${markdownToHtml(markdown)}
</main>
</body>
</html>
`
}
