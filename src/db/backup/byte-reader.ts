/** Reads a stream in the pieces of its format, and buffers at most one of them. */
export class ByteReader {
  readonly #source: AsyncIterator<Buffer>
  #rest: Buffer = Buffer.alloc(0)

  constructor(source: AsyncIterable<Buffer>) {
    this.#source = source[Symbol.asyncIterator]()
  }

  /** Exactly this many bytes. Undefined if the stream ends first. */
  async take(bytes: number): Promise<Buffer | undefined> {
    const parts: Buffer[] = []
    for (let missing = bytes; missing > 0; ) {
      if (this.#rest.length === 0 && !(await this.#fill())) return undefined
      const part = this.#rest.subarray(0, missing)
      this.#rest = this.#rest.subarray(part.length)
      parts.push(part)
      missing -= part.length
    }
    return parts.length === 1 ? parts[0] : Buffer.concat(parts)
  }

  /** The text up to the next line feed, without it. Undefined if there is none within this many bytes. */
  async line(maxBytes: number): Promise<string | undefined> {
    const parts: Buffer[] = []
    for (let length = 0; length <= maxBytes; ) {
      if (this.#rest.length === 0 && !(await this.#fill())) return undefined
      const end = this.#rest.indexOf(LINE_FEED)
      const part = end === -1 ? this.#rest : this.#rest.subarray(0, end)
      this.#rest = this.#rest.subarray(end === -1 ? part.length : end + 1)
      parts.push(part)
      length += part.length
      if (end !== -1 && length <= maxBytes) return Buffer.concat(parts).toString('utf8')
    }
    return undefined
  }

  /** Whether the stream has ended. */
  async isAtEnd(): Promise<boolean> {
    return this.#rest.length === 0 && !(await this.#fill())
  }

  async #fill(): Promise<boolean> {
    const next = await this.#source.next()
    if (next.done) return false
    this.#rest = next.value
    return next.value.length > 0 || this.#fill()
  }
}

const LINE_FEED = 0x0a
