// postmaster.pid, PostgreSQL's own lock on its folder. Its first line is the server's process id.

import { readFileSync, readlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { errorCode } from '../../platform/app-error.ts'

export function readServerPid(folder: string): number | undefined {
  try {
    const pid = Number.parseInt(readFileSync(join(folder, 'postmaster.pid'), 'utf8'), 10)
    return pid > 0 ? pid : undefined
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return undefined
    throw error
  }
}

/**
 * After a crash the file may name a process id that some other program has by now (containers start counting anew),
 * and PostgreSQL then refuses to start. A server works in its folder, so a process that works elsewhere is not it.
 * Undefined: it cannot be told.
 */
export function isServerOf(folder: string, pid: number): boolean | undefined {
  try {
    return readlinkSync(`/proc/${pid}/cwd`) === folder
  } catch (error) {
    return errorCode(error) === 'ENOENT' && process.platform === 'linux' ? false : undefined
  }
}

/**
 * Frees the folder from a dead server's lock. The file itself stays, with a process id that cannot exist: its other
 * lines let PostgreSQL find out whether orphans of the dead server still use the shared memory.
 */
export function disownPidFile(folder: string, pid: number): void {
  const file = join(folder, 'postmaster.pid')
  const [found, ...rest] = readFileSync(file, 'utf8').split('\n')
  // A server that has started meanwhile wrote its own.
  if (found !== String(pid)) return
  writeFileSync(file, [IMPOSSIBLE_PID, ...rest].join('\n'))
}

/** Linux counts up to 2^22 at most. */
const IMPOSSIBLE_PID = '99999999'
