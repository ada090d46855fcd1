// /docs/query-language: the guide to signal queries. A browser gets the screen, which puts the guide into its own page;
// programs get a plain page or Markdown.

import type { FastifyInstance } from 'fastify'
import { sendPlainPage } from '../plain-page.ts'
import { pageOf, readDocument } from './document.ts'
import { markdownToHtml } from './markdown.ts'

let markdown: string | undefined

export function readQueryLanguage(): string {
  markdown ??= readDocument('query-language.md')
  return markdown
}

export function queryLanguagePage(app: FastifyInstance): void {
  let page: string | undefined
  let guide: string | undefined
  app.get('/docs/query-language', { exposeHeadRoute: true }, async (request, reply) => {
    reply.header('vary', 'Accept')
    if (app.sendScreen && (request.headers.accept ?? '').includes('text/html')) return app.sendScreen(request, reply)
    page ??= pageOf('The signal query language', readQueryLanguage())
    return sendPlainPage(reply, page)
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
