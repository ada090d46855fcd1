// The embedded database's folder: DATA_DIR/postgres, made by initdb and owned by the user that PostgreSQL runs as.

import { spawnSync } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import {
  chmodSync,
  chownSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statfsSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { errorCode, Fault, reasonOf } from '../../platform/fault.ts'
import { randomBase62 } from '../../platform/ids.ts'
import { readOrCreateSecretFile } from '../../platform/secret-file.ts'
import { type Binaries, findBinaries } from './binaries.ts'
import { canEnter, chooseUser, type RunAs } from './user.ts'

export const SUPERUSER = 'pro_signal'
const NEW_FOLDER_NEEDS_MB = 200
/** sun_path holds 108 bytes on Linux and 104 on macOS, with the closing zero. */
const SOCKET_PATH_BYTES = 103
const SOCKET_NAME = '.s.PGSQL.5432'

export interface DatabaseFolder {
  /** Its real path: what the server reports as data_directory. */
  readonly path: string
  readonly socketFolder: string
  readonly password: string
  readonly logFile: string
  readonly runAs: RunAs
  readonly binaries: Binaries
  /** What a person should know about where things are, in sentences. */
  readonly notes: readonly string[]
}

/** Makes the folder ready, by initdb when it is new. An explicit DATA_DIR is used or refused, never replaced. */
export function openFolder(dataDir: string, explicit: boolean): DatabaseFolder {
  const notes: string[] = []
  try {
    makeDataDir(dataDir)
    const link = join(dataDir, 'postgres')
    const exists = existsSync(link)
    const runAs = chooseUser(exists ? link : undefined)
    const parent = exists ? dirname(realpathSync(link)) : chooseParent(dataDir, explicit, runAs, notes)
    if (!canEnter(runAs, parent)) refuseUnreachable(parent, runAs)
    const binaries = findBinaries(runAs)
    if (binaries.copiedTo)
      notes.push(`${runAs.name} cannot reach the programs in this folder, so they run from ${binaries.copiedTo}.`)
    const password = readOrCreateSecretFile(join(dataDir, 'postgres-password'), () => randomBase62(32))
    if (!exists) createCluster({ link, parent, runAs, binaries, password })
    const path = realpathSync(link)
    assertVersion(path, binaries)
    return {
      path,
      socketFolder: socketFolder(path, runAs),
      password,
      logFile: join(dataDir, 'postgres.log'),
      runAs,
      binaries,
      notes,
    }
  } catch (error) {
    throw explain(error, dataDir)
  }
}

function makeDataDir(dataDir: string): void {
  if (!existsSync(dataDir)) {
    // Others may pass through, as the database's user must; they see nothing, since every file inside is closed to them.
    mkdirSync(dataDir, { recursive: true, mode: 0o711 })
    return
  }
  const { mode, uid } = statSync(dataDir)
  if (!statSync(dataDir).isDirectory()) throw new Fault(`DATA_DIR ${dataDir} is a file: choose a folder.`)
  if (process.getuid?.() === 0 && uid === 0 && (mode & 0o001) === 0) chmodSync(dataDir, (mode & 0o7777) | 0o011)
}

/** Where the database folder is to be: in DATA_DIR, or, where its user cannot get there, in a place of the system's. */
function chooseParent(dataDir: string, explicit: boolean, runAs: RunAs, notes: string[]): string {
  if (canEnter(runAs, dataDir)) return dataDir
  if (explicit) refuseUnreachable(dataDir, runAs)
  const parent = '/var/lib/pro-signal'
  mkdirSync(parent, { recursive: true, mode: 0o711 })
  notes.push(
    `${runAs.name} cannot reach ${dataDir}, so the database is kept in ${parent}; ${join(dataDir, 'postgres')} links to it.`,
  )
  return parent
}

function refuseUnreachable(folder: string, runAs: RunAs): never {
  throw new Fault(
    `PostgreSQL does not run as root, and user ${runAs.name} cannot reach ${folder}: choose a DATA_DIR outside closed folders, open them for passing through (chmod o+x), or run as an ordinary user.`,
  )
}

/** initdb works in a folder of its own that gets its name when it is whole, so a crash leaves no half of a database. */
function createCluster(cluster: {
  link: string
  parent: string
  runAs: RunAs
  binaries: Binaries
  password: string
}): void {
  const { link, parent, runAs, binaries, password } = cluster
  const freeMb = Math.floor((statfsSync(parent).bavail * statfsSync(parent).bsize) / 2 ** 20)
  if (freeMb < NEW_FOLDER_NEEDS_MB) {
    throw new Fault(
      `${parent} has ${freeMb} MB free, and a new database needs ${NEW_FOLDER_NEEDS_MB} MB: free some space or choose another DATA_DIR.`,
    )
  }
  const half = mkdtempSync(join(parent, 'postgres-new-'))
  try {
    const passwordFile = join(half, 'password')
    writeFileSync(passwordFile, password, { mode: 0o600 })
    const pgdata = join(half, 'data')
    mkdirSync(pgdata, { mode: 0o700 })
    if (runAs.ids) for (const path of [half, passwordFile, pgdata]) chownSync(path, runAs.ids.uid, runAs.ids.gid)
    const args = [
      '-D',
      pgdata,
      '-U',
      SUPERUSER,
      `--pwfile=${passwordFile}`,
      '--auth=scram-sha-256',
      '--encoding=UTF8',
      '--locale=C',
    ]
    const made = spawnSync(binaries.initdb, args, { ...runAs.ids, cwd: '/', env: PROGRAM_ENV, encoding: 'utf8' })
    if (made.error) throw made.error
    if (made.status !== 0) throw new Error(lastLine(made.stderr) || `initdb ended with ${made.status ?? made.signal}`)
    // The name is taken in one step; of several processes that start at once, the first one's database is used.
    if (parent === dirname(link)) {
      renameSync(pgdata, link)
    } else {
      const own = join(parent, `data-${randomBytes(4).toString('hex')}`)
      renameSync(pgdata, own)
      try {
        symlinkSync(own, link)
      } catch (error) {
        rmSync(own, { recursive: true, force: true })
        throw error
      }
    }
  } catch (error) {
    if (!['ENOTEMPTY', 'EEXIST'].includes(errorCode(error) ?? '') || !existsSync(link)) throw error
  } finally {
    rmSync(half, { recursive: true, force: true })
  }
}

/** Nothing of the caller's environment reaches the database: PG* variables would change how it starts. */
export const PROGRAM_ENV = { PATH: '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' }

function assertVersion(path: string, binaries: Binaries): void {
  const found = readFileSync(join(path, 'PG_VERSION'), 'utf8').trim()
  if (found !== binaries.major) {
    throw new Fault(
      `${path} was made by PostgreSQL ${found}, and this version brings ${binaries.major}: start it with the version that made it and move the data, or choose another DATA_DIR.`,
    )
  }
}

/** The socket lies in the database folder, which nobody else can enter; where that path is too long, in a short one. */
function socketFolder(path: string, runAs: RunAs): string {
  if (Buffer.byteLength(join(path, SOCKET_NAME)) <= SOCKET_PATH_BYTES) return path
  const short = join(tmpdir(), `pro-signal-${createHash('sha256').update(path).digest('hex').slice(0, 16)}`)
  mkdirSync(short, { recursive: true, mode: 0o700 })
  const found = lstatSync(short)
  const owner = runAs.ids?.uid ?? process.getuid?.()
  if (found.uid === 0 && runAs.ids && found.isDirectory()) chownSync(short, runAs.ids.uid, runAs.ids.gid)
  else if (found.uid !== owner || !found.isDirectory()) {
    throw new Fault(`${short} belongs to somebody else: remove it, or choose a DATA_DIR with a shorter path.`)
  }
  return short
}

function explain(error: unknown, dataDir: string): unknown {
  if (error instanceof Fault) return error
  const reason = reasonOf(error)
  if (errorCode(error) === 'ENOSPC' || /no space left/i.test(reason)) return diskFull(dataDir, error)
  const denied = ['EACCES', 'EPERM', 'EROFS', 'ENOTDIR'].includes(errorCode(error) ?? '')
  if (denied)
    return new Fault(`DATA_DIR ${dataDir} cannot be used (${reason}): choose a folder that you can write to.`, {
      cause: error,
    })
  return new Fault(`The embedded database in ${dataDir} could not be made ready (${reason}).`, { cause: error })
}

export function diskFull(folder: string, cause?: unknown): Fault {
  return new Fault(`The disk of ${folder} is full: free some space, then start again.`, { cause })
}

export function lastLine(text: string): string {
  return text.trim().split('\n').at(-1) ?? ''
}
