// Lines of a file that wait to be written, grouped by company. A few megabytes are in memory, the rest is in an
// unlinked temporary file, which disappears with the process, however it ends. They wait as bytes, outside the heap:
// strings would become old garbage, which costs more to collect than writing does.

import { type FileHandle, mkdtemp, open, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { crc32 } from 'node:zlib'
import type { Line } from './formats/lines.ts'
import { SeenReports } from './seen-reports.ts'

const PARTS = 128
/** How much of a part is in memory. */
const PART_BYTES = 64 * 1024
/** How much of a part is sorted at a time. */
const READ_BYTES = 8 * 1024 * 1024
/** How many lines are returned at a time. */
const STEP = 1_000
const MAX_LINES = 2_000_000
const MAX_CHARACTERS = 1024 * 1024 * 1024

/** A line is stored as its number, the hash of its company, its length and its text. */
const HEAD_BYTES = 16
const HASH_AT = 8
const LENGTH_AT = 12
/** Of a UTF-16 unit in UTF-8. */
const MAX_UNIT_BYTES = 3

export interface PlainLine extends Pick<Line, 'number' | 'text'> {
  /** Equal for lines of the same company. */
  readonly company: string
  /** Of a line about a signal: its source and key. */
  readonly report?: string
}

interface Bytes {
  readonly all: Buffer
  used: number
}

/** The lines of some companies: the first ones at these places of the file, then those that are to be stored, then the last. */
interface Part {
  readonly stored: { readonly at: number; readonly bytes: number }[]
  readonly full: Bytes[]
  last: Bytes
}

const NO_BYTES: Bytes = { all: Buffer.alloc(0), used: 0 }

export class LineWindow {
  readonly #parts = Array.from({ length: PARTS }, (): Part => ({ stored: [], full: [], last: NO_BYTES }))
  #partsToStore = new Set<Part>()
  #reports = new SeenReports()
  #file: FileHandle | undefined
  #storedBytes = 0
  /** Buffers to reuse: thousands of large ones would fragment the memory. */
  readonly #free: Buffer[] = []
  #cannotStore = false
  #lines = 0
  characters = 0

  isEmpty(): boolean {
    return this.#lines === 0
  }

  isFull(): boolean {
    return this.#lines >= MAX_LINES || this.characters >= MAX_CHARACTERS || this.#cannotStore
  }

  /** Returns false if it can't take the line: the order of two lines about a report of two companies matters. */
  add({ number, text, company, report }: PlainLine): boolean {
    const hash = crc32(company)
    if (report !== undefined && !this.#reports.add(report, hash)) return false
    const part = this.#parts[hash % PARTS] as Part
    const size = HEAD_BYTES + roomFor(text)
    if (part.last.used + size > part.last.all.length) this.#startBytes(part, size)
    const { all, used: at } = part.last
    all.writeDoubleLE(number, at)
    all.writeUInt32LE(hash, at + HASH_AT)
    const length = all.write(text, at + HEAD_BYTES)
    all.writeUInt32LE(length, at + LENGTH_AT)
    part.last.used = at + HEAD_BYTES + length
    this.#lines += 1
    this.characters += text.length
    return true
  }

  #startBytes(part: Part, size: number): void {
    if (part.last.used > 0) {
      part.full.push(part.last)
      this.#partsToStore.add(part)
    }
    const all = size > PART_BYTES ? Buffer.alloc(size) : (this.#free.pop() ?? Buffer.alloc(PART_BYTES))
    part.last = { all, used: 0 }
  }

  /** Call it now and then. If nothing can be stored, such as on a full disk, the window is full. */
  async store(): Promise<void> {
    try {
      for (const part of this.#partsToStore) await this.#storePart(part)
    } catch {
      this.#cannotStore = true
    }
  }

  async #storePart(part: Part): Promise<void> {
    this.#file ??= await namelessFile()
    for (;;) {
      const [first] = part.full
      if (!first) break
      const { bytesWritten } = await this.#file.write(first.all, 0, first.used, this.#storedBytes)
      if (bytesWritten < first.used) throw new Error('the disk is full')
      part.stored.push({ at: this.#storedBytes, bytes: first.used })
      this.#storedBytes += first.used
      part.full.shift()
      if (first.all.length === PART_BYTES) this.#free.push(first.all)
    }
    this.#partsToStore.delete(part)
  }

  /** All lines, those of a company one after the other and in their order. Takes no more lines afterwards. */
  async *drain(): AsyncGenerator<Line[]> {
    this.#reports = new SeenReports()
    this.#free.length = 0
    let buffer = Buffer.alloc(0)
    for (const part of this.#parts) {
      const rest = [...part.full, part.last].map(({ all, used }) => all.subarray(0, used))
      const restBytes = rest.reduce((sum, { length }) => sum + length, 0)
      for (let from = 0; from < part.stored.length || restBytes > 0; ) {
        let [bytes, to] = [0, from]
        for (; to < part.stored.length && bytes < READ_BYTES; to++) bytes += part.stored[to]?.bytes ?? 0
        const isLast = to === part.stored.length
        const size = bytes + (isLast ? restBytes : 0)
        if (size > buffer.length) buffer = Buffer.alloc(size)
        await this.#read(part.stored.slice(from, to), buffer)
        if (isLast) for (const each of rest) bytes += each.copy(buffer, bytes)
        yield* linesByCompany(buffer.subarray(0, size))
        if (isLast) break
        from = to
      }
      part.full.length = 0
      part.last = NO_BYTES
    }
  }

  async close(): Promise<void> {
    await this.#file?.close()
  }

  async #read(places: Part['stored'], into: Buffer): Promise<void> {
    let to = 0
    for (const { at, bytes } of places) {
      const read = await this.#file?.read(into, to, bytes, at)
      // Old content of the buffer must not be taken for lines.
      if (read?.bytesRead !== bytes) throw new Error('lines that wait to be written cannot be read')
      to += bytes
    }
  }
}

async function namelessFile(): Promise<FileHandle> {
  const folder = await mkdtemp(join(tmpdir(), 'pro-signal-ingest-'))
  const file = await open(join(folder, 'lines'), 'wx+', 0o600)
  await rm(folder, { recursive: true })
  return file
}

/** An upper bound of the text's bytes. Only long texts are worth measuring. */
function roomFor(text: string): number {
  const most = MAX_UNIT_BYTES * text.length
  return most < PART_BYTES / 2 ? most : Buffer.byteLength(text)
}

/** Companies with the same hash are treated as one: their lines are returned in their order, too. */
function* linesByCompany(bytes: Buffer): Generator<Line[]> {
  const companies = new Map<number, number[]>()
  for (let at = 0; at < bytes.length; at += HEAD_BYTES + bytes.readUInt32LE(at + LENGTH_AT)) {
    const hash = bytes.readUInt32LE(at + HASH_AT)
    const places = companies.get(hash)
    if (places) places.push(at)
    else companies.set(hash, [at])
  }
  let step: Line[] = []
  for (const places of companies.values()) {
    for (const at of places) {
      const from = at + HEAD_BYTES
      const text = bytes.toString('utf8', from, from + bytes.readUInt32LE(at + LENGTH_AT))
      step.push({ number: bytes.readDoubleLE(at), text })
      if (step.length < STEP) continue
      yield step
      step = []
    }
  }
  yield step
}
