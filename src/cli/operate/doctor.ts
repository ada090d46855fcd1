// Checks everything that a running service needs, and how the service and its database are doing. Prints one line per
// check, with what to do if something is wrong. Read-only: it neither creates a database nor migrates one.

import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { type Database, findMissingRight, readDatabaseId } from '../../db/index.ts'
import { AppError, reasonOf } from '../../platform/app-error.ts'
import type { Config } from '../../platform/config/config.ts'
import { freeBytes } from '../../platform/free-bytes.ts'
import { command, type Input } from '../command.ts'
import { EXIT } from '../exit-codes.ts'
import { columns } from '../table.ts'
import { withDatabaseAsItIs } from '../with-database.ts'
import { checkAlerts } from './doctor/alerts.ts'
import { checkArchive } from './doctor/archive.ts'
import { checkBackups } from './doctor/backups.ts'
import { checkClickHouse } from './doctor/clickhouse.ts'
import { checkCollecting } from './doctor/collecting.ts'
import { checkClock, checkKeys, checkPooler, checkReplica, checkSchema, readPending } from './doctor/database.ts'
import type { Finding } from './doctor/finding.ts'
import { checkHold } from './doctor/hold.ts'
import { checkDisk, checkFiles, checkRuntime, checkScreen, checkTools } from './doctor/machine.ts'
import { checkMail } from './doctor/mail.ts'
import { checkPort, findRunningService, type RunningService } from './doctor/running-service.ts'
import { checkSecrets } from './doctor/secrets.ts'
import { checkSignOn } from './doctor/sign-on.ts'
import { checkFacts, checkGrowth, checkIndex, checkLog } from './doctor/signals.ts'
import { checkWebhooks } from './doctor/webhooks.ts'

export const doctorCommand = command({
  name: 'doctor',
  summary:
    'Check the runtime, database, replica, keys, webhooks, alerts, mail, sign-on, collecting, log, search index, growth, disk, backups, port, secret files and tools.',
  examples: ['doctor', 'doctor --json'],
  async run(input) {
    const { config } = input
    const service = await findRunningService(config)
    const database = await checkDatabase(input, service)
    const findings = [
      checkRuntime(),
      ...database.findings,
      ...(service ? [checkService(service)] : []),
      checkDisk(config),
      checkBackups(config),
      await checkPort(config, service, database.id),
      checkFiles(config),
      checkScreen(),
      checkTools(config),
    ]
    const marks = { ok: 'ok', warning: 'WARN', problem: 'FAIL' }
    const healthy = findings.every(({ verdict }) => verdict !== 'problem')
    return {
      text: columns(
        findings.map(({ check, verdict, message }) => [marks[verdict], check, message]),
        '',
      ),
      json: { healthy, findings },
      exitCode: healthy ? EXIT.done : EXIT.failed,
    }
  },
})

interface DatabaseChecks {
  readonly findings: readonly Finding[]
  /** Undefined if the database can't be used or has no tables yet. */
  readonly id?: string
}

async function checkDatabase(input: Input, service: RunningService | undefined): Promise<DatabaseChecks> {
  const { config } = input
  const failed = async (message: string): Promise<DatabaseChecks> => ({
    findings: [{ check: 'database', verdict: 'problem', message }, await checkSecrets(config, undefined)],
  })
  if (config.DATABASE_URL === undefined && !existsSync(join(config.DATA_DIR, 'postgres'))) {
    const message = `there is no database in ${config.DATA_DIR}: serve creates one. If there should be one, check DATA_DIR`
    return { findings: [{ check: 'database', verdict: 'warning', message }, await checkSecrets(config, undefined)] }
  }
  try {
    return await withDatabaseAsItIs(input, (db) =>
      checkOpened(db, config, service).catch((error: unknown) => failed(reasonOf(error))),
    )
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return await failed(error.message)
  }
}

async function checkOpened(db: Database, config: Config, service: RunningService | undefined): Promise<DatabaseChecks> {
  const missing = await findMissingRight(db.pool('settings'))
  if (missing !== undefined) throw new AppError('unavailable', missing)
  const pending = await readPending(db)
  const basics = [await checkSchema(db, pending), await checkPooler(db), await checkClock(db)]
  if (pending.length > 0) return { findings: [...basics, await checkSecrets(config, undefined)] }
  const id = await readDatabaseId(db.pool('settings'))
  const own = service?.databaseId === undefined || service.databaseId === id ? service : undefined
  return {
    id,
    findings: [
      ...basics,
      ...(await checkHold(db)),
      ...(await checkReplica(db)),
      await checkKeys(db),
      await checkSecrets(config, db),
      await checkWebhooks(db),
      await checkAlerts(db),
      await checkMail(db, config),
      await checkSignOn(db, config),
      await checkCollecting(db, config),
      ...(await checkArchive(db, config)),
      ...(await checkLog(db)),
      ...(await checkFacts(db)),
      ...(config.SEARCH_ENGINE === 'index' ? await checkIndex(db, config, own) : []),
      ...(config.SEARCH_ENGINE === 'clickhouse' ? await checkClickHouse(db, config, id, own) : []),
      await checkGrowth(db, db.kind === 'embedded' ? freeBytes(config.DATA_DIR) : undefined),
    ],
  }
}

function checkService({ url, version, failedTasks }: RunningService): Finding {
  const running = `running at ${url}${version === undefined ? '; its /metrics could not be read' : `, version ${version}`}`
  const details = { url, version, failedTasks }
  if (failedTasks.length === 0) return { check: 'service', verdict: 'ok', message: running, details }
  const message = `${running}; periodic tasks that failed last time: ${failedTasks.join(', ')} (see its log)`
  return { check: 'service', verdict: 'warning', message, details }
}
