import { type IncomingRecord, Refusal, readRecord } from '../signals/index.ts'
import type { Entry } from './entries.ts'
import { excerpt, type Reject } from './rejects.ts'

/** Large enough that a transaction's fixed costs vanish, small enough that one is over in a fraction of a second. */
export const BATCH_RECORDS = 4_000
/** Long lines fill a batch before many do. */
const BATCH_CHARACTERS = 4 * 1024 * 1024

interface Row {
  readonly file: string
  readonly line: number
  readonly text: string
  /** Why it is not taken. */
  reason: string | undefined
}

/** Lines that are written together: the records among them, and all of them in the order of the input. */
export class Batch {
  readonly records: IncomingRecord[] = []
  readonly #most: number
  readonly #rows: Row[] = []
  readonly #rowOf: Row[] = []
  #characters = 0

  constructor(most: number = BATCH_RECORDS) {
    this.#most = most
  }

  add(file: string, { line, text, value, fault }: Entry, now: number): void {
    const record = fault === undefined ? readRecord(value, now) : new Refusal(fault)
    const refused = record instanceof Refusal
    const row: Row = { file, line, text, reason: refused ? record.reason : undefined }
    this.#rows.push(row)
    this.#characters += text.length
    if (refused) return
    this.records.push(record)
    this.#rowOf.push(row)
  }

  isFull(): boolean {
    return this.#rows.length >= this.#most || this.#characters >= BATCH_CHARACTERS
  }

  /** For what only the write path can know. */
  reject(index: number, reason: string): void {
    const row = this.#rowOf[index]
    if (row) row.reason = reason
  }

  rejects(): Reject[] {
    return this.#rows.flatMap(({ file, line, text, reason }) =>
      reason === undefined ? [] : [{ file, line, reason, text: excerpt(text) }],
    )
  }
}
