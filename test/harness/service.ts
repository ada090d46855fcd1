import { loadConfig } from '../../src/platform/config/config.ts'
import type { Logger } from '../../src/platform/logger.ts'
import { PROCESS_ROLES, type ProcessRole, type Service, startService } from '../../src/service/service.ts'
import { cleanup } from './cleanup.ts'
import { createDatabase } from './database.ts'
import { silentLog } from './log.ts'
import { SECRET_KEYS } from './secret-keys.ts'
import './contract.ts'

export interface TestServiceOptions {
  readonly env?: Record<string, string>
  readonly log?: Logger
  readonly roles?: readonly ProcessRole[]
  readonly demoTempo?: { readonly secondsBetweenJobs: number }
}

/** The complete service on a free port, with its own database. */
export async function startTestService(
  options: TestServiceOptions = {},
): Promise<Service & { readonly databaseUrl: string }> {
  const databaseUrl = options.env?.DATABASE_URL ?? (await createDatabase())
  // An index takes two threads and a second of work, so only tests about the index ask for it.
  const defaults = { PORT: '0', SEARCH_ENGINE: 'postgres', SECRET_KEYS }
  const config = loadConfig({ ...defaults, ...options.env, DATABASE_URL: databaseUrl })
  const service = await startService(config, options.log ?? silentLog, new Set(options.roles ?? PROCESS_ROLES), {
    ...(options.demoTempo && { demoLive: true, demoTempo: options.demoTempo }),
  })
  cleanup(() => service.close())
  return { ...service, databaseUrl }
}
