// Whether a first step is done follows from the team's data, so there is no state to keep in sync: a step that was done
// elsewhere, or on the command line, is done.

import type { FastifyInstance } from 'fastify'
import { readKeySetup } from '../../account/keys/index.ts'
import { selectLists } from '../../account/lists/index.ts'
import type { Database } from '../../db/index.ts'
import { readAlertSetup } from '../../deliver/alerts/index.ts'
import { readCrmSetup } from '../../deliver/crm/index.ts'
import { readWebhookSetup } from '../../deliver/firehose/index.ts'
import { settingsRoute } from '../../http/index.ts'
import { contract } from '../../settings-contract/index.ts'
import { noteSteps, readNotedSteps } from './queries.ts'

interface Options {
  /** Lists of teams can be monitored on this installation. */
  readonly canMonitor: boolean
}

export function firstStepSettings(app: FastifyInstance, db: Database, { canMonitor }: Options): void {
  const pool = db.pool('settings')

  settingsRoute(app, contract.getFirstSteps, async ({ session }) => {
    const { teamId } = session
    const lists = await selectLists(pool, teamId)
    const alerts = await readAlertSetup(pool, teamId)
    const crm = await readCrmSetup(pool, teamId)
    return {
      ...(await readNotedSteps(pool, session)),
      accounts: lists.reduce((sum, { entries }) => sum + entries, 0),
      hasMonitored: canMonitor ? lists.some(({ monitoredAt }) => monitoredAt !== null) : null,
      ...alerts,
      // A CRM also counts as a place where people work.
      hasDestination: alerts.hasDestination || crm.isFollowed,
      hasAlert: alerts.hasAlert || crm.hasWritten,
      ...(await readKeySetup(pool, teamId)),
      ...(await readWebhookSetup(pool, teamId)),
    }
  })

  settingsRoute(app, contract.noteFirstSteps, async ({ session, body: { isDismissed, hasCopied } }) => {
    await noteSteps(pool, session, { isDismissed, hasCopied })
    return {}
  })
}
