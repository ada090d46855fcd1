// The embedded PostgreSQL server: started when nobody runs it, adopted when somebody does, started again when it dies.
//
// It is a process of its own that outlives us: a killed service finds it running and goes on. Whether a server runs is
// decided by connecting to it and asking for its folder, never by a process id. That there are never two on one
// folder is PostgreSQL's own guarantee (postmaster.pid and the shared memory named in it), which we never weaken.
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { AppError, reasonOf, stoppedWhileStarting } from '../../platform/app-error.ts'
import type { Logger } from '../../platform/log.ts'
import { type DatabaseFolder, openFolder } from './folder.ts'
import { connection, leave, NOBODY_THERE, tryConnect, tryHold } from './holder.ts'
import { type Attempt, giveUpOn, launch } from './launch.ts'
import { disownPidFile, isServerOf, readServerPid } from './pid-file.ts'

/** Recovery after a crash replays at most max_wal_size, which takes seconds; more than this is a server that hangs. */
const START_SECONDS = 60

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
  throw new AppError(
    'unavailable',
    `The embedded database in ${folder.path} did not start within ${START_SECONDS} s (${reason}); its log is ${folder.logFile}.`,
  )
}

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

function clearStaleLock(failure: string, folder: DatabaseFolder, log: Logger): void {
  if (!/lock file "postmaster\.pid" already exists/.test(failure)) return
  const pid = readServerPid(folder.path)
  if (pid === undefined || isServerOf(folder.path, pid) !== false) return
  log.warn(`process ${pid} is not the database that ${folder.path} was locked by; taking the lock over`)
  disownPidFile(folder.path, pid)
}
