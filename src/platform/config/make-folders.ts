import { mkdirSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { errorCode } from '../app-error.ts'

/** Like `mkdir -p`. Node's own recursive mkdir never returns under /proc. */
export function makeFolders(path: string, mode: number): void {
  if (statSync(path, { throwIfNoEntry: false })?.isDirectory()) return
  const parent = dirname(path)
  if (parent !== path) makeFolders(parent, mode)
  try {
    mkdirSync(path, { mode })
  } catch (error) {
    // Another process created it first.
    if (errorCode(error) !== 'EEXIST' || !statSync(path).isDirectory()) throw error
  }
}
