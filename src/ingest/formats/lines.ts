// Splits bytes into lines in bounded memory: the rest of a chunk is carried over, a line that is too long is dropped
// except for its beginning, and at most one chunk is in memory as text.

import { isUtf8 } from 'node:buffer'

export interface Line {
  /** From 1. Empty lines count. */
  readonly number: number
  /** Without the line ending. Only the beginning if there is an error. */
  readonly text: string
  /** Why the line cannot be read. */
  readonly error?: string
}

export const MAX_LINE_BYTES = 256 * 1024

/** Enough for the rejects file, which shows a thousand characters of a line. */
export const EXCERPT_BYTES = 4_096
const NEWLINE = 0x0a
const BYTE_ORDER_MARK = Buffer.from([0xef, 0xbb, 0xbf])

export class LineSplitter {
  #number = 0
  /** The beginning of a line that continues in the next chunk. */
  #carried: Buffer[] = []
  #carriedBytes = 0
  /** The beginning of a line that is too long, until the line ends. */
  #overlong: Buffer | undefined

  push(chunk: Buffer): Line[] {
    const lines: Line[] = []
    const last = chunk.lastIndexOf(NEWLINE)
    if (last !== -1) {
      const first = chunk.indexOf(NEWLINE)
      lines.push(this.#endCarried(chunk.subarray(0, first)))
      if (last > first) this.#linesOf(chunk.subarray(first + 1, last), lines)
    }
    this.#carry(chunk.subarray(last + 1))
    return lines
  }

  /** The last line, if it has no newline. */
  end(): Line[] {
    return this.#carriedBytes > 0 || this.#overlong ? [this.#endCarried(Buffer.alloc(0))] : []
  }

  #carry(bytes: Buffer): void {
    if (this.#overlong || bytes.length === 0) return
    // A copy: a subarray would keep the complete chunk in memory.
    this.#carried.push(Buffer.from(bytes))
    this.#carriedBytes += bytes.length
    if (this.#carriedBytes <= MAX_LINE_BYTES + 1) return
    this.#overlong = Buffer.concat(this.#carried).subarray(0, EXCERPT_BYTES)
    this.#carried = []
    this.#carriedBytes = 0
  }

  #endCarried(end: Buffer): Line {
    const overlong = this.#overlong
    const bytes = this.#carriedBytes === 0 ? end : Buffer.concat([...this.#carried, end])
    this.#overlong = undefined
    this.#carried = []
    this.#carriedBytes = 0
    return overlong ? this.#tooLong(overlong) : this.#lineOf(bytes)
  }

  #linesOf(bytes: Buffer, into: Line[]): void {
    const isText = isUtf8(bytes)
    for (let from = 0; from <= bytes.length; ) {
      const newline = bytes.indexOf(NEWLINE, from)
      const to = newline === -1 ? bytes.length : newline
      // Line by line: one character beyond ASCII in a larger text would double the memory of all its lines.
      if (isText && to - from <= MAX_LINE_BYTES) into.push(this.#textLine(bytes.toString('utf8', from, to)))
      else into.push(this.#lineOf(bytes.subarray(from, to)))
      from = to + 1
    }
  }

  #lineOf(bytes: Buffer): Line {
    const marked = this.#number === 0 && bytes.subarray(0, 3).equals(BYTE_ORDER_MARK)
    const line = marked ? bytes.subarray(3) : bytes
    if (line.length > MAX_LINE_BYTES + (line.at(-1) === 0x0d ? 1 : 0)) return this.#tooLong(line)
    if (isUtf8(line)) return this.#textLine(line.toString())
    this.#number++
    return { number: this.#number, text: line.toString('utf8', 0, EXCERPT_BYTES), error: 'the line is not valid UTF-8' }
  }

  #textLine(text: string): Line {
    this.#number++
    return { number: this.#number, text: text.endsWith('\r') ? text.slice(0, -1) : text }
  }

  #tooLong(bytes: Buffer): Line {
    this.#number++
    const text = bytes.toString('utf8', 0, EXCERPT_BYTES)
    return { number: this.#number, text, error: `the line is longer than ${MAX_LINE_BYTES / 1024} KiB` }
  }
}
