import type { FastifyInstance } from 'fastify'
import type { Database } from '../db/index.ts'
import { accountSettings, sessionOf } from '../features/accounts/index.ts'
import { alertSettings, unsubscribeRoute } from '../features/alerts/index.ts'
import { auditSettings } from '../features/audit/index.ts'
import { usageSettings } from '../features/budgets/index.ts'
import { type ExploreParts, exploreSettings } from '../features/explore/index.ts'
import { firehoseSettings, type Send } from '../features/firehose/index.ts'
import { keySettings } from '../features/keys/index.ts'
import { listSettings } from '../features/lists/index.ts'
import type { Mailer } from '../features/mail/index.ts'
import { Sender } from '../features/sending/index.ts'
import { teamSettings } from '../features/teams/index.ts'
import { settingsScope } from '../http/index.ts'
import { serveScreen } from '../http/serving.ts'
import type { Config } from '../platform/config.ts'
import { lazySecretBox } from '../platform/secret-box.ts'
import { SETTINGS_PREFIX } from '../settings-contract/index.ts'
import { findListUsers } from './list-users.ts'
import { PAGE_LIMITS } from './search-parts.ts'

/** Mounts the settings screen and its JSON API. */
export async function mountSettings(
  app: FastifyInstance,
  db: Database,
  parts: ExploreParts,
  config: Config,
  publicUrl: () => string,
  mailer: Mailer | undefined,
  closeSteps: (() => Promise<void>)[],
): Promise<void> {
  const pool = db.pool('settings')
  const allowLoopback = config.ALLOW_LOOPBACK_WEBHOOKS
  // For tests only. The firehose has its own sender.
  const sender = new Sender({ allowLoopback })
  closeSteps.push(() => sender.close())
  const send: Send = (post, signal) => sender.send(post, signal)
  const box = lazySecretBox(config)
  await app.register(
    async (settings) => {
      await settingsScope(settings, (request) => sessionOf(pool, request))
      accountSettings(settings, db, mailer)
      keySettings(settings, db)
      usageSettings(settings, pool, PAGE_LIMITS)
      teamSettings(settings, db, mailer)
      auditSettings(settings, pool)
      await exploreSettings(settings, parts)
      alertSettings(settings, db, { allowLoopback, box, mailer, publicUrl, send })
      listSettings(settings, db, findListUsers)
      firehoseSettings(settings, db, { allowLoopback, box, send })
    },
    { prefix: SETTINGS_PREFIX },
  )
  await unsubscribeRoute(app, db, box)
  await serveScreen(app)
}
