// An index on disk, for a warm start: a header, the texts as JSON, the columns as they are in memory, and checksums of
// both. A snapshot that is not exactly as expected is ignored; it never makes the index wrong.

import { closeSync, fsyncSync, openSync, readSync, renameSync, rmSync, writeSync } from 'node:fs'
import { crc32 } from 'node:zlib'
import editions from '../../../platform/rule-editions.json' with { type: 'json' }
import type { Checkpoint } from './checkpoint.ts'
import { type ColumnName, type Sizes, UNSAVED } from './columns.ts'
import type { BuiltIndex, IndexTexts } from './encoding.ts'
import { allocate, type IndexMemory } from './memory.ts'
import type { MemoryBudget } from './memory-budget.ts'
import { type Shard, WHOLE } from './sharding.ts'

interface Header {
  /** The rules by which the index was built, and by which its numbers are read. */
  readonly edition: string
  readonly checkpoint: Checkpoint
  /** Which companies it has. Absent: all of them. */
  readonly shard?: Shard
  readonly sizes: Sizes
  readonly textBytes: number
  readonly textChecksum: number
  readonly columnChecksum: number
}

const HEADER_BYTES = 4_096
const CHUNK_BYTES = 4 * 1024 * 1024

export function writeSnapshot(file: string, { memory, texts }: BuiltIndex, checkpoint: Checkpoint, shard: Shard): void {
  const text = Buffer.from(JSON.stringify(texts))
  const temporary = `${file}.${process.pid}.tmp`
  const fd = openSync(temporary, 'w', 0o600)
  try {
    let at = HEADER_BYTES
    at += writeSync(fd, text, 0, text.length, at)
    let columnChecksum = 0
    const buffer = Buffer.allocUnsafeSlow(CHUNK_BYTES)
    for (const chunk of chunksOf(memory)) {
      // Another thread may change the memory meanwhile. The copy makes sure that the checksum matches what is written.
      const copy = buffer.subarray(0, chunk.length)
      copy.set(chunk)
      columnChecksum = crc32(copy, columnChecksum)
      at += writeSync(fd, copy, 0, copy.length, at)
    }
    const header: Header = {
      edition: editions.index,
      checkpoint,
      shard,
      sizes: memory.layout.sizes,
      textBytes: text.length,
      textChecksum: crc32(text),
      columnChecksum,
    }
    writeSync(fd, JSON.stringify(header).padEnd(HEADER_BYTES), 0)
    fsyncSync(fd)
  } catch (error) {
    rmSync(temporary, { force: true })
    throw error
  } finally {
    closeSync(fd)
  }
  renameSync(temporary, file)
}

/** Undefined if there is no valid snapshot of this shard. */
export function readSnapshot(
  file: string,
  shard: Shard,
  budget?: MemoryBudget,
): (BuiltIndex & { readonly checkpoint: Checkpoint }) | undefined {
  let fd: number
  try {
    fd = openSync(file, 'r')
  } catch {
    return undefined
  }
  try {
    const header = JSON.parse(read(fd, 0, Buffer.alloc(HEADER_BYTES)).toString()) as Header
    if (header.edition !== editions.index) return undefined
    const { number, of } = header.shard ?? WHOLE
    if (number !== shard.number || of !== shard.of) return undefined
    const text = read(fd, HEADER_BYTES, Buffer.alloc(header.textBytes))
    if (crc32(text) !== header.textChecksum) return undefined
    const memory = allocate(header.sizes, budget)
    let at = HEADER_BYTES + header.textBytes
    let checksum = 0
    const buffer = Buffer.allocUnsafeSlow(CHUNK_BYTES)
    for (const chunk of chunksOf(memory)) {
      const bytes = read(fd, at, buffer.subarray(0, chunk.length))
      chunk.set(bytes)
      checksum = crc32(bytes, checksum)
      at += chunk.length
    }
    if (checksum !== header.columnChecksum) return undefined
    return { memory, texts: JSON.parse(text.toString()) as IndexTexts, checkpoint: header.checkpoint }
  } catch {
    return undefined
  } finally {
    closeSync(fd)
  }
}

/** Fills the buffer. */
function read(fd: number, at: number, buffer: Buffer): Buffer {
  let done = 0
  while (done < buffer.length) {
    const more = readSync(fd, buffer, done, buffer.length - done, at + done)
    if (more === 0) throw new Error('the snapshot ends early')
    done += more
  }
  return buffer
}

function* chunksOf({ columns }: IndexMemory): Generator<Uint8Array> {
  for (const [name, column] of Object.entries(columns)) {
    if (UNSAVED.has(name as ColumnName)) continue
    for (let from = 0; from < column.byteLength; from += CHUNK_BYTES) {
      const length = Math.min(CHUNK_BYTES, column.byteLength - from)
      yield new Uint8Array(column.buffer, column.byteOffset + from, length)
    }
  }
}
