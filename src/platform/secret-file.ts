import { randomBytes } from 'node:crypto'
import { chmodSync, chownSync, linkSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { errorCode } from './app-error.ts'
import { makeFolders } from './folders.ts'

/** Writes a file that only its owner can read, whole or not at all. As root it belongs to the owner of its folder. */
export function writeSecretFile(path: string, text: string): void {
  const half = writeHalf(path, text)
  renameSync(half, path)
}

/** The secret in the file, made by `create` when there is none. Of several processes that make it at once, one wins. */
export function readOrCreateSecretFile(path: string, create: () => string): string {
  const found = readSecretFile(path)
  if (found !== undefined) return found
  const half = writeHalf(path, create())
  try {
    linkSync(half, path)
  } catch (error) {
    if (errorCode(error) !== 'EEXIST') throw error
  } finally {
    rmSync(half, { force: true })
  }
  return readFileSync(path, 'utf8').trim()
}

export function readSecretFile(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8').trim()
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return undefined
    throw error
  }
}

function writeHalf(path: string, text: string): string {
  makeFolders(dirname(path), 0o711)
  const half = `${path}.${randomBytes(6).toString('hex')}`
  writeFileSync(half, `${text}\n`, { mode: 0o600, flag: 'wx' })
  chmodSync(half, 0o600)
  if (process.getuid?.() === 0) {
    const folder = statSync(dirname(path))
    chownSync(half, folder.uid, folder.gid)
  }
  return half
}
