// JSON that is not one object per line: a list of objects, or objects that are spread over several lines. They are cut
// into single objects in bounded memory. Only brackets and strings are followed here; JSON.parse checks each object.

import { isUtf8 } from 'node:buffer'
import { EXCERPT_BYTES, type Line, MAX_LINE_BYTES } from './lines.ts'

const [NEWLINE, SPACE, QUOTE, COMMA, BACKSLASH] = [0x0a, 0x20, 0x22, 0x2c, 0x5c] as const
const [LIST, LIST_END, OBJECT, OBJECT_END] = [0x5b, 0x5d, 0x7b, 0x7d] as const

/**
 * Whether the file starts with a list, or with an object that is spread over several lines: its first line is only its
 * bracket, or it goes on. After a damaged line of its own comes a `{`.
 */
export function isJsonDocument(bytes: Buffer): boolean {
  const text = bytes.toString('utf8', 0, 4_096).trimStart()
  if (text.startsWith('[')) return true
  const end = text.indexOf('\n')
  if (!text.startsWith('{') || end === -1) return false
  const line = text.slice(0, end).trimEnd()
  return line === '{' || (/[,:[{]$/.test(line) && /^["\d\]}tfn[-]/.test(text.slice(end).trimStart()))
}

export class JsonDocumentSplitter {
  #line = 1
  #inList = false
  #depth = 0
  #inString = false
  #escaped = false
  /** The line on which the current value starts. 0 between two values. */
  #startLine = 0
  #carried: Buffer[] = []
  #carriedBytes = 0
  /** The beginning of a value that is too long, until the value ends. */
  #overlong: Buffer | undefined

  push(chunk: Buffer): Line[] {
    const lines: Line[] = []
    let start = 0
    for (let at = 0; at < chunk.length; at++) {
      const byte = chunk[at] as number
      if (byte === NEWLINE) this.#line++
      if (this.#startLine === 0) {
        if (!this.#startsValue(byte)) continue
        this.#startLine = this.#line
        start = at
      } else if (!this.#inString && this.#depth === 0 && isBetween(byte)) {
        lines.push(this.#endValue(chunk.subarray(start, at)))
        if (byte === LIST_END) this.#inList = false
        continue
      }
      if (this.#follow(byte)) lines.push(this.#endValue(chunk.subarray(start, at + 1)))
    }
    if (this.#startLine !== 0) this.#carry(chunk.subarray(start))
    return lines
  }

  /** The rest of a file that ends in the middle of a value. */
  end(): Line[] {
    return this.#startLine === 0 ? [] : [this.#endValue(Buffer.alloc(0))]
  }

  /** Whether the list is closed. */
  isComplete(): boolean {
    return !this.#inList
  }

  #startsValue(byte: number): boolean {
    if (byte === LIST && !this.#inList) this.#inList = true
    else if (byte === LIST_END) this.#inList = false
    // The bytes of a byte order mark are no part of a value.
    else return !isBetween(byte) && !(this.#line === 1 && (byte === 0xef || byte === 0xbb || byte === 0xbf))
    return false
  }

  /** Follows strings and brackets. Returns whether the byte closes the outermost bracket of the value. */
  #follow(byte: number): boolean {
    if (this.#inString) {
      if (this.#escaped) this.#escaped = false
      else if (byte === BACKSLASH) this.#escaped = true
      else if (byte === QUOTE) this.#inString = false
    } else if (byte === QUOTE) this.#inString = true
    else if (byte === OBJECT || byte === LIST) this.#depth++
    else if (byte === OBJECT_END || byte === LIST_END) return --this.#depth <= 0
    return false
  }

  #carry(bytes: Buffer): void {
    if (this.#overlong) return
    this.#carried.push(Buffer.from(bytes))
    this.#carriedBytes += bytes.length
    if (this.#carriedBytes <= MAX_LINE_BYTES) return
    this.#overlong = Buffer.concat(this.#carried).subarray(0, EXCERPT_BYTES)
    this.#carried = []
    this.#carriedBytes = 0
  }

  #endValue(end: Buffer): Line {
    this.#carry(end)
    const bytes = this.#overlong ?? Buffer.concat(this.#carried)
    const tooLong = this.#overlong !== undefined
    const number = this.#startLine
    this.#startLine = 0
    this.#depth = 0
    this.#inString = false
    this.#escaped = false
    this.#carried = []
    this.#carriedBytes = 0
    this.#overlong = undefined
    const text = bytes.toString('utf8', 0, tooLong ? EXCERPT_BYTES : undefined)
    if (tooLong) return { number, text, error: `the object is longer than ${MAX_LINE_BYTES / 1024} KiB` }
    return isUtf8(bytes) ? { number, text } : { number, text, error: 'the object is not valid UTF-8' }
  }
}

function isBetween(byte: number): boolean {
  return byte <= SPACE || byte === COMMA || byte === LIST_END
}
