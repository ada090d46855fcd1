import { type IncomingLine, type IncomingSource, parseRecord, Rejection } from '../signals/index.ts'
import type { RawRecord } from './raw-record.ts'
import { excerpt, type Reject } from './rejects.ts'

/** Large enough that a transaction's fixed cost is negligible, small enough that it takes a fraction of a second. */
export const BATCH_RECORDS = 4_000
/** A batch of long lines is full before it has that many records. */
const BATCH_CHARACTERS = 4 * 1024 * 1024
/** A batch is written when its first line is this old, so that a line that came is stored within a second. */
const MAX_BATCH_AGE_MS = 500

interface InputLine {
  readonly file: string
  readonly line: number
  readonly text: string
  /** Why it is rejected. */
  reason: string | undefined
}

/** Lines that are written together: the valid records, and all lines in the order of the input. */
export class Batch {
  readonly records: IncomingLine[] = []
  /** What sources declare about themselves. It holds for the batch's records already. */
  readonly sources: IncomingSource[] = []
  readonly #maxLines: number
  readonly #lines: InputLine[] = []
  /** The line of each record. */
  readonly #recordLines: InputLine[] = []
  #characters = 0
  #startedAt = 0

  constructor(maxLines: number = BATCH_RECORDS) {
    this.#maxLines = maxLines
  }

  add(file: string, { line, text, value, error }: RawRecord, now: number): void {
    const record = error === undefined ? parseRecord(value, now) : new Rejection(error)
    const rejected = record instanceof Rejection
    const inputLine: InputLine = { file, line, text, reason: rejected ? record.reason : undefined }
    if (this.#lines.length === 0) this.#startedAt = performance.now()
    this.#lines.push(inputLine)
    this.#characters += text.length
    if (rejected) return
    if (record.record === 'source') {
      this.sources.push(record)
      return
    }
    this.records.push(record)
    this.#recordLines.push(inputLine)
  }

  isFull(): boolean {
    const maxCharacters = BATCH_CHARACTERS * Math.max(1, this.#maxLines / BATCH_RECORDS)
    return this.#lines.length >= this.#maxLines || this.#characters >= maxCharacters
  }

  /** In how many milliseconds it has to be written, full or not. Undefined while it is empty. */
  dueInMs(): number | undefined {
    if (this.#lines.length === 0) return undefined
    return Math.max(0, this.#startedAt + MAX_BATCH_AGE_MS - performance.now())
  }

  /** Rejects a valid record for a reason that only the write path knows. */
  reject(index: number, reason: string): void {
    const line = this.#recordLines[index]
    if (line) line.reason = reason
  }

  rejects(): Reject[] {
    return this.#lines.flatMap(({ file, line, text, reason }) =>
      reason === undefined ? [] : [{ file, line, reason, text: excerpt(text) }],
    )
  }
}
