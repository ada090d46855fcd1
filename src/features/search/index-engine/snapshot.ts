// An index on disk, for a warm start: a header, the texts as JSON, the columns as they lie in memory, and a checksum of
// each. Whatever is not exactly as expected makes the snapshot worthless, never the index wrong.

import { createHash } from 'node:crypto'
import { closeSync, fsyncSync, openSync, readSync, renameSync, rmSync, writeSync } from 'node:fs'
import { crc32 } from 'node:zlib'
import { NORMALISER_VERSION } from '../../../platform/words.ts'
import { FUNDING_STAGES } from '../../companies/index.ts'
import { SIGNAL_TYPES } from '../../signals/index.ts'
import type { BuiltIndex, Texts } from './build.ts'
import { SLOTS } from './fields.ts'
import { allocate, COLUMN_NAMES, type ColumnName, type IndexMemory, type Sizes, UNSAVED } from './memory.ts'
import type { Place } from './place.ts'

/** Raised when the meaning of a column changes. */
const FORMAT = 2
/** Everything that the meaning of the numbers depends on. */
const MEANING = createHash('sha256')
  .update(JSON.stringify([FORMAT, COLUMN_NAMES, NORMALISER_VERSION, SIGNAL_TYPES, SLOTS, FUNDING_STAGES]))
  .digest('hex')

interface Header {
  readonly meaning: string
  readonly place: Place
  readonly sizes: Sizes
  readonly textBytes: number
  readonly textSum: number
  readonly columnSum: number
}

const HEADER_BYTES = 4_096
const CHUNK_BYTES = 4 * 1024 * 1024

export function writeSnapshot(file: string, { memory, texts }: BuiltIndex, place: Place): void {
  const text = Buffer.from(JSON.stringify(texts))
  const draft = `${file}.${process.pid}.tmp`
  const fd = openSync(draft, 'w', 0o600)
  try {
    let at = HEADER_BYTES
    at += writeSync(fd, text, 0, text.length, at)
    let columnSum = 0
    const room = Buffer.allocUnsafeSlow(CHUNK_BYTES)
    for (const chunk of chunksOf(memory)) {
      // Another thread may be told of changes meanwhile: what is summed up is what is written.
      const copy = room.subarray(0, chunk.length)
      copy.set(chunk)
      columnSum = crc32(copy, columnSum)
      at += writeSync(fd, copy, 0, copy.length, at)
    }
    const header: Header = {
      meaning: MEANING,
      place,
      sizes: memory.layout.sizes,
      textBytes: text.length,
      textSum: crc32(text),
      columnSum,
    }
    writeSync(fd, JSON.stringify(header).padEnd(HEADER_BYTES), 0)
    fsyncSync(fd)
  } catch (error) {
    rmSync(draft, { force: true })
    throw error
  } finally {
    closeSync(fd)
  }
  renameSync(draft, file)
}

/** Undefined when there is none, or none to be trusted. */
export function readSnapshot(file: string, mostBytes: number): (BuiltIndex & { readonly place: Place }) | undefined {
  let fd: number
  try {
    fd = openSync(file, 'r')
  } catch {
    return undefined
  }
  try {
    const header = JSON.parse(read(fd, 0, Buffer.alloc(HEADER_BYTES)).toString()) as Header
    if (header.meaning !== MEANING) return undefined
    const text = read(fd, HEADER_BYTES, Buffer.alloc(header.textBytes))
    if (crc32(text) !== header.textSum) return undefined
    const memory = allocate(header.sizes, mostBytes)
    let at = HEADER_BYTES + header.textBytes
    let sum = 0
    const room = Buffer.allocUnsafeSlow(CHUNK_BYTES)
    for (const chunk of chunksOf(memory)) {
      const bytes = read(fd, at, room.subarray(0, chunk.length))
      chunk.set(bytes)
      sum = crc32(bytes, sum)
      at += chunk.length
    }
    if (sum !== header.columnSum) return undefined
    return { memory, texts: JSON.parse(text.toString()) as Texts, place: header.place }
  } catch {
    return undefined
  } finally {
    closeSync(fd)
  }
}

/** Fills the room. */
function read(fd: number, at: number, room: Buffer): Buffer {
  let done = 0
  while (done < room.length) {
    const more = readSync(fd, room, done, room.length - done, at + done)
    if (more === 0) throw new Error('the snapshot ends early')
    done += more
  }
  return room
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
