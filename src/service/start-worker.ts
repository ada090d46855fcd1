import type { Registry } from 'prom-client'
import { answerResetRequests } from '../account/accounts/index.ts'
import type { BillingProvider } from '../account/billing/index.ts'
import type { Database } from '../db/index.ts'
import { listenFor, readHold, recordIdentity } from '../deliver/firehose/index.ts'
import { startImports } from '../ingest/index.ts'
import { type Mailer, startMail } from '../mail/index.ts'
import type { Config } from '../platform/config/config.ts'
import type { Logger } from '../platform/logger.ts'
import { Servers, startFeeding } from '../search/index.ts'
import { startPeriodicTasks } from './periodic-tasks.ts'

/** Starts the role `worker`: periodic tasks, imports, mails, and what feeds ClickHouse. */
export async function startWorker(
  db: Database,
  config: Config,
  log: Logger,
  registry: Registry,
  billing: BillingProvider,
  mailer: Mailer | undefined,
  closeSteps: (() => Promise<void>)[],
): Promise<void> {
  closeSteps.push(startPeriodicTasks(db, log, billing, registry, mailer, config))
  closeSteps.push(startImports(db, log))
  if (config.SEARCH_ENGINE === 'clickhouse') closeSteps.push(startFeeding(new Servers(config), db, log))
  // Lets a copy of this database be recognised, even if it has no webhook.
  await recordIdentity(db.pool('settings'))
  const isHeld = async () => (await readHold(db.pool('settings'))) !== undefined
  const prepare = async () => {
    if (mailer) await answerResetRequests(db, mailer)
  }
  const listen = (wake: () => void) => listenFor(db, log, 'mail', { mails: wake })
  closeSteps.push(await startMail(db, config, log, registry, { isHeld, prepare, listen }))
}
