import type { FastifyInstance } from 'fastify'
import { accountSettings, sessionOf } from '../account/accounts/index.ts'
import { auditSettings } from '../account/audit/index.ts'
import { usageSettings } from '../account/budgets/index.ts'
import { dispositionSettings } from '../account/dispositions/index.ts'
import { keySettings } from '../account/keys/index.ts'
import { listSettings } from '../account/lists/index.ts'
import { requestLogSettings } from '../account/request-log/index.ts'
import { secondFactor, secondFactorSettings } from '../account/second-factor/index.ts'
import { backChannelLogoutRoute, Provider, signOnSettings } from '../account/sign-on/index.ts'
import { teamSettings } from '../account/teams/index.ts'
import { type ExploreParts, exploreSettings } from '../api/explore/index.ts'
import { feedbackSettings } from '../api/feedback/index.ts'
import { firstStepSettings } from '../api/first-steps/index.ts'
import { todaySettings } from '../api/today/index.ts'
import { windowSettings } from '../api/windows/index.ts'
import { monitoringSettings } from '../collect/collecting/index.ts'
import type { Database } from '../db/index.ts'
import { alertSettings, unsubscribeRoute } from '../deliver/alerts/index.ts'
import { crmSettings, JsonClient } from '../deliver/crm/index.ts'
import { firehoseSettings, type Send } from '../deliver/firehose/index.ts'
import { Sender } from '../deliver/sending/index.ts'
import { settingsScope } from '../http/index.ts'
import { serveScreen } from '../http/serving.ts'
import { importSettings } from '../ingest/index.ts'
import type { Mailer } from '../mail/index.ts'
import type { Config } from '../platform/config/config.ts'
import { providerSettingsOf } from '../platform/config/oidc.ts'
import { lazySecretBox } from '../platform/config/secret-box.ts'
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
  const client = new JsonClient({ allowLoopback })
  closeSteps.push(() => client.close())
  const box = lazySecretBox(config)
  const factor = secondFactor(pool, box)
  const oidc = providerSettingsOf(config)
  const provider = oidc && new Provider(oidc, publicUrl, app.log)
  if (provider) closeSteps.push(() => provider.close())
  await app.register(
    async (settings) => {
      await settingsScope(settings, (request) => sessionOf(pool, request))
      accountSettings(settings, db, mailer, { signOutUrl: () => provider?.signOutUrl(), secondFactor: factor })
      secondFactorSettings(settings, db, box)
      signOnSettings(settings, db, provider)
      keySettings(settings, db)
      usageSettings(settings, pool, PAGE_LIMITS)
      requestLogSettings(settings, pool, config.REQUEST_LOG_DAYS)
      teamSettings(settings, db, mailer, factor)
      auditSettings(settings, pool)
      await exploreSettings(settings, parts)
      windowSettings(settings, db, parts)
      feedbackSettings(settings, db)
      alertSettings(settings, db, { allowLoopback, box, mailer, publicUrl, send, budgets: parts.budgets })
      crmSettings(settings, db, { allowLoopback, box, client, budgets: parts.budgets })
      listSettings(settings, db, findListUsers)
      monitoringSettings(settings, db, {
        mode: config.LIST_MONITORING,
        collects: config.COLLECT_CONTACT !== undefined,
        allowed: config.COLLECT_UNDOCUMENTED,
      })
      importSettings(settings, db, config.TEAM_IMPORTS)
      dispositionSettings(settings, db)
      todaySettings(settings, db, { ...parts, ...parts.searchCaches })
      firstStepSettings(settings, db, {
        canMonitor: config.LIST_MONITORING !== 'off' && config.COLLECT_CONTACT !== undefined,
      })
      firehoseSettings(settings, db, { allowLoopback, box, send })
    },
    { prefix: SETTINGS_PREFIX },
  )
  await unsubscribeRoute(app, db, box)
  if (provider) await backChannelLogoutRoute(app, db, provider)
  await serveScreen(app)
}
