import { randomBytes } from 'node:crypto'
import { chmodSync, chownSync, linkSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { AppError, errorCode, reasonOf } from '../app-error.ts'
import { makeFolders } from './make-folders.ts'

/** Writes a file atomically, readable by its owner only. As root, the owner is that of the folder. */
export function writeSecretFile(path: string, text: string): void {
  renameSync(writeTemporary(path, text), path)
}

/**
 * Reads the secret, or creates it. If several processes create it at the same time, one wins and all read the same
 * secret.
 */
export function readOrCreateSecretFile(path: string, create: () => string): string {
  const existing = readSecretFile(path)
  if (existing !== undefined) return existing
  const temporary = writeTemporary(path, create())
  try {
    // Unlike rename, link fails if the file exists.
    linkSync(temporary, path)
  } catch (error) {
    if (errorCode(error) !== 'EEXIST') throw error
  } finally {
    rmSync(temporary, { force: true })
  }
  return readFileSync(path, 'utf8').trim()
}

export function readSecretFile(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8').trim()
  } catch (error) {
    if (['ENOENT', 'ENOTDIR'].includes(errorCode(error) ?? '')) return undefined
    throw new AppError('unavailable', `${path} can't be read (${reasonOf(error)}).`, { cause: error })
  }
}

function writeTemporary(path: string, text: string): string {
  makeFolders(dirname(path), 0o711)
  const temporary = `${path}.${randomBytes(6).toString('hex')}`
  writeFileSync(temporary, `${text}\n`, { mode: 0o600, flag: 'wx' })
  chmodSync(temporary, 0o600)
  if (process.getuid?.() === 0) {
    const folder = statSync(dirname(path))
    chownSync(temporary, folder.uid, folder.gid)
  }
  return temporary
}
