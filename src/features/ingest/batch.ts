import { type IncomingRecord, parseRecord, Rejection } from '../signals/index.ts'
import type { RawRecord } from './raw-records.ts'
import { excerpt, type Reject } from './rejects.ts'

/** Large enough that a transaction's fixed cost is negligible, small enough that it takes a fraction of a second. */
export const BATCH_RECORDS = 4_000
/** A batch of long lines is full before it has that many records. */
const BATCH_CHARACTERS = 4 * 1024 * 1024

interface InputLine {
  readonly file: string
  readonly line: number
  readonly text: string
  /** Why it is rejected. */
  reason: string | undefined
}

/** Lines that are written together: the valid records, and all lines in the order of the input. */
export class Batch {
  readonly records: IncomingRecord[] = []
  readonly #maxLines: number
  readonly #lines: InputLine[] = []
  /** The line of each record. */
  readonly #recordLines: InputLine[] = []
  #characters = 0

  constructor(maxLines: number = BATCH_RECORDS) {
    this.#maxLines = maxLines
  }

  add(file: string, { line, text, value, error }: RawRecord, now: number): void {
    const record = error === undefined ? parseRecord(value, now) : new Rejection(error)
    const rejected = record instanceof Rejection
    const inputLine: InputLine = { file, line, text, reason: rejected ? record.reason : undefined }
    this.#lines.push(inputLine)
    this.#characters += text.length
    if (rejected) return
    this.records.push(record)
    this.#recordLines.push(inputLine)
  }

  isFull(): boolean {
    const maxCharacters = BATCH_CHARACTERS * Math.max(1, this.#maxLines / BATCH_RECORDS)
    return this.#lines.length >= this.#maxLines || this.#characters >= maxCharacters
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
