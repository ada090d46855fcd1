// Reference counting of the embedded server. Each of our processes holds a shared advisory lock while it runs. A
// process that exits tries to take the lock exclusively. If that succeeds, no other process uses the server, and it
// stops it. A process that starts at that moment and finds the exclusive lock, or is cut off by the stop, waits until
// the old server has ended and starts a new one.

import { readlinkSync, realpathSync, rmSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { AppError, errorCode, reasonOf } from '../../platform/app-error.ts'
import { ADVISORY_LOCKS } from '../advisory-locks.ts'
import { type DatabaseFolder, SUPERUSER } from './folder.ts'
import { readServerPid } from './pid-file.ts'

/** Taken in the database `postgres`, where nothing else takes locks. */
const IN_USE_LOCK = ADVISORY_LOCKS.embeddedServer
/** Followed by the process id of the holder. */
const HOLDER_PREFIX = 'pro-signal holder '
const STOP_SECONDS = 5
const DEAD_HOLDER_SECONDS = 1

export function connection(folder: DatabaseFolder, database: string): pg.ClientConfig {
  return { host: folder.socketFolder, port: 5432, user: SUPERUSER, password: folder.password, database }
}

export const NO_SERVER = 'no server answers'

/** Returns a connection that holds the lock, or the reason why there is none. */
export async function tryHold(folder: DatabaseFolder): Promise<pg.Client | string> {
  const client = new pg.Client({
    ...connection(folder, 'postgres'),
    application_name: HOLDER_PREFIX + process.pid,
    connectionTimeoutMillis: 5_000,
  })
  // Without a listener, a broken connection would end the process. The `end` event is handled instead.
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
    if (error instanceof AppError) throw error
    if (errorCode(error) === '28P01') {
      throw new AppError(
        'unavailable',
        `The password next to ${folder.path} is wrong for that database: restore the file postgres-password.`,
      )
    }
    const isGone = ['ECONNREFUSED', 'ENOENT'].includes(errorCode(error) ?? '')
    return isGone ? NO_SERVER : reasonOf(error)
  }
}

/** Returns why the server doesn't accept a new connection; undefined if it does. */
export async function tryConnect(folder: DatabaseFolder): Promise<string | undefined> {
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

/** A socket in the folder doesn't prove that the server is ours: it can be moved, linked or left behind. */
function assertServes(folder: DatabaseFolder, answer: { folder: string; pid: number }): void {
  const served = answer.folder.startsWith('/proc/self/')
    ? readlinkSync(`/proc/${answer.pid}/cwd`)
    : realpathSync(answer.folder)
  if (served !== folder.path)
    throw new AppError(
      'unavailable',
      `The server at ${folder.socketFolder} serves ${served}, not ${folder.path}: stop it first.`,
    )
}

/** Releases the lock, and stops the server if none of our other processes uses it. */
export async function leave(folder: DatabaseFolder, holder: pg.Client): Promise<void> {
  try {
    await holder.query('select pg_advisory_unlock_shared($1)', [IN_USE_LOCK])
    const pid = (await isLast(holder)) ? readServerPid(folder.path) : undefined
    // We are connected, so the file belongs to the running server. SIGINT is PostgreSQL's fast shutdown.
    if (pid !== undefined) {
      process.kill(pid, 'SIGINT')
      const deadline = Date.now() + STOP_SECONDS * 1_000
      while (Date.now() < deadline && isAlive(pid)) await sleep(20)
      if (folder.socketFolder !== folder.path) rmSync(folder.socketFolder, { recursive: true, force: true })
    }
  } catch {
    // The server is already gone.
  }
  await holder.end().catch(() => {})
}

/** A process that was just killed holds its lock until the server notices, so this waits for that. */
async function isLast(holder: pg.Client): Promise<boolean> {
  for (const deadline = Date.now() + DEAD_HOLDER_SECONDS * 1_000; Date.now() < deadline; await sleep(20)) {
    const { rows } = await holder.query<{ alone: boolean; others: string[] }>(
      `select pg_try_advisory_lock($1) as alone,
              array(select application_name from pg_stat_activity where application_name like $2 and pid <> pg_backend_pid()) as others`,
      [IN_USE_LOCK, `${HOLDER_PREFIX}%`],
    )
    if (rows[0]?.alone) return true
    const isOtherAlive = rows[0]?.others.some((name) => isAlive(Number(name.slice(HOLDER_PREFIX.length))))
    if (isOtherAlive) return false
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
