import { Type } from 'typebox'
import { type Api, companyNotFound } from '../../http/index.ts'
import { COMPANY_PROPERTIES } from '../../meaning/companies/schema.ts'
import { isUuid } from '../../platform/ids.ts'
import type { DossierReplies } from './dossier-replies.ts'
import { Dossier, DossierQuery } from './schema.ts'

export function dossierRoutes(app: Api, replies: DossierReplies): void {
  app.get(
    '/companies/:id',
    {
      config: {
        metered: 'dossier',
        scopes: ['dossiers'],
        cost: dossierCost,
        unvalidatedCost: dossierCost,
        knowsCompany: (id) => replies.isKnown(id),
        errors: ['CompanyNotFound'],
        reply: 'Everything that is known about the company.',
      },
      schema: {
        operationId: 'getCompany',
        tags: ['Companies'],
        summary: 'Get the dossier of a company',
        description:
          "Identity, signals, AI adoption score with its breakdown, and slices. Costs a request and a record, and one of the companies per day. Opening the same company again on the same UTC day doesn't use another one.",
        params: Type.Object({ id: COMPANY_PROPERTIES.id }),
        querystring: DossierQuery,
        response: { 200: Dossier },
      },
    },
    async ({ params: { id }, query: { signal } }, reply) => {
      const body = isUuid(id)
        ? await replies.bodyOf(id.toLowerCase(), (dossier) => reply.serialize(dossier), signal?.toLowerCase())
        : undefined
      if (!body) throw companyNotFound(id)
      return reply.type('application/json; charset=utf-8').send(body as never)
    },
  )
}

function dossierCost({ params }: { params: unknown }): { records: number; companyId?: string } {
  const { id } = params as { id: string }
  return isUuid(id) ? { records: 1, companyId: id } : { records: 1 }
}
