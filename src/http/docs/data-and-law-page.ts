// /docs/data-and-law: what is collected from whom, and what is stored about persons. The screen links here where a team
// enables monitoring.

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
