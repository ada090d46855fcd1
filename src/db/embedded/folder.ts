// The embedded database's folder: DATA_DIR/postgres, made by initdb and owned by the user that PostgreSQL runs as.
//
// As root that user is another one, who may not be able to get there: every folder above must let him pass, and a home
// or a folder of mktemp is closed. Opening other people's folders is not ours to do, so the kernel is asked instead: we
// enter the folder before we become that user, and PostgreSQL is told that its data is where it stands, in
// /proc/self/cwd, which leads there without a walk from the root. All its own paths are relative to that.

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
import { makeFolders } from '../../platform/folders.ts'
import { randomBase62 } from '../../platform/ids.ts'
import { readOrCreateSecretFile } from '../../platform/secret-file.ts'
import { type Binaries, findBinaries } from './binaries.ts'
import { canEnter, chooseUser, type RunAs } from './user.ts'

export const SUPERUSER = 'pro_signal'
const NEW_FOLDER_NEEDS_MB = 200
const HALF_PREFIX = 'postgres-new-'
const LEFTOVER_MINUTES = 10
/** sun_path holds 108 bytes on Linux and 104 on macOS, with the closing zero. */
const SOCKET_PATH_BYTES = 103
const SOCKET_NAME = '.s.PGSQL.5432'
/** The working directory of whoever looks. */
const HERE = '/proc/self/cwd'

export interface DatabaseFolder {
  readonly path: string
  /** The same folder as PostgreSQL's user names it; with a working directory of `path` both are the same place. */
  readonly reachedAs: string
  readonly socketFolder: string
  readonly password: string
  readonly logFile: string
  readonly runAs: RunAs
  readonly binaries: Binaries
}

/** Makes the folder ready, by initdb when it is new. */
export function openFolder(dataDir: string): DatabaseFolder {
  try {
    makeDataDir(dataDir)
    removeLeftovers(dataDir)
    const path = join(realpathSync(dataDir), 'postgres')
    const exists = existsSync(path)
    const runAs = chooseUser(exists ? path : undefined)
    const closed = !canEnter(runAs, dirname(path))
    if (closed && !existsSync(HERE)) refuseUnreachable(dirname(path), runAs)
    const binaries = findBinaries(runAs)
    const password = readOrCreateSecretFile(join(dataDir, 'postgres-password'), () => randomBase62(32))
    if (!exists) createCluster({ path, closed, runAs, binaries, password })
    assertVersion(path, binaries)
    return {
      path,
      reachedAs: closed ? HERE : path,
      socketFolder: socketFolder(path),
      password,
      logFile: join(dataDir, 'postgres.log'),
      runAs,
      binaries,
    }
  } catch (error) {
    throw explain(error, dataDir)
  }
}

function makeDataDir(dataDir: string): void {
  const found = statSync(dataDir, { throwIfNoEntry: false })
  if (found && !found.isDirectory())
    throw new AppError('unavailable', `DATA_DIR ${dataDir} is a file: choose a folder.`)
  // Others may pass through, as the database's user must; they see nothing, since every file inside is closed to them.
  if (!found) makeFolders(dataDir, 0o711)
}

/** Whoever was killed during initdb left its half behind. */
function removeLeftovers(dataDir: string): void {
  for (const name of readdirSync(dataDir)) {
    const half = join(dataDir, name)
    if (!name.startsWith(HALF_PREFIX) || Date.now() - statSync(half).mtimeMs < LEFTOVER_MINUTES * 60_000) continue
    rmSync(half, { recursive: true, force: true })
  }
}

function refuseUnreachable(folder: string, runAs: RunAs): never {
  throw new AppError(
    'unavailable',
    `PostgreSQL does not run as root, and user ${runAs.name} cannot reach ${folder}: choose a DATA_DIR outside closed folders, or run as an ordinary user.`,
  )
}

/** initdb works in a folder of its own that gets its name when it is whole, so a crash leaves no half of a database. */
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
  const half = mkdtempSync(join(parent, HALF_PREFIX))
  try {
    writeFileSync(join(half, 'password'), password, { mode: 0o600 })
    mkdirSync(join(half, 'data'), { mode: 0o700 })
    if (runAs.ids)
      for (const file of ['.', 'password', 'data']) chownSync(join(half, file), runAs.ids.uid, runAs.ids.gid)
    const pgdata = join(half, 'data')
    // initdb itself enters its folder half way, so it must stand there from the beginning.
    const args = [
      `--pgdata=${closed ? HERE : pgdata}`,
      `--pwfile=${closed ? `${HERE}/../password` : join(half, 'password')}`,
    ]
    args.push(`--username=${SUPERUSER}`, '--auth=scram-sha-256', '--encoding=UTF8', '--locale=C')
    const made = spawnSync(binaries.initdb, args, { ...runAs.ids, cwd: pgdata, env: PROGRAM_ENV, encoding: 'utf8' })
    if (made.error) throw made.error
    if (made.status !== 0) throw new Error(lastLine(made.stderr) || `initdb ended with ${made.status ?? made.signal}`)
    // The name is taken in one step; of several processes that start at once, the first one's database is used.
    renameSync(join(half, 'data'), path)
  } catch (error) {
    if (!['ENOTEMPTY', 'EEXIST'].includes(errorCode(error) ?? '') || !existsSync(path)) throw error
  } finally {
    rmSync(half, { recursive: true, force: true })
  }
}

/** Nothing of the caller's environment reaches the database: PG* variables would change how it starts. */
export const PROGRAM_ENV = { PATH: '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' }

function assertVersion(path: string, binaries: Binaries): void {
  const found = readFileSync(join(path, 'PG_VERSION'), 'utf8').trim()
  if (found !== binaries.major) {
    throw new AppError(
      'unavailable',
      `${path} was made by PostgreSQL ${found}, and this version brings ${binaries.major}: start it with the version that made it and move the data, or choose another DATA_DIR.`,
    )
  }
}

/** The socket lies in the database folder, which nobody else can enter; where that path is too long, in a short one. */
function socketFolder(path: string): string {
  if (Buffer.byteLength(join(path, SOCKET_NAME)) <= SOCKET_PATH_BYTES) return path
  return join(tmpdir(), `pro-signal-${createHash('sha256').update(path).digest('hex').slice(0, 16)}`)
}

/** Before each start of the server: who stops it removes the short folder. */
export function makeSocketFolder({ path, socketFolder: short, runAs }: DatabaseFolder): void {
  if (short === path) return
  makeFolders(short, 0o700)
  const found = lstatSync(short)
  const owner = runAs.ids?.uid ?? process.getuid?.()
  if (found.uid === 0 && runAs.ids && found.isDirectory()) chownSync(short, runAs.ids.uid, runAs.ids.gid)
  else if (found.uid !== owner || !found.isDirectory()) {
    throw new AppError(
      'unavailable',
      `${short} belongs to somebody else: remove it, or choose a DATA_DIR with a shorter path.`,
    )
  }
}

function explain(error: unknown, dataDir: string): unknown {
  if (error instanceof AppError) return error
  const reason = reasonOf(error)
  if (errorCode(error) === 'ENOSPC' || /no space left/i.test(reason)) return diskFull(dataDir, error)
  const denied = ['EACCES', 'EPERM', 'EROFS', 'ENOTDIR', 'ENOENT'].includes(errorCode(error) ?? '')
  if (denied)
    return new AppError(
      'unavailable',
      `DATA_DIR ${dataDir} cannot be used (${reason}): choose a folder that you can write to.`,
      { cause: error },
    )
  return new AppError('unavailable', `The embedded database in ${dataDir} could not be made ready (${reason}).`, {
    cause: error,
  })
}

export function diskFull(folder: string, cause?: unknown): AppError {
  return new AppError('unavailable', `The disk of ${folder} is full: free some space, then start again.`, { cause })
}

export function lastLine(text: string): string {
  return text.trim().split('\n').at(-1) ?? ''
}
