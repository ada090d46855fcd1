// Lines of a file that wait to be written, apart by company. A few megabytes are in memory, the rest is in a temporary file
// that has no name: it is gone when the process is, however that ends.

import { type FileHandle, mkdtemp, open, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { crc32 } from 'node:zlib'
import type { Line } from './lines.ts'
import { SeenReports } from './seen-reports.ts'

const PARTS = 128
/** How much of a part is in memory. */
const PART_CHARACTERS = 64 * 1024
/** How much of a part is given back at once. */
const READ_BYTES = 8 * 1024 * 1024
const MAX_LINES = 2_000_000
const MAX_CHARACTERS = 1024 * 1024 * 1024

export interface PlainLine extends Pick<Line, 'number' | 'text'> {
  /** Lines of the same company have the same. */
  readonly company: string
  /** Of a line about a signal: its source and key. */
  readonly report?: string
}

/** The lines of some companies: in memory and before that, if there are many, at these places of the file. */
interface Part {
  text: string
  readonly stored: { readonly at: number; readonly bytes: number }[]
}

export class LineWindow {
  readonly #parts = Array.from({ length: PARTS }, (): Part => ({ text: '', stored: [] }))
  #reports = new SeenReports()
  #file: FileHandle | undefined
  #storedBytes = 0
  /** One for all that is stored and read: thousands of large ones would scatter over the memory. */
  #buffer = Buffer.alloc(2 * PART_CHARACTERS)
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
    part.text += `${number}\t${company}\t${text}\n`
    this.#lines += 1
    this.characters += text.length
    return true
  }

  /** Call it now and then. If nothing can be stored, such as on a full disk, the window is full. */
  async store(): Promise<void> {
    try {
      for (const part of this.#parts) if (part.text.length >= PART_CHARACTERS) await this.#storePart(part)
    } catch {
      this.#cannotStore = true
    }
  }

  /** All lines, those of a company one after the other and in their order. It takes no more lines from then on. */
  async *drain(): AsyncGenerator<Line[]> {
    this.#reports = new SeenReports()
    for (const part of this.#parts) {
      for (let from = 0; from < part.stored.length; ) {
        let [bytes, to] = [0, from]
        for (; to < part.stored.length && bytes < READ_BYTES; to++) bytes += part.stored[to]?.bytes ?? 0
        const text = await this.#read(part.stored.slice(from, to), bytes)
        const isLast = to === part.stored.length
        yield byCompany(text + (isLast ? part.text : ''))
        from = to
      }
      if (part.stored.length === 0 && part.text !== '') yield byCompany(part.text)
      part.text = ''
    }
  }

  async close(): Promise<void> {
    await this.#file?.close()
  }

  async #storePart(part: Part): Promise<void> {
    this.#file ??= await namelessFile()
    const bytes = Buffer.byteLength(part.text)
    if (bytes > this.#buffer.length) this.#buffer = Buffer.alloc(bytes)
    this.#buffer.write(part.text)
    const { bytesWritten } = await this.#file.write(this.#buffer, 0, bytes, this.#storedBytes)
    if (bytesWritten < bytes) throw new Error('the disk is full')
    part.stored.push({ at: this.#storedBytes, bytes })
    part.text = ''
    this.#storedBytes += bytes
  }

  async #read(places: Part['stored'], length: number): Promise<string> {
    if (length > this.#buffer.length) this.#buffer = Buffer.alloc(length)
    let to = 0
    for (const { at, bytes } of places) {
      const read = await this.#file?.read(this.#buffer, to, bytes, at)
      // What the buffer had before must not pass for lines.
      if (read?.bytesRead !== bytes) throw new Error('lines that wait to be written cannot be read')
      to += bytes
    }
    return this.#buffer.toString('utf8', 0, length)
  }
}

async function namelessFile(): Promise<FileHandle> {
  const folder = await mkdtemp(join(tmpdir(), 'pro-signal-ingest-'))
  const file = await open(join(folder, 'lines'), 'wx+', 0o600)
  await rm(folder, { recursive: true })
  return file
}

function byCompany(text: string): Line[] {
  const companies = new Map<string, Line[]>()
  for (let from = 0; from < text.length; ) {
    const [first, end] = [text.indexOf('\t', from), text.indexOf('\n', from)]
    const second = text.indexOf('\t', first + 1)
    const company = text.slice(first + 1, second)
    const line = { number: Number(text.slice(from, first)), text: text.slice(second + 1, end) }
    const lines = companies.get(company)
    if (lines) lines.push(line)
    else companies.set(company, [line])
    from = end + 1
  }
  return [...companies.values()].flat()
}
