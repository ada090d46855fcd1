import { statfsSync } from 'node:fs'

/** The free bytes that this process may use on the disk of a folder. */
export function freeBytes(folder: string): number {
  const { bavail, bsize } = statfsSync(folder)
  return bavail * bsize
}
