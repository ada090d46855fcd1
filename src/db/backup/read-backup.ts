import { createReadStream } from 'node:fs'
import { basename } from 'node:path'
import { Readable } from 'node:stream'
import { createZstdDecompress } from 'node:zlib'
import { AppError, errorCode, reasonOf } from '../../platform/app-error.ts'
import { type ArchiveReader, readArchive, type TableTotals } from './archive.ts'
import { damaged, unwrap } from './container.ts'
import type { Manifest } from './manifest.ts'

export interface CheckedBackup {
  readonly manifest: Manifest
  readonly tables: ReadonlyMap<string, TableTotals>
}

/** Reads all of a backup, and throws if anything in it is missing or changed. */
export async function verifyBackup(
  file: string,
  passphrase: string | undefined,
  onBytes: (bytes: number) => void = () => {},
): Promise<CheckedBackup> {
  let manifest: Manifest | undefined
  const tables = await readBackup(
    file,
    passphrase,
    {
      async manifest(read) {
        manifest = read
      },
      async table(_name, rows) {
        for await (const _ of rows);
      },
    },
    onBytes,
  )
  return { manifest: manifest as Manifest, tables }
}

/** Reads all of a backup. What the reader gets may be relied on only when this has resolved. */
export async function readBackup(
  file: string,
  passphrase: string | undefined,
  reader: ArchiveReader,
  onBytes: (bytes: number) => void = () => {},
): Promise<ReadonlyMap<string, TableTotals>> {
  const name = basename(file)
  const source = createReadStream(file, { highWaterMark: 256 * 1_024 })
  const decompress = createZstdDecompress()
  const frames = Readable.from(unwrap(counted(source, onBytes), passphrase, name), { objectMode: false })
  frames.on('error', (error) => decompress.destroy(error))
  try {
    const tables = await readArchive(frames.pipe(decompress), name, reader)
    // The archive ends before the checksum of the file does.
    await ended(frames)
    return tables
  } catch (error) {
    throw toReadError(error, file)
  } finally {
    for (const stream of [decompress, frames, source]) stream.destroy()
  }
}

async function* counted(source: AsyncIterable<Buffer>, onBytes: (bytes: number) => void): AsyncGenerator<Buffer> {
  for await (const chunk of source) {
    onBytes(chunk.length)
    yield chunk
  }
}

async function ended(frames: Readable): Promise<void> {
  if (frames.readableEnded) return
  await new Promise<void>((resolve, reject) => {
    frames.once('end', resolve).once('error', reject).once('close', resolve)
  })
  if (frames.errored) throw frames.errored
}

function toReadError(error: unknown, file: string): unknown {
  if (error instanceof AppError) return error
  const code = errorCode(error) ?? ''
  if (code.startsWith('ZSTD_') || code === 'Z_BUF_ERROR' || code === 'ERR_STREAM_PREMATURE_CLOSE')
    return damaged(basename(file), error)
  if (code === 'ENOENT') return new AppError('not_found', `There is no file ${file}.`)
  if (['EACCES', 'EISDIR', 'EIO'].includes(code))
    return new AppError('unavailable', `${file} can't be read (${reasonOf(error)}).`, { cause: error })
  return error
}
