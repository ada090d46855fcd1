import type { FastifyInstance } from 'fastify'
import { asMember } from '../../account/accounts/index.ts'
import type { Database } from '../../db/index.ts'
import { settingsRoute } from '../../http/index.ts'
import { contract } from '../../settings-contract/index.ts'
import { giveFeedback, withdrawFeedback } from './give-feedback.ts'
import { readVerdicts } from './queries.ts'

const MAX_SHOWN = 1_000

export function feedbackSettings(app: FastifyInstance, db: Database): void {
  settingsRoute(app, contract.listFeedback, async ({ session: { teamId, accountId: me }, query }) => {
    const subject = { companyId: query.company, searchId: query.search }
    const verdicts = await readVerdicts(db.pool('settings'), teamId, subject, MAX_SHOWN)
    return {
      entries: verdicts.map(({ about, verdict, word, by, accountId }) => ({
        ...{ about, verdict, word, by },
        isMine: accountId === me,
      })),
    }
  })

  settingsRoute(app, contract.giveFeedback, async ({ session, body }) => {
    await asMember(db, session, (tx) => giveFeedback(tx, session, body))
    return {}
  })

  settingsRoute(app, contract.withdrawFeedback, async ({ session, body: { about } }) => {
    await asMember(db, session, (tx) => withdrawFeedback(tx, session, about))
    return {}
  })
}
