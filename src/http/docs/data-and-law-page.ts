// /docs/data-and-law: what is collected from whom, and what is stored of persons. The screen leads here where a team lets
// companies be monitored.

import type { FastifyInstance } from 'fastify'
import { sendPlainPage } from '../plain-page.ts'
import { pageOf, readDocument } from './document.ts'

export function dataAndLawPage(app: FastifyInstance): void {
  let page: string | undefined
  app.get('/docs/data-and-law', { exposeHeadRoute: true }, async (_request, reply) => {
    page ??= pageOf('Data and law', readDocument('data-and-law.md'))
    return sendPlainPage(reply, page)
  })
}
