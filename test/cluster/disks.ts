// Disks that can be filled without harming anybody else: file systems in memory, of a size of their own.

import { execFile, spawnSync } from 'node:child_process'
import { closeSync, openSync, rmSync, statfsSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { errorCode } from '../../src/platform/app-error.ts'
import { cleanup } from '../harness/cleanup.ts'
import { temporaryFolder } from '../harness/folders.ts'

/** Of 4 GiB, which the log of a busy database doesn't fill by itself. */
export const DATABASE_DISK_MB = 4_096
export const NODE_DISK_MB = 512

/** A folder on a disk of its own. Undefined where mounting isn't allowed. */
export function smallDisk(megabytes: number): string | undefined {
  const folder = temporaryFolder()
  const options = `size=${megabytes}m,mode=755`
  if (spawnSync('mount', ['-t', 'tmpfs', '-o', options, 'tmpfs', folder]).status !== 0) return undefined
  // What still uses it doesn't keep it: it is gone with the last process.
  cleanup(() => spawnSync('umount', ['--lazy', folder]))
  return folder
}

/** Leaves not a byte. Returns what frees it again. */
export async function fill(disk: string): Promise<() => void> {
  const file = join(disk, 'filler')
  const { bavail, bsize } = statfsSync(disk)
  // It may be too much by now; then the file stays empty.
  await promisify(execFile)('fallocate', ['-l', String(bavail * bsize - 2 ** 24), file]).catch(() => {})
  const fd = openSync(file, 'a')
  let part = Buffer.alloc(2 ** 24)
  while (part.length > 0) {
    try {
      writeSync(fd, part)
    } catch (error) {
      if (errorCode(error) !== 'ENOSPC') throw error
      part = part.subarray(part.length / 2 + 1)
    }
  }
  closeSync(fd)
  return () => rmSync(file, { force: true })
}
