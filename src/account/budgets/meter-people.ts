// Metering for people on the screen, who have an allowance of their own: the companies that their team is shown in a UTC
// day. It reads the same declarations of routes as the meter of the API, and charges with the same function under the
// same lock, but no budget of the API.
//
// A company counts once a day for the whole team, whoever sees it first and wherever: on a page of a search, in a slice
// or in its dossier. So a page without results is free, and so is a reload of companies charged today.
//
// There is no check before the work: a reply's cost is known only with its companies.

import type { FastifyInstance, FastifyRequest } from 'fastify'
import { clientHasLeft, errorBody } from '../../http/index.ts'
import type { Budgets } from './budgets.ts'
import type { ChargedAccount } from './charge.ts'
import { rejection } from './rejections.ts'

export interface ChargedPerson extends ChargedAccount {
  readonly memberId: string
}

export function meterPeople(
  app: FastifyInstance,
  budgets: Budgets,
  personOf: (request: FastifyRequest) => ChargedPerson,
): void {
  app.decorateReply('cost', null as never)

  app.addHook('preHandler', async ({ routeOptions: { config } }, reply) => {
    if (config.metered !== undefined) reply.cost = {}
  })

  app.addHook('onSend', async (request, reply, payload) => {
    const { metered, cost: minimumOf } = request.routeOptions.config
    if (metered === undefined || !reply.cost || reply.statusCode < 200 || reply.statusCode > 299) return payload
    const { companies = opened(minimumOf?.(request).companyId) } = reply.cost
    if (companies.length === 0) return payload
    const account = personOf(request)
    const cost = { endpoint: metered, companies }
    const verdict = await budgets.charge({ account, cost, isGone: () => clientHasLeft(request) })
    if (verdict.outcome === 'charged' || verdict.outcome === 'gone') return payload
    const error = rejection(verdict, account, cost)
    reply.code(error.status).headers(error.headers).removeHeader('content-length')
    return JSON.stringify(errorBody(error, request.id))
  })
}

/** Charges a person for companies outside a metered route. Throws if the allowance is too small. */
export async function chargePerson(
  budgets: Budgets,
  account: ChargedPerson,
  companies: readonly string[],
): Promise<void> {
  const cost = { endpoint: 'search', companies }
  const verdict = await budgets.charge({ account, cost, isGone: () => false })
  if (verdict.outcome !== 'charged') throw rejection(verdict, account, cost)
}

const opened = (companyId: string | undefined) => (companyId === undefined ? [] : [companyId])
