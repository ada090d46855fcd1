// Bytes into lines, in bounded memory whatever comes: the rest of a block is carried over, a line that grows too long is
// let go and only its beginning kept, and no more than one block is held as text.

import { isUtf8 } from 'node:buffer'

export interface Line {
  /** From 1, empty lines counted. */
  readonly number: number
  /** Without its end; only the beginning where the line is at fault. */
  readonly text: string
  /** Why the line cannot be read. */
  readonly fault?: string
}

export const MOST_LINE_BYTES = 256 * 1024

/** Enough for the rejects, which show a thousand characters of a line. */
const KEPT_BYTES = 4_096
const NEWLINE = 0x0a
const BYTE_ORDER_MARK = Buffer.from([0xef, 0xbb, 0xbf])

export class LineSplitter {
  #number = 0
  /** The beginning of the line that the next block goes on with. */
  #carried: Buffer[] = []
  #carriedBytes = 0
  /** The beginning of a line that is too long, while its end is awaited. */
  #overlong: Buffer | undefined

  push(block: Buffer): Line[] {
    const lines: Line[] = []
    const last = block.lastIndexOf(NEWLINE)
    if (last !== -1) {
      const first = block.indexOf(NEWLINE)
      lines.push(this.#endCarried(block.subarray(0, first)))
      if (last > first) this.#linesOf(block.subarray(first + 1, last), lines)
    }
    this.#carry(block.subarray(last + 1))
    return lines
  }

  /** The last line, where no newline ends it. */
  end(): Line[] {
    return this.#carriedBytes > 0 || this.#overlong ? [this.#endCarried(Buffer.alloc(0))] : []
  }

  #carry(bytes: Buffer): void {
    if (this.#overlong || bytes.length === 0) return
    // A copy: the block itself may be many times larger than what is kept of it.
    this.#carried.push(Buffer.from(bytes))
    this.#carriedBytes += bytes.length
    if (this.#carriedBytes <= MOST_LINE_BYTES + 1) return
    this.#overlong = Buffer.concat(this.#carried).subarray(0, KEPT_BYTES)
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

  /** Decoding a block at once and cutting it as text is several times faster than decoding line by line. */
  #linesOf(bytes: Buffer, into: Line[]): void {
    if (!isUtf8(bytes)) {
      for (let from = 0; from <= bytes.length; ) {
        const newline = bytes.indexOf(NEWLINE, from)
        const to = newline === -1 ? bytes.length : newline
        into.push(this.#lineOf(bytes.subarray(from, to)))
        from = to + 1
      }
      return
    }
    const text = bytes.toString()
    for (let from = 0; from <= text.length; ) {
      const newline = text.indexOf('\n', from)
      const to = newline === -1 ? text.length : newline
      // Characters are at most three bytes each, so that only long ones have to be measured.
      const cut = text.slice(from, to)
      into.push(to - from > MOST_LINE_BYTES / 3 ? this.#lineOf(Buffer.from(cut)) : this.#textLine(cut))
      from = to + 1
    }
  }

  #lineOf(bytes: Buffer): Line {
    const marked = this.#number === 0 && bytes.subarray(0, 3).equals(BYTE_ORDER_MARK)
    const line = marked ? bytes.subarray(3) : bytes
    if (line.length > MOST_LINE_BYTES + (line.at(-1) === 0x0d ? 1 : 0)) return this.#tooLong(line)
    if (isUtf8(line)) return this.#textLine(line.toString())
    this.#number++
    return { number: this.#number, text: line.toString('utf8', 0, KEPT_BYTES), fault: 'the line is not valid UTF-8' }
  }

  #textLine(text: string): Line {
    this.#number++
    return { number: this.#number, text: text.endsWith('\r') ? text.slice(0, -1) : text }
  }

  #tooLong(bytes: Buffer): Line {
    this.#number++
    const text = bytes.toString('utf8', 0, KEPT_BYTES)
    return { number: this.#number, text, fault: `the line is longer than ${MOST_LINE_BYTES / 1024} KiB` }
  }
}
