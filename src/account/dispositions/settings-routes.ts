import type { FastifyInstance } from 'fastify'
import type { Database } from '../../db/index.ts'
import { settingsRoute } from '../../http/index.ts'
import { contract } from '../../settings-contract/index.ts'
import { asMember } from '../accounts/index.ts'
import { clearDisposition, setDisposition } from './change-dispositions.ts'
import { selectDispositions } from './queries.ts'

export function dispositionSettings(app: FastifyInstance, db: Database): void {
  settingsRoute(app, contract.getDispositions, async ({ session }) => {
    const dispositions = await selectDispositions(db.pool('settings'), session)
    return {
      dispositions: dispositions.map(({ companyId: id, companyName: name, kind, until, setAt }) => ({
        company: { id, name },
        kind,
        until,
        setAt: setAt.toISOString(),
      })),
    }
  })

  settingsRoute(app, contract.setDisposition, async ({ session, params: { companyId }, body: { kind, until } }) => {
    const decision = { kind, until }
    const { company, previous } = await asMember(db, session, (tx) => setDisposition(tx, session, companyId, decision))
    const { id, name } = company
    return {
      disposition: { company: { id, name }, ...decision, setAt: new Date().toISOString() },
      previous: previous ?? null,
    }
  })

  settingsRoute(app, contract.clearDisposition, async ({ session, params: { companyId } }) => {
    await asMember(db, session, (tx) => clearDisposition(tx, session, companyId))
    return {}
  })
}
