// Writes a backup: to a temporary name next to the file, and renamed when all of it is on the disk. So a file with its
// final name is complete, and a killed backup leaves at most a temporary file.

import { randomBytes } from 'node:crypto'
import { existsSync, rmSync, statSync } from 'node:fs'
import { type FileHandle, open, rename } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { constants, createZstdCompress } from 'node:zlib'
import { AppError, errorCode, reasonOf } from '../../platform/app-error.ts'
import { freeBytes } from '../../platform/free-bytes.ts'
import type { Database } from '../database.ts'
import { writeArchive } from './archive.ts'
import { makeHeader, wrap } from './container.ts'
import type { Manifest } from './manifest.ts'
import { openSnapshot } from './snapshot.ts'

/** Measured: 13 % of the size of a database with 200,000 generated signals. */
const LEAST_FREE_SHARE = 1 / 5
const COMPRESSION_LEVEL = 3
export const PARTIAL_SUFFIX = '.partial'

export interface BackupProgress {
  readonly table: string
  /** Of all tables, by their size in the database. */
  readonly share: number
}

interface BackupOptions {
  readonly file: string
  readonly passphrase: string | undefined
  /** The encryption keys, in the format of SECRET_KEYS. Only a sealed backup has them. */
  readonly secretKeys: string | undefined
  readonly onProgress?: (progress: BackupProgress) => void
  readonly signal?: AbortSignal | undefined
}

export interface WrittenBackup {
  readonly bytes: number
  readonly manifest: Omit<Manifest, 'secretKeys'>
}

export async function writeBackup(
  db: Pick<Database, 'direct'>,
  { file, passphrase, secretKeys, onProgress, signal }: BackupOptions,
): Promise<WrittenBackup> {
  if (secretKeys !== undefined && passphrase === undefined) throw new Error('only a sealed backup has keys')
  checkTarget(file)
  const header = await makeHeader(passphrase)
  const snapshot = await openSnapshot(db, secretKeys)
  const temporary = join(dirname(file), `.${basename(file)}.${randomBytes(4).toString('hex')}${PARTIAL_SUFFIX}`)
  try {
    const { manifest } = snapshot
    checkSpace(file, manifest)
    const progress = shareOf(manifest, onProgress)
    const archive = writeArchive(manifest, (name) => snapshot.readTable(name), progress)
    const bytes = await writeFile(temporary, wrap(header, compressed(archive)), signal)
    await rename(temporary, file)
    await syncFolder(dirname(file))
    const { secretKeys: _, ...shown } = manifest
    return { bytes, manifest: shown }
  } catch (error) {
    rmSync(temporary, { force: true })
    throw toBackupError(error, file)
  } finally {
    await snapshot.close()
  }
}

function checkTarget(file: string): void {
  if (existsSync(file))
    throw new AppError('conflict', `${file} exists already, and a backup never overwrites a file: choose another name.`)
  const folder = dirname(file)
  if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory())
    throw new AppError('invalid', `There is no folder ${folder}: create it first.`)
}

function checkSpace(file: string, { tables }: Manifest): void {
  const needed = tables.reduce((sum, { bytes }) => sum + bytes, 0) * LEAST_FREE_SHARE
  const free = freeBytes(dirname(file))
  if (free >= needed) return
  throw new AppError(
    'unavailable',
    `${dirname(file)} has ${inMegabytes(free)} MB free, and the backup may need ${inMegabytes(needed)} MB: free some space, or choose another folder.`,
  )
}

function shareOf({ tables }: Manifest, onProgress: BackupOptions['onProgress']) {
  const all = tables.reduce((sum, { bytes }) => sum + bytes, 0) || 1
  const sizes = new Map(tables.map(({ name, bytes }) => [name, bytes]))
  let before = 0
  let current = { name: '', read: 0 }
  return (name: string, bytes: number) => {
    if (name !== current.name) {
      before = tables
        .slice(
          0,
          tables.findIndex((table) => table.name === name),
        )
        .reduce((sum, t) => sum + t.bytes, 0)
      current = { name, read: 0 }
    }
    current.read += bytes
    onProgress?.({ table: name, share: (before + Math.min(current.read, sizes.get(name) ?? 0)) / all })
  }
}

function compressed(archive: AsyncIterable<Buffer>): AsyncIterable<Buffer> {
  const compress = createZstdCompress({ params: { [constants.ZSTD_c_compressionLevel]: COMPRESSION_LEVEL } })
  const source = Readable.from(archive, { objectMode: false })
  source.on('error', (error) => compress.destroy(error))
  compress.on('close', () => source.destroy())
  return source.pipe(compress)
}

async function writeFile(path: string, chunks: AsyncIterable<Buffer>, signal?: AbortSignal): Promise<number> {
  const handle = await open(path, 'wx', 0o600)
  try {
    const bytes = await writeAll(handle, chunks, signal)
    await handle.sync()
    return bytes
  } finally {
    await handle.close()
  }
}

async function writeAll(handle: FileHandle, chunks: AsyncIterable<Buffer>, signal?: AbortSignal): Promise<number> {
  let bytes = 0
  for await (const chunk of chunks) {
    signal?.throwIfAborted()
    for (let written = 0; written < chunk.length; )
      written += (await handle.write(chunk, written, chunk.length - written)).bytesWritten
    bytes += chunk.length
  }
  return bytes
}

/** The new name is on the disk too. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

function toBackupError(error: unknown, file: string): unknown {
  if (error instanceof AppError) return error
  const code = errorCode(error) ?? ''
  if (code === 'ENOSPC')
    return new AppError('unavailable', `The disk of ${file} is full: free some space, and run the command again.`)
  if (['EACCES', 'EPERM', 'EROFS'].includes(code))
    return new AppError('unavailable', `${file} can't be written (${reasonOf(error)}): choose another folder.`)
  return new AppError('unavailable', `The backup was not written (${reasonOf(error)}).`, { cause: error })
}

const inMegabytes = (bytes: number) => Math.ceil(bytes / 2 ** 20).toLocaleString('en')
