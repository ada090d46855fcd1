import { pipeline, type Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { AppError, errorCode, reasonOf } from '../../platform/app-error.ts'

export const BLOCK_BYTES = 256 * 1024

/**
 * The bytes of a file or of standard input, unzipped where needed. Gzip is known by its first two bytes, whatever the
 * file is called; no text begins with them. Ends early, and without a fault, when it is aborted.
 */
export async function* plainBlocks(
  stored: Readable,
  name: string,
  onRead: (bytes: number) => void,
  signal?: AbortSignal,
): AsyncGenerator<Buffer> {
  const stop = () => stored.destroy()
  signal?.addEventListener('abort', stop)
  try {
    if (signal?.aborted) return
    const blocks = counted(stored, onRead)
    const first = await firstBlock(blocks)
    const all = rejoined(first, blocks)
    const gzipped = first[0] === 0x1f && first[1] === 0x8b
    // Whatever goes wrong comes out where the blocks are taken; the callback only has to be there.
    yield* gzipped ? pipeline(all, createGunzip({ chunkSize: BLOCK_BYTES }), () => {}) : all
  } catch (error) {
    if (!signal?.aborted) throw unreadable(name, error)
  } finally {
    signal?.removeEventListener('abort', stop)
  }
}

async function* counted(stored: Readable, onRead: (bytes: number) => void): AsyncGenerator<Buffer> {
  for await (const block of stored) {
    onRead(block.length)
    yield block
  }
}

/** At least two bytes, unless there are fewer. */
async function firstBlock(blocks: AsyncGenerator<Buffer>): Promise<Buffer> {
  let first = Buffer.alloc(0)
  while (first.length < 2) {
    const next = await blocks.next()
    if (next.done) break
    first = Buffer.concat([first, next.value])
  }
  return first
}

async function* rejoined(first: Buffer, rest: AsyncGenerator<Buffer>): AsyncGenerator<Buffer> {
  yield first
  yield* rest
}

export function unreadable(name: string, error: unknown): AppError {
  const known: Readonly<Record<string, string>> = {
    ENOENT: 'there is no such file',
    EACCES: 'it may not be read by this user',
    EISDIR: 'it is a folder',
    Z_DATA_ERROR: 'its gzip data is damaged',
    Z_BUF_ERROR: 'its gzip data is cut off',
  }
  return new AppError('unavailable', `${name} cannot be read: ${known[errorCode(error) ?? ''] ?? reasonOf(error)}.`, {
    cause: error,
  })
}
