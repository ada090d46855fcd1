// Starts the server's process, and reads from its log why it ended.

import { spawn } from 'node:child_process'
import { closeSync, fstatSync, openSync, readFileSync, renameSync, statSync } from 'node:fs'
import { totalmem } from 'node:os'
import { AppError, reasonOf } from '../../platform/app-error.ts'
import { type DatabaseFolder, diskFull, makeSocketFolder, PROGRAM_ENV } from './folder.ts'

export const EMBEDDED_CONNECTIONS = 200
const LOG_FILE_MB = 16

export interface ServerProcess {
  /** Why the server ended; undefined while it starts or runs. */
  failure(): string | undefined
  stop(): void
}

/** Starts the server detached, so that Ctrl-C reaches only our process and we can drain before it stops. */
export function launch(folder: DatabaseFolder): ServerProcess {
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
    failure = fatalLine(folder.logFile, from) ?? 'it ended without a message'
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
    shared_buffers: `${sharedBuffersMb()}MB`,
    max_wal_size: '2GB',
    timezone: 'UTC',
    log_timezone: 'UTC',
    log_line_prefix: '%m [%p] ',
    log_checkpoints: 'off',
    jit: 'off',
  }
  return ['-D', folder.reachedAs, ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])]
}

/**
 * An eighth of the memory that this process may use. PostgreSQL's manual suggests a quarter for a dedicated machine.
 * Data that doesn't fit is read from the system's cache, which takes several times as long.
 */
export function sharedBuffersMb(memory = Math.min(totalmem(), process.constrainedMemory() || Infinity)): number {
  return Math.round(Math.min(Math.max(memory / 8 / 2 ** 20, 128), 2_048))
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

/** The last fatal message of this server process, which began to log at `from`. */
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

/** Throws on failures that a retry can't fix. */
export function throwIfPermanent(failure: string, folder: DatabaseFolder): void {
  if (/no space left/i.test(failure)) throw diskFull(folder.path)
  if (/has invalid permissions|has wrong ownership/i.test(failure)) {
    const { name } = folder.runAs
    throw new AppError(
      'unavailable',
      `The embedded database can't use ${folder.path} (${failure}). The folder must belong to ${name} and to nobody else: chown -R ${name} ${folder.path} && chmod 700 ${folder.path}`,
    )
  }
  if (/permission denied|read-only file system|ENOENT|EACCES/i.test(failure)) {
    throw new AppError('unavailable', `The embedded database can't use ${folder.path} (${failure}).`)
  }
}
