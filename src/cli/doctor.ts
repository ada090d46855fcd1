// Checks everything that a running service needs. Prints one line per check, with what to do if something is wrong.

import { existsSync, statfsSync, statSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { type Database, functionsArePending, one, openDatabase, pendingMigrations } from '../db/index.ts'
import { AppError, errorCode, reasonOf } from '../platform/app-error.ts'
import type { Config } from '../platform/config.ts'
import { command, type Input } from './command.ts'
import { EXIT } from './exit-codes.ts'
import { columns } from './table.ts'

interface Finding {
  readonly check: string
  readonly verdict: 'ok' | 'warning' | 'problem'
  readonly message: string
}

const NODE_MAJOR = 24
const FREE_MB = { problem: 100, warning: 1_000 }
const CLOCK_SECONDS = { problem: 30, warning: 2 }

export const doctorCommand = command({
  name: 'doctor',
  summary: 'Check the runtime, database, disk, clock, port, keys and secret files.',
  examples: ['doctor', 'doctor --json'],
  async run(input) {
    const findings = [
      checkRuntime(),
      ...(await checkDatabase(input)),
      checkDisk(input.config),
      await checkPort(input.config),
      checkFiles(input.config),
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

function checkRuntime(): Finding {
  const major = Number(process.versions.node.split('.')[0])
  const verdict = major === NODE_MAJOR ? 'ok' : 'warning'
  const advice = verdict === 'ok' ? '' : `; this version is tested on Node ${NODE_MAJOR}`
  return {
    check: 'runtime',
    verdict,
    message: `Node ${process.versions.node} on ${process.platform}-${process.arch}${advice}`,
  }
}

async function checkDatabase({ config, log }: Input): Promise<Finding[]> {
  let db: Database
  try {
    db = await openDatabase({ config, log })
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return [{ check: 'database', verdict: 'problem', message: error.message }]
  }
  try {
    const pingMs = await db.ping(2_000)
    const { version, driftSeconds } = await one<{ version: string; driftSeconds: number }>(
      db.pool('settings'),
      `select current_setting('server_version') as version, extract(epoch from clock_timestamp() - $1::timestamptz)::float8 as "driftSeconds"`,
      [new Date()],
    )
    const pending = await pendingMigrations(db.pool('settings'))
    const outdated = pending.length === 0 && (await functionsArePending(db.pool('settings')))
    const upToDate = outdated ? 'SQL functions to update: run pro-signal migrate' : 'up to date'
    return [
      {
        check: 'database',
        verdict: pending.length > 0 || outdated ? 'warning' : 'ok',
        message: `${db.kind} PostgreSQL ${version}, answers in ${pingMs.toFixed(1)} ms, ${pending.length === 0 ? upToDate : `${pending.length} migrations to apply: run pro-signal migrate`}`,
      },
      await checkPooler(db),
      {
        check: 'clock',
        ...graded(Math.abs(driftSeconds), CLOCK_SECONDS, (value, limit) => value > limit),
        message: `${Math.abs(driftSeconds).toFixed(1)} s from the database's clock, which the service uses; synchronise both with NTP`,
      },
      pending.length > 0
        ? { check: 'keys', verdict: 'ok', message: 'not checked until the migrations are applied' }
        : await checkKeys(db),
      ...(pending.length > 0 || config.SEARCH_ENGINE === 'postgres' ? [] : [await checkIndex(db, config)]),
    ]
  } catch (error) {
    return [{ check: 'database', verdict: 'problem', message: reasonOf(error) }]
  } finally {
    await db.close()
  }
}

async function checkKeys(db: Database): Promise<Finding> {
  const { keys, expiring } = await one<{ keys: number; expiring: number }>(
    db.pool('settings'),
    `select count(*)::int as keys, count(*) filter (where expires_at < now() + interval '7 days')::int as expiring
       from api_keys where revoked_at is null and (expires_at is null or expires_at > now())`,
  )
  if (keys === 0)
    return { check: 'keys', verdict: 'ok', message: 'no API keys yet: create one with pro-signal keys create' }
  const soon = expiring > 0 ? `, ${expiring} of them expire within 7 days: rotate them` : ''
  return { check: 'keys', verdict: expiring > 0 ? 'warning' : 'ok', message: `${keys} active API keys${soon}` }
}

/** The memory that the index takes, as measured by bench/search.ts. The row counts of the tables are estimates too. */
const INDEX_BYTES = { signal: 40, company: 96 }

async function checkIndex(db: Database, { SEARCH_INDEX_MB }: Config): Promise<Finding> {
  const { signals, companies } = await one<{ signals: number; companies: number }>(
    db.pool('settings'),
    `select (select greatest(reltuples, 0)::bigint from pg_class where oid = 'signals'::regclass) as signals,
            (select greatest(reltuples, 0)::bigint from pg_class where oid = 'companies'::regclass) as companies`,
  )
  const megabytes = Math.ceil((signals * INDEX_BYTES.signal + companies * INDEX_BYTES.company) / 2 ** 20)
  const figures = `about ${megabytes.toLocaleString('en')} MB of at most ${SEARCH_INDEX_MB.toLocaleString('en')} MB`
  if (megabytes <= SEARCH_INDEX_MB * 0.8) return { check: 'search index', verdict: 'ok', message: figures }
  const advice = 'raise SEARCH_INDEX_MB, or searches fall back to PostgreSQL, which is slower'
  return { check: 'search index', verdict: 'warning', message: `${figures}: ${advice}` }
}

/** Behind a transaction pooler, the settings and locks of a session are lost between two statements. */
async function checkPooler(db: Database): Promise<Finding> {
  const direct = await db.connectDirect()
  try {
    await direct.query(`set application_name = 'pro-signal doctor'`)
    const first = await one<{ pid: number }>(direct, 'select pg_backend_pid() as pid')
    const { pid, name } = await one<{ pid: number; name: string }>(
      direct,
      `select pg_backend_pid() as pid, current_setting('application_name') as name`,
    )
    const pooled = pid !== first.pid || name !== 'pro-signal doctor'
    return pooled
      ? {
          check: 'direct',
          verdict: 'problem',
          message: 'connections go through a transaction pooler: set DATABASE_DIRECT_URL to the database itself',
        }
      : { check: 'direct', verdict: 'ok', message: 'connections reach the database itself' }
  } finally {
    await direct.end()
  }
}

function checkDisk(config: Config): Finding {
  const folder = existsSync(config.DATA_DIR) ? config.DATA_DIR : process.cwd()
  const { bavail, bsize } = statfsSync(folder)
  const freeMb = Math.floor((bavail * bsize) / 2 ** 20)
  const grade = graded(freeMb, FREE_MB, (value, limit) => value < limit)
  return {
    check: 'disk',
    ...grade,
    message: `${freeMb.toLocaleString('en')} MB free at ${folder}${grade.verdict === 'ok' ? '' : ': free some space'}`,
  }
}

async function checkPort({ HOST, PORT }: Config): Promise<Finding> {
  const where = `port ${PORT} of ${HOST}`
  const outcome = await new Promise<string | undefined>((resolve) => {
    const probe = createServer()
    probe.once('error', (error) => resolve(errorCode(error) ?? error.message))
    probe.listen({ host: HOST, port: PORT, exclusive: true }, () => probe.close(() => resolve(undefined)))
  })
  if (outcome === undefined) return { check: 'port', verdict: 'ok', message: `${where} is free` }
  if (outcome === 'EADDRINUSE') {
    return {
      check: 'port',
      verdict: 'warning',
      message: `${where} is in use: if it is not this service, choose another PORT`,
    }
  }
  return {
    check: 'port',
    verdict: 'problem',
    message: `cannot listen on ${where} (${outcome}): choose another HOST or PORT`,
  }
}

/** Only their owner may read the files with secrets. */
function checkFiles({ DATA_DIR }: Config): Finding {
  const open = ['postgres-password', 'secret-key', 'demo-key', 'demo-password'].filter((name) => {
    const file = statSync(join(DATA_DIR, name), { throwIfNoEntry: false })
    return file !== undefined && (file.mode & 0o077) !== 0
  })
  if (open.length === 0)
    return { check: 'files', verdict: 'ok', message: `only the owner can read the secrets in ${DATA_DIR}` }
  return {
    check: 'files',
    verdict: 'problem',
    message: `other users can read ${open.join(', ')}: chmod 600 them in ${DATA_DIR}`,
  }
}

function graded(
  value: number,
  limits: { problem: number; warning: number },
  beyond: (value: number, limit: number) => boolean,
): Pick<Finding, 'verdict'> {
  return { verdict: beyond(value, limits.problem) ? 'problem' : beyond(value, limits.warning) ? 'warning' : 'ok' }
}
