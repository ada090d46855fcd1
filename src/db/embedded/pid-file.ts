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
 * After a crash, the file may contain a process id that another program has by now (containers count from 1 again), and
 * PostgreSQL then refuses to start. A server's working directory is its folder, so a process that works elsewhere isn't
 * the server. Returns undefined if that can't be determined.
 */
export function isServerOf(folder: string, pid: number): boolean | undefined {
  try {
    return readlinkSync(`/proc/${pid}/cwd`) === folder
  } catch (error) {
    return errorCode(error) === 'ENOENT' && process.platform === 'linux' ? false : undefined
  }
}

/**
 * Releases a dead server's lock on the folder. The file stays, with a process id that can't exist: its other lines tell
 * PostgreSQL whether orphans of the dead server still use the shared memory.
 */
export function releasePidFile(folder: string, pid: number): void {
  const file = join(folder, 'postmaster.pid')
  const [currentPid, ...rest] = readFileSync(file, 'utf8').split('\n')
  // A server that started in the meantime has written its own process id.
  if (currentPid !== String(pid)) return
  writeFileSync(file, [IMPOSSIBLE_PID, ...rest].join('\n'))
}

/** Process ids on Linux are at most 2^22. */
const IMPOSSIBLE_PID = '99999999'
