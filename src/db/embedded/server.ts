// The embedded PostgreSQL server: adopted if it is running, otherwise started, and restarted if it dies.
//
// It is a separate process that outlives ours: a service that was killed finds it running and continues. Whether it
// runs is determined by connecting and asking for its folder, never by a process id. PostgreSQL guarantees that there
// are never two servers on one folder (postmaster.pid and the shared memory named in it), and we don't weaken that.

import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { AppError, reasonOf, stoppedWhileStarting } from '../../platform/app-error.ts'
import type { Logger } from '../../platform/logger.ts'
import { type DatabaseFolder, openFolder } from './folder.ts'
import { launch, type ServerProcess, throwIfPermanent } from './launch.ts'
import { isServerOf, readServerPid, releasePidFile } from './pid-file.ts'
import { connection, leave, NO_SERVER, tryConnect, tryHold } from './server-lock.ts'

/** Crash recovery replays at most max_wal_size, which takes seconds. A server that takes longer than this hangs. */
const START_SECONDS = 60

export interface EmbeddedServer {
  readonly folder: DatabaseFolder
  connection(database: string): pg.ClientConfig
  /** Disconnects, and stops the server if none of our other processes uses it. */
  close(): Promise<void>
}

interface EmbeddedOptions {
  readonly dataDir: string
  readonly log: Logger
  readonly signal?: AbortSignal | undefined
}

export async function openEmbedded({ dataDir, log, signal }: EmbeddedOptions): Promise<EmbeddedServer> {
  const folder = openFolder(dataDir)
  if (folder.binaries.copiedTo)
    log.info(`PostgreSQL runs from ${folder.binaries.copiedTo}, which ${folder.runAs.name} can reach`)
  let closing = false
  let holder = await connectOrStart(folder, log, signal)
  let recovery: Promise<void> | undefined
  watch()
  // The open connection can't notice that the server accepts no new ones.
  const probe = setInterval(async () => {
    const answer = await tryConnect(folder)
    if (!closing && answer !== undefined && SHUTTING_DOWN.test(answer)) forceStop(folder, log)
  }, PROBE_MS).unref()

  function watch(): void {
    holder.once('end', () => {
      if (closing) return
      log.warn('the embedded database ended; restarting it')
      recovery = recover()
    })
  }

  async function recover(): Promise<void> {
    for (let tries = 0; !closing; tries++) {
      try {
        holder = await connectOrStart(folder, log)
        log.info('the embedded database is back')
        return watch()
      } catch (error) {
        log.error(`the embedded database can't be started: ${reasonOf(error)}`)
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

/** Connects to the folder's server, starts one if there is none, and returns the connection that holds the lock. */
async function connectOrStart(folder: DatabaseFolder, log: Logger, signal?: AbortSignal): Promise<pg.Client> {
  const deadline = Date.now() + START_SECONDS * 1_000
  let started: ServerProcess | undefined
  let reason = ''
  try {
    for (let stoppingSince = Number.POSITIVE_INFINITY; Date.now() < deadline; ) {
      if (signal?.aborted) throw stoppedWhileStarting()
      const outcome = await tryHold(folder)
      if (outcome instanceof pg.Client) return outcome
      stoppingSince = SHUTTING_DOWN.test(outcome) ? Math.min(stoppingSince, Date.now()) : Number.POSITIVE_INFINITY
      if (Date.now() - stoppingSince > STUCK_MS) forceStop(folder, log)
      const failure = started?.failure()
      reason = failure ?? outcome
      if (outcome === NO_SERVER && (started === undefined || failure !== undefined)) {
        if (failure !== undefined) {
          throwIfPermanent(failure, folder)
          clearStaleLock(failure, folder, log)
          await sleep(250)
        }
        started = launch(folder)
      }
      await sleep(30)
    }
  } catch (error) {
    // Don't leave behind a server that we can't use.
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
const STUCK_MS = 2_000
const PROBE_MS = 5_000

/**
 * After a plain kill (SIGTERM), PostgreSQL accepts no new connections and waits until the last one is closed. Ours stay
 * open, so that would take forever. SIGINT stops it now, and it is restarted.
 */
function forceStop(folder: DatabaseFolder, log: Logger): void {
  const pid = readServerPid(folder.path)
  if (pid === undefined || isServerOf(folder.path, pid) !== true) return
  log.warn('the embedded database was asked to stop and waits for its connections: stopping it now')
  process.kill(pid, 'SIGINT')
}

function clearStaleLock(failure: string, folder: DatabaseFolder, log: Logger): void {
  if (!/lock file "postmaster\.pid" already exists/.test(failure)) return
  const pid = readServerPid(folder.path)
  if (pid === undefined || isServerOf(folder.path, pid) !== false) return
  log.warn(`process ${pid} is not the server that locked ${folder.path}; taking over the lock`)
  releasePidFile(folder.path, pid)
}
