import {
  type GivenLine,
  type IncomingLine,
  type IncomingSignal,
  type IncomingSource,
  parseRecord,
  Rejection,
} from '../meaning/signals/index.ts'
import { parseJson } from './formats/ndjson.ts'
import type { RawRecord } from './formats/raw-record.ts'
import { excerpt, type Reject } from './rejects.ts'

/** Large enough that a transaction's fixed cost is negligible, small enough that it takes a fraction of a second. */
export const BATCH_RECORDS = 4_000
/** A batch of long lines is full before it has that many records. */
const BATCH_CHARACTERS = 4 * 1024 * 1024
/** A batch is written when its first line is this old, so that every line is stored within a second. */
const MAX_BATCH_AGE_MS = 500

interface InputLine {
  readonly file: string
  readonly raw: RawRecord
  /** Undefined until it is read. */
  read: IncomingLine | IncomingSource | Rejection | undefined
  /** Why it is rejected. */
  reason: string | undefined
}

/** What a parsed record becomes, or why it is rejected. */
export type AdaptRecord = (record: IncomingLine | IncomingSource) => IncomingLine | IncomingSource | Rejection

interface BatchOptions {
  readonly maxLines?: number
  /** Parses lines when they are added. Otherwise only those that turn out to be needed. */
  readonly readsAll?: boolean
  /** What is needed to recognise a line of JSON when it is imported again. */
  readonly readLine?: ((text: string, record: IncomingSignal) => GivenLine | undefined) | undefined
  readonly adapt?: AdaptRecord | undefined
}

/** Lines that are written together: the valid records, and all lines in the order of the input. */
export class Batch {
  readonly records: IncomingLine[] = []
  /** What sources declare about themselves. It already applies to this batch's records. */
  readonly sources: IncomingSource[] = []
  readonly #maxLines: number
  readonly #readsAll: boolean
  readonly #readLine: BatchOptions['readLine']
  readonly #adapt: AdaptRecord
  readonly #lines: InputLine[] = []
  /** The line of each record. */
  readonly #recordLines: InputLine[] = []
  /** Whether a parsed line declares a source. */
  declaresSources = false
  #characters = 0
  #startedAt = 0

  constructor({ maxLines = BATCH_RECORDS, readsAll = true, readLine, adapt = (record) => record }: BatchOptions = {}) {
    this.#maxLines = maxLines
    this.#readsAll = readsAll
    this.#readLine = readLine
    this.#adapt = adapt
  }

  add(file: string, raw: RawRecord, now: number): void {
    if (this.#lines.length === 0) this.#startedAt = performance.now()
    const line: InputLine = { file, raw, read: undefined, reason: undefined }
    if (this.#readsAll) this.#read(line, now)
    this.#lines.push(line)
    this.#characters += raw.text.length
  }

  /** How many lines it has, of every kind. */
  get size(): number {
    return this.#lines.length
  }

  isFull(): boolean {
    const maxCharacters = BATCH_CHARACTERS * Math.max(1, this.#maxLines / BATCH_RECORDS)
    return this.#lines.length >= this.#maxLines || this.#characters >= maxCharacters
  }

  /** The milliseconds until it must be written, full or not. Undefined while it is empty. */
  dueInMs(): number | undefined {
    if (this.#lines.length === 0) return undefined
    return Math.max(0, this.#startedAt + MAX_BATCH_AGE_MS - performance.now())
  }

  /** The lines of JSON, by their places. Undefined for others. */
  texts(): (string | undefined)[] {
    return this.#lines.map(({ raw }) => (raw.error === undefined ? raw.text : undefined))
  }

  /** What is known about the parsed lines, by their places. */
  given(): (GivenLine | undefined)[] {
    return this.#lines.map(({ read }) =>
      read && !(read instanceof Rejection) && read.record === 'signal' ? read.line : undefined,
    )
  }

  /** Parses the lines at all places but these, and returns their records by place. */
  readOthers(places: ReadonlySet<number>, now: number): Map<number, IncomingLine> {
    const records = new Map<number, IncomingLine>()
    for (const [place, line] of this.#lines.entries()) {
      if (places.has(place)) continue
      const value = this.#read(line, now)
      if (isRecord(value)) records.set(place, value)
    }
    return records
  }

  /** Fills `records` and `sources` with the lines at all places but these. */
  takeOthers(places: ReadonlySet<number>, now: number): void {
    for (const [place, line] of this.#lines.entries()) {
      if (places.has(place)) continue
      const value = this.#read(line, now)
      if (value instanceof Rejection) line.reason = value.reason
      else if (isRecord(value)) {
        this.records.push(value)
        this.#recordLines.push(line)
      } else this.sources.push(value)
    }
  }

  #read(line: InputLine, now: number): IncomingLine | IncomingSource | Rejection {
    if (line.read) return line.read
    const { value, error } = parseJson(line.raw)
    const parsed = error === undefined ? parseRecord(value, now) : new Rejection(error)
    const record = parsed instanceof Rejection ? parsed : this.#adapt(parsed)
    line.read = record
    if (record instanceof Rejection) return record
    if (record.record === 'source') this.declaresSources = true
    if (record.record === 'signal' && line.raw.error === undefined) {
      const given = this.#readLine?.(line.raw.text, record)
      // No other code has the record yet, so it needs no copy.
      if (given) (record as { line?: GivenLine }).line = given
    }
    return record
  }

  /** Rejects a valid record for a reason that only the write path knows. */
  reject(index: number, reason: string): void {
    const line = this.#recordLines[index]
    if (line) line.reason = reason
  }

  rejects(): Reject[] {
    return this.#lines.flatMap(({ file, raw, reason }) =>
      reason === undefined ? [] : [{ file, line: raw.line, reason, text: excerpt(raw.original ?? raw.text) }],
    )
  }
}

function isRecord(read: IncomingLine | IncomingSource | Rejection): read is IncomingLine {
  return !(read instanceof Rejection) && read.record !== 'source'
}
