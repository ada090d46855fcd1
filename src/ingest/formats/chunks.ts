import { pipeline, type Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { errorCode, reasonOf } from '../../platform/app-error.ts'
import { UnreadableFile } from './unreadable-file.ts'

export const CHUNK_BYTES = 256 * 1024

/**
 * The bytes of a file or of standard input, decompressed if they are gzip. Gzip is recognised by its first two bytes,
 * whatever the file is called; no text starts with them. Ends early, without an error, when the signal is aborted.
 */
export async function* readChunks(
  stored: Readable,
  name: string,
  onRead: (bytes: number) => void,
  signal?: AbortSignal,
): AsyncGenerator<Buffer> {
  const stop = () => stored.destroy()
  signal?.addEventListener('abort', stop)
  try {
    if (signal?.aborted) return
    const chunks = counted(stored, onRead)
    const first = await firstChunk(chunks)
    const all = rejoined(first, chunks)
    const gzipped = first[0] === 0x1f && first[1] === 0x8b
    // Errors are thrown where the chunks are consumed; pipeline requires a callback.
    yield* gzipped ? pipeline(all, createGunzip({ chunkSize: CHUNK_BYTES }), () => {}) : all
  } catch (error) {
    if (!signal?.aborted) throw unreadableSource(name, error)
  } finally {
    signal?.removeEventListener('abort', stop)
  }
}

async function* counted(stored: Readable, onRead: (bytes: number) => void): AsyncGenerator<Buffer> {
  for await (const chunk of stored) {
    onRead(chunk.length)
    yield chunk
  }
}

/** At least two bytes, unless the source has fewer. */
async function firstChunk(chunks: AsyncGenerator<Buffer>): Promise<Buffer> {
  let first = Buffer.alloc(0)
  while (first.length < 2) {
    const next = await chunks.next()
    if (next.done) break
    first = Buffer.concat([first, next.value])
  }
  return first
}

async function* rejoined(first: Buffer, rest: AsyncGenerator<Buffer>): AsyncGenerator<Buffer> {
  yield first
  yield* rest
}

export function unreadableSource(name: string, error: unknown): UnreadableFile {
  const reasons: Readonly<Record<string, string>> = {
    ENOENT: 'there is no such file',
    EACCES: 'permission denied',
    EISDIR: 'it is a folder',
    Z_DATA_ERROR: 'the gzip data is damaged',
    Z_BUF_ERROR: 'the gzip data is incomplete',
  }
  return new UnreadableFile(`${name} cannot be read: ${reasons[errorCode(error) ?? ''] ?? reasonOf(error)}.`, error)
}
