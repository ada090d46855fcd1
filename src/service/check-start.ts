// Checks before the database is opened (and the embedded one created): a service that can't listen or can't encrypt
// must not leave a new database behind.

import { findListenError } from '../http/index.ts'
import { reasonOf } from '../platform/app-error.ts'
import type { Config } from '../platform/config/config.ts'
import { makeFolders } from '../platform/config/make-folders.ts'
import { readSecretKeys } from '../platform/config/secret-keys.ts'
import type { Logger } from '../platform/logger.ts'
import type { ProcessRole } from './roles.ts'

export async function checkStart(config: Config, log: Logger, roles: ReadonlySet<ProcessRole>): Promise<void> {
  // The embedded database creates its key at first use. A shared one needs a key that every node has.
  const needsKey =
    roles.has('settings') || roles.has('firehose') || (roles.has('worker') && config.SMTP_URL !== undefined)
  if (config.DATABASE_URL !== undefined && needsKey) readSecretKeys(config)
  const ports = [{ host: config.HOST, port: config.PORT, setting: 'PORT' }]
  if (config.METRICS_PORT !== undefined)
    ports.push({ host: config.METRICS_HOST, port: config.METRICS_PORT, setting: 'METRICS_PORT' })
  for (const { setting, ...address } of ports) {
    const error = await findListenError(address, setting)
    if (error) throw error
  }
  if (config.DATABASE_URL !== undefined && roles.has('api') && config.SEARCH_ENGINE === 'index') {
    makeDataDir(config.DATA_DIR, log)
  }
}

/** The search index is saved in DATA_DIR, even if the database is elsewhere. Searches work without the folder, too. */
function makeDataDir(folder: string, log: Logger): void {
  try {
    makeFolders(folder, 0o711)
  } catch (error) {
    log.warn(`DATA_DIR ${folder} can't be created (${reasonOf(error)}): every start rebuilds the search index`)
  }
}
