import type { FastifyInstance } from 'fastify'
import type { Queryable } from '../../db/index.ts'
import { settingsRoute } from '../../http/index.ts'
import { contract } from '../../settings-contract/index.ts'
import { listChoices, listRequests } from './list-requests.ts'
import { readKeyUsage } from './queries.ts'

const KEY_USAGE_DAYS = 30

/** `days`: how long the log is kept. */
export function requestLogSettings(app: FastifyInstance, db: Queryable, days: number): void {
  settingsRoute(app, contract.listRequests, async ({ session: { teamId }, query }) => {
    const [page, choices] = await Promise.all([listRequests(db, teamId, query), listChoices(db, teamId, days)])
    return { ...page, ...choices, days }
  })
  settingsRoute(app, contract.getKeyUsage, async ({ session: { teamId } }) => ({
    keys: await readKeyUsage(db, teamId, KEY_USAGE_DAYS),
  }))
}
