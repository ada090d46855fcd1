// The embedded database's folder: DATA_DIR/postgres, created by initdb and owned by the user that PostgreSQL runs as.
//
// If we run as root, that is another user, who may not be able to reach the folder: every parent must be passable, and
// a home directory or a folder of mktemp isn't. We don't change the permissions of other folders. Instead we enter the
// folder before we switch to that user, and pass /proc/self/cwd to PostgreSQL as its data folder, which the kernel
// resolves without walking from the root. All its own paths are relative to that.

import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  chownSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statfsSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { AppError, errorCode, reasonOf } from '../../platform/app-error.ts'
import { makeFolders } from '../../platform/config/make-folders.ts'
import { readOrCreateSecretFile } from '../../platform/config/secret-file.ts'
import { randomBase62 } from '../../platform/ids.ts'
import { type Binaries, findBinaries, locatePackage } from './binaries.ts'
import { canEnter, chooseUser, type RunAs } from './user.ts'

export const SUPERUSER = 'pro_signal'
const NEW_FOLDER_NEEDS_MB = 200
const TEMPORARY_PREFIX = 'postgres-new-'
const LEFTOVER_MINUTES = 10
/** sun_path has 108 bytes on Linux and 104 on macOS, including the terminating zero. */
const MAX_SOCKET_PATH_BYTES = 103
const SOCKET_NAME = '.s.PGSQL.5432'
/** The working directory of the process that resolves it. */
const WORKING_DIRECTORY = '/proc/self/cwd'

export interface DatabaseFolder {
  readonly path: string
  /** The same folder, as PostgreSQL's user names it. With `path` as the working directory, both are the same place. */
  readonly reachedAs: string
  readonly socketFolder: string
  readonly password: string
  readonly logFile: string
  readonly runAs: RunAs
  readonly binaries: Binaries
}

/** Prepares the folder, and runs initdb if it is new. */
export function openFolder(dataDir: string): DatabaseFolder {
  try {
    makeDataDir(dataDir)
    removeLeftovers(dataDir)
    const path = join(realpathSync(dataDir), 'postgres')
    const exists = existsSync(path)
    const runAs = chooseUser(exists ? path : undefined)
    const closed = !canEnter(runAs, dirname(path))
    if (closed && !existsSync(WORKING_DIRECTORY)) rejectUnreachable(dirname(path), runAs)
    const binaries = findBinaries(runAs)
    const password = readOrCreateSecretFile(join(dataDir, 'postgres-password'), () => randomBase62(32))
    if (!exists) createCluster({ path, closed, runAs, binaries, password })
    assertVersion(path, binaries)
    return {
      path,
      reachedAs: closed ? WORKING_DIRECTORY : path,
      socketFolder: socketFolder(path),
      password,
      logFile: join(dataDir, 'postgres.log'),
      runAs,
      binaries,
    }
  } catch (error) {
    throw toFolderError(error, dataDir)
  }
}

function makeDataDir(dataDir: string): void {
  const stats = statSync(dataDir, { throwIfNoEntry: false })
  if (stats && !stats.isDirectory())
    throw new AppError('unavailable', `DATA_DIR ${dataDir} is a file: choose a folder.`)
  // Other users, such as the database's, can pass through, but can't list it or read its files.
  if (!stats) makeFolders(dataDir, 0o711)
}

/** Removes leftovers of processes that were killed during initdb. */
function removeLeftovers(dataDir: string): void {
  for (const name of readdirSync(dataDir)) {
    const leftover = join(dataDir, name)
    if (!name.startsWith(TEMPORARY_PREFIX) || Date.now() - statSync(leftover).mtimeMs < LEFTOVER_MINUTES * 60_000)
      continue
    rmSync(leftover, { recursive: true, force: true })
  }
}

function rejectUnreachable(folder: string, runAs: RunAs): never {
  throw new AppError(
    'unavailable',
    `PostgreSQL doesn't run as root, and user ${runAs.name} can't reach ${folder}: choose a DATA_DIR outside closed folders, or run as an ordinary user.`,
  )
}

/** initdb works in a temporary folder that is renamed when it is complete, so a crash never leaves half a database. */
function createCluster(cluster: {
  path: string
  closed: boolean
  runAs: RunAs
  binaries: Binaries
  password: string
}): void {
  const { path, closed, runAs, binaries, password } = cluster
  const parent = dirname(path)
  const { bavail, bsize } = statfsSync(parent)
  const freeMb = Math.floor((bavail * bsize) / 2 ** 20)
  if (freeMb < NEW_FOLDER_NEEDS_MB) {
    throw new AppError(
      'unavailable',
      `${parent} has ${freeMb} MB free, and a new database needs ${NEW_FOLDER_NEEDS_MB} MB: free some space or choose another DATA_DIR.`,
    )
  }
  const temporary = mkdtempSync(join(parent, TEMPORARY_PREFIX))
  try {
    writeFileSync(join(temporary, 'password'), password, { mode: 0o600 })
    mkdirSync(join(temporary, 'data'), { mode: 0o700 })
    if (runAs.ids)
      for (const file of ['.', 'password', 'data']) chownSync(join(temporary, file), runAs.ids.uid, runAs.ids.gid)
    const pgdata = join(temporary, 'data')
    // initdb changes into its folder halfway through, so it must start there for the relative path to stay valid.
    const args = [
      `--pgdata=${closed ? WORKING_DIRECTORY : pgdata}`,
      `--pwfile=${closed ? `${WORKING_DIRECTORY}/../password` : join(temporary, 'password')}`,
    ]
    args.push(`--username=${SUPERUSER}`, '--auth=scram-sha-256', '--encoding=UTF8', '--locale=C')
    const result = spawnSync(binaries.initdb, args, { ...runAs.ids, cwd: pgdata, env: PROGRAM_ENV, encoding: 'utf8' })
    if (result.error) throw result.error
    if (result.status !== 0)
      throw new Error(lastLine(result.stderr) || `initdb exited with ${result.status ?? result.signal}`)
    // Atomic: if several processes start at the same time, the first one's database is used.
    renameSync(join(temporary, 'data'), path)
  } catch (error) {
    if (!['ENOTEMPTY', 'EEXIST'].includes(errorCode(error) ?? '') || !existsSync(path)) throw error
  } finally {
    rmSync(temporary, { recursive: true, force: true })
  }
}

/** The caller's environment is not passed on: PG* variables would change how the database starts. */
export const PROGRAM_ENV = { PATH: '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' }

/** The major versions of PostgreSQL: that of the folder's database, if it has one, and the one that is included. */
export function readMajors(dataDir: string): { readonly folder: string | undefined; readonly included: string } {
  const file = join(dataDir, 'postgres/PG_VERSION')
  const folder = existsSync(file) ? readFileSync(file, 'utf8').trim() : undefined
  return { folder, included: locatePackage().version.split('.')[0] ?? '' }
}

function assertVersion(path: string, binaries: Binaries): void {
  const version = readFileSync(join(path, 'PG_VERSION'), 'utf8').trim()
  if (version !== binaries.major) {
    throw new AppError(
      'unavailable',
      `${path} was created by PostgreSQL ${version}, and this version includes ${binaries.major}. Two commands move the data: with the version that opened it last, bin/pro-signal backup over.backup; then with this one, DATA_DIR=NEW-FOLDER bin/pro-signal restore over.backup. Copy the file secret-key into the new folder too, unless the backup is sealed.`,
    )
  }
}

/** The socket is in the database folder, which other users can't enter, or in a short one if that path is too long. */
function socketFolder(path: string): string {
  if (Buffer.byteLength(join(path, SOCKET_NAME)) <= MAX_SOCKET_PATH_BYTES) return path
  return join(tmpdir(), `pro-signal-${createHash('sha256').update(path).digest('hex').slice(0, 16)}`)
}

/** Called before each start of the server, because the process that stops it removes the short folder. */
export function makeSocketFolder({ path, socketFolder: short, runAs }: DatabaseFolder): void {
  if (short === path) return
  makeFolders(short, 0o700)
  const stats = lstatSync(short)
  const owner = runAs.ids?.uid ?? process.getuid?.()
  if (stats.uid === 0 && runAs.ids && stats.isDirectory()) chownSync(short, runAs.ids.uid, runAs.ids.gid)
  else if (stats.uid !== owner || !stats.isDirectory()) {
    throw new AppError(
      'unavailable',
      `${short} belongs to another user: remove it, or choose a DATA_DIR with a shorter path.`,
    )
  }
}

function toFolderError(error: unknown, dataDir: string): unknown {
  if (error instanceof AppError) return error
  const reason = reasonOf(error)
  if (errorCode(error) === 'ENOSPC' || /no space left/i.test(reason)) return diskFull(dataDir, error)
  const denied = ['EACCES', 'EPERM', 'EROFS', 'ENOTDIR', 'ENOENT'].includes(errorCode(error) ?? '')
  if (denied)
    return new AppError(
      'unavailable',
      `DATA_DIR ${dataDir} can't be used (${reason}): choose a folder that you can write to.`,
      { cause: error },
    )
  return new AppError('unavailable', `The embedded database in ${dataDir} couldn't be prepared (${reason}).`, {
    cause: error,
  })
}

export function diskFull(folder: string, cause?: unknown): AppError {
  return new AppError('unavailable', `The disk of ${folder} is full: free some space, then restart.`, { cause })
}

function lastLine(text: string): string {
  return text.trim().split('\n').at(-1) ?? ''
}
