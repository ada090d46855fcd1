// The embedded PostgreSQL server: started when nobody runs it, adopted when somebody does, started again when it dies.
//
// It is a process of its own that outlives us: a killed service finds it running and goes on. Whether a server runs is
// decided by connecting to it and asking for its folder, never by a process id. That there are never two on one
// folder is PostgreSQL's own guarantee (postmaster.pid and the shared memory named in it), which we never weaken.
//
// Every process of ours that uses it holds a shared advisory lock for as long as it lives. Who leaves takes the lock
// exclusively if nobody else is there, and only then stops the server. A newcomer that meets the exclusive lock, or is
// cut off by the stop, waits for the old server's end and starts a new one.

import { spawn } from 'node:child_process'
import {
  closeSync,
  fstatSync,
  openSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { errorCode, Fault, reasonOf, stoppedWhileStarting } from '../../platform/fault.ts'
import type { Logger } from '../../platform/log.ts'
import { type DatabaseFolder, diskFull, makeSocketFolder, openFolder, PROGRAM_ENV, SUPERUSER } from './folder.ts'
import { disownPidFile, isServerOf, readServerPid } from './pid-file.ts'

/** Recovery after a crash replays at most max_wal_size, which takes seconds; more than this is a server that hangs. */
const START_SECONDS = 60
export const EMBEDDED_CONNECTIONS = 200
const STOP_SECONDS = 5
const GHOST_SECONDS = 1
/** Followed by the process id of who holds the lock. */
const HOLDER_PREFIX = 'pro-signal holder '
const LOG_FILE_MB = 16
/** Any constant will do; it is taken in the database `postgres`, where nothing else takes locks. */
const IN_USE_LOCK = 7_305_001

export interface EmbeddedServer {
  readonly folder: DatabaseFolder
  connection(database: string): pg.ClientConfig
  /** Leaves it, and stops it when nobody else of ours uses it. */
  close(): Promise<void>
}

export interface EmbeddedOptions {
  readonly dataDir: string
  readonly log: Logger
  readonly signal?: AbortSignal | undefined
}

export async function openEmbedded({ dataDir, log, signal }: EmbeddedOptions): Promise<EmbeddedServer> {
  const folder = openFolder(dataDir)
  if (folder.binaries.copiedTo)
    log.info(`PostgreSQL runs from ${folder.binaries.copiedTo}, where ${folder.runAs.name} can reach it`)
  let closing = false
  let holder = await join(folder, log, signal)
  let recovery: Promise<void> | undefined
  watch()
  // What the holder's connection cannot notice: that no new one is taken any more.
  const probe = setInterval(async () => {
    const answer = await tryConnect(folder)
    if (!closing && answer !== undefined && SHUTTING_DOWN.test(answer)) hurryStop(folder, log)
  }, PROBE_MS).unref()

  function watch(): void {
    holder.once('end', () => {
      if (closing) return
      log.warn('the embedded database ended; starting it again')
      recovery = recover()
    })
  }

  async function recover(): Promise<void> {
    for (let tries = 0; !closing; tries++) {
      try {
        holder = await join(folder, log)
        log.info('the embedded database is back')
        return watch()
      } catch (error) {
        log.error(`the embedded database cannot be started: ${reasonOf(error)}`)
        await sleep(Math.min(1_000 * 2 ** tries, 15_000), undefined, { ref: false })
      }
    }
  }

  return {
    folder,
    connection: (database) => connection(folder, database),
    async close() {
      closing = true
      clearInterval(probe)
      await Promise.race([recovery, sleep(1_000, undefined, { ref: false })])
      await leave(folder, holder)
    },
  }
}

function connection(folder: DatabaseFolder, database: string): pg.ClientConfig {
  return { host: folder.socketFolder, port: 5432, user: SUPERUSER, password: folder.password, database }
}

/** Connects to the folder's server, starting one when there is none, and returns the connection that holds the lock. */
async function join(folder: DatabaseFolder, log: Logger, signal?: AbortSignal): Promise<pg.Client> {
  const deadline = Date.now() + START_SECONDS * 1_000
  let started: Attempt | undefined
  let reason = ''
  try {
    for (let stoppingSince = Number.POSITIVE_INFINITY; Date.now() < deadline; ) {
      if (signal?.aborted) throw stoppedWhileStarting()
      const outcome = await tryHold(folder)
      if (outcome instanceof pg.Client) return outcome
      stoppingSince = SHUTTING_DOWN.test(outcome) ? Math.min(stoppingSince, Date.now()) : Number.POSITIVE_INFINITY
      if (Date.now() - stoppingSince > WEDGED_MS) hurryStop(folder, log)
      const failure = started?.failure()
      reason = failure ?? outcome
      if (outcome === NOBODY_THERE && (started === undefined || failure !== undefined)) {
        if (failure !== undefined) {
          giveUpOn(failure, folder)
          clearStaleLock(failure, folder, log)
          await sleep(250)
        }
        started = launch(folder)
      }
      await sleep(30)
    }
  } catch (error) {
    // A server that we cannot use must not be left behind.
    started?.stop()
    throw error
  }
  started?.stop()
  throw new Fault(
    `The embedded database in ${folder.path} did not start within ${START_SECONDS} s (${reason}); its log is ${folder.logFile}.`,
  )
}

const NOBODY_THERE = 'no server answers'
const SHUTTING_DOWN = /shutting down/
const WEDGED_MS = 2_000
const PROBE_MS = 5_000

/**
 * A plain kill asks PostgreSQL to end when the last connection has ended, and takes no new ones meanwhile. Ours never
 * end by themselves, so that would last for ever: SIGINT makes it end now, and it is started again.
 */
function hurryStop(folder: DatabaseFolder, log: Logger): void {
  const pid = readServerPid(folder.path)
  if (pid === undefined || isServerOf(folder.path, pid) !== true) return
  log.warn('somebody asked the embedded database to stop, and it waits for its connections: stopping it now')
  process.kill(pid, 'SIGINT')
}

async function tryHold(folder: DatabaseFolder): Promise<pg.Client | string> {
  const client = new pg.Client({
    ...connection(folder, 'postgres'),
    application_name: HOLDER_PREFIX + process.pid,
    connectionTimeoutMillis: 5_000,
  })
  // Without a listener a broken connection would end the process; the `end` event is what is acted upon.
  client.on('error', () => {})
  try {
    await client.connect()
    const { rows } = await client.query<{ folder: string; pid: number; held: boolean }>(
      `select current_setting('data_directory') as folder, pg_backend_pid() as pid, pg_try_advisory_lock_shared($1) as held`,
      [IN_USE_LOCK],
    )
    const [answer] = rows
    if (answer) assertServes(folder, answer)
    if (answer?.held) return client
    await client.end()
    return 'it is being stopped'
  } catch (error) {
    await client.end().catch(() => {})
    if (error instanceof Fault) throw error
    if (errorCode(error) === '28P01') {
      throw new Fault(`The password beside ${folder.path} is not that database's: restore the file postgres-password.`)
    }
    const gone = ['ECONNREFUSED', 'ENOENT'].includes(errorCode(error) ?? '')
    return gone ? NOBODY_THERE : reasonOf(error)
  }
}

/** Why a new connection is not taken; undefined when it is. */
async function tryConnect(folder: DatabaseFolder): Promise<string | undefined> {
  const client = new pg.Client({
    ...connection(folder, 'postgres'),
    application_name: 'pro-signal probe',
    connectionTimeoutMillis: 5_000,
  })
  client.on('error', () => {})
  try {
    await client.connect()
    return undefined
  } catch (error) {
    return reasonOf(error)
  } finally {
    await client.end().catch(() => {})
  }
}

/** A socket in a folder proves little: it can be moved, linked to or left behind. */
function assertServes(folder: DatabaseFolder, answer: { folder: string; pid: number }): void {
  const served = answer.folder.startsWith('/proc/self/')
    ? readlinkSync(`/proc/${answer.pid}/cwd`)
    : realpathSync(answer.folder)
  if (served !== folder.path)
    throw new Fault(`The server at ${folder.socketFolder} serves ${served}, not ${folder.path}: stop it first.`)
}

interface Attempt {
  /** Why the server ended, once it has; undefined while it runs or starts. */
  failure(): string | undefined
  stop(): void
}

/** Starts the server detached, so that Ctrl-C reaches only us and we can drain before it goes. */
function launch(folder: DatabaseFolder): Attempt {
  makeSocketFolder(folder)
  const log = openLog(folder.logFile)
  const from = fstatSync(log).size
  let failure: string | undefined
  const server = spawn(folder.binaries.postgres, serverArguments(folder), {
    ...folder.runAs.ids,
    cwd: folder.path,
    env: PROGRAM_ENV,
    detached: true,
    stdio: ['ignore', log, log],
  })
  server.on('error', (error) => {
    failure = reasonOf(error)
  })
  server.on('exit', () => {
    failure = fatalLine(folder.logFile, from) ?? 'it ended without a word'
  })
  server.unref()
  closeSync(log)
  return { failure: () => failure, stop: () => server.kill('SIGINT') }
}

function serverArguments(folder: DatabaseFolder): string[] {
  const settings = {
    listen_addresses: '',
    port: '5432',
    unix_socket_directories: quoted(folder.socketFolder === folder.path ? folder.reachedAs : folder.socketFolder),
    unix_socket_permissions: '0700',
    max_connections: String(EMBEDDED_CONNECTIONS),
    shared_buffers: '256MB',
    max_wal_size: '2GB',
    timezone: 'UTC',
    log_timezone: 'UTC',
    log_line_prefix: '%m [%p] ',
    log_checkpoints: 'off',
    jit: 'off',
  }
  return ['-D', folder.reachedAs, ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])]
}

/** The setting is a list of quoted names. */
function quoted(folder: string): string {
  return `"${folder.replaceAll('"', '""')}"`
}

function openLog(file: string): number {
  const size = statSync(file, { throwIfNoEntry: false })?.size ?? 0
  if (size > LOG_FILE_MB * 2 ** 20) renameSync(file, `${file}.1`)
  return openSync(file, 'a', 0o600)
}

/** What the server said last, from where its own words begin in the log. */
function fatalLine(file: string, from: number): string | undefined {
  try {
    const lines = readFileSync(file).subarray(from).toString('utf8').split('\n')
    const fatal =
      lines.findLast((line) => /\b(FATAL|PANIC):/.test(line)) ?? lines.findLast((line) => line.trim() !== '')
    return fatal?.replace(/^.*?\b(FATAL|PANIC):\s*/, '').trim()
  } catch (error) {
    return reasonOf(error)
  }
}

/** Some failures no second try will mend. */
function giveUpOn(failure: string, folder: DatabaseFolder): void {
  if (/no space left/i.test(failure)) throw diskFull(folder.path)
  if (/permission denied|read-only file system|ENOENT|EACCES/i.test(failure)) {
    throw new Fault(`The embedded database cannot use ${folder.path} (${failure}).`)
  }
}

function clearStaleLock(failure: string, folder: DatabaseFolder, log: Logger): void {
  if (!/lock file "postmaster\.pid" already exists/.test(failure)) return
  const pid = readServerPid(folder.path)
  if (pid === undefined || isServerOf(folder.path, pid) !== false) return
  log.warn(`process ${pid} is not the database that ${folder.path} was locked by; taking the lock over`)
  disownPidFile(folder.path, pid)
}

async function leave(folder: DatabaseFolder, holder: pg.Client): Promise<void> {
  try {
    await holder.query('select pg_advisory_unlock_shared($1)', [IN_USE_LOCK])
    const pid = (await isLast(holder)) ? readServerPid(folder.path) : undefined
    // Connected to it, we know that the file is the running server's. SIGINT is PostgreSQL's fast shutdown.
    if (pid !== undefined) {
      process.kill(pid, 'SIGINT')
      const deadline = Date.now() + STOP_SECONDS * 1_000
      while (Date.now() < deadline && isAlive(pid)) await sleep(20)
      if (folder.socketFolder !== folder.path) rmSync(folder.socketFolder, { recursive: true, force: true })
    }
  } catch {
    // It is gone already, which is what we came for.
  }
  await holder.end().catch(() => {})
}

/** A process that was killed a moment ago still holds its lock until the server notices: it is waited for. */
async function isLast(holder: pg.Client): Promise<boolean> {
  for (const deadline = Date.now() + GHOST_SECONDS * 1_000; Date.now() < deadline; await sleep(20)) {
    const { rows } = await holder.query<{ alone: boolean; others: string[] }>(
      `select pg_try_advisory_lock($1) as alone,
              array(select application_name from pg_stat_activity where application_name like $2 and pid <> pg_backend_pid()) as others`,
      [IN_USE_LOCK, `${HOLDER_PREFIX}%`],
    )
    if (rows[0]?.alone) return true
    const living = rows[0]?.others.some((name) => isAlive(Number(name.slice(HOLDER_PREFIX.length))))
    if (living) return false
  }
  return false
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return errorCode(error) !== 'ESRCH'
  }
}
