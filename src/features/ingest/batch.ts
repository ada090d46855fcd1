import { type GivenLine, type IncomingLine, type IncomingSource, parseRecord, Rejection } from '../signals/index.ts'
import { parseJson } from './ndjson.ts'
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
  readonly raw: RawRecord
  readonly given: GivenLine | undefined
  /** Undefined until it is read. */
  read: IncomingLine | IncomingSource | Rejection | undefined
  /** Why it is rejected. */
  reason: string | undefined
}

interface BatchOptions {
  readonly maxLines?: number
  /** Lines are read when they are added. Else only those are read that turn out to be needed. */
  readonly readsAll?: boolean
  /** What it takes to recognise a line of JSON. */
  readonly readLine?: ((text: string) => GivenLine | undefined) | undefined
}

/** Lines that are written together: the valid records, and all lines in the order of the input. */
export class Batch {
  readonly records: IncomingLine[] = []
  /** What sources declare about themselves. It holds for the batch's records already. */
  readonly sources: IncomingSource[] = []
  /** The lines that may be recognised. */
  readonly given: GivenLine[] = []
  readonly #maxLines: number
  readonly #readsAll: boolean
  readonly #readLine: BatchOptions['readLine']
  readonly #lines: InputLine[] = []
  /** The line of each record. */
  readonly #recordLines: InputLine[] = []
  #characters = 0
  #startedAt = 0

  constructor({ maxLines = BATCH_RECORDS, readsAll = true, readLine }: BatchOptions = {}) {
    this.#maxLines = maxLines
    this.#readsAll = readsAll
    this.#readLine = readLine
  }

  add(file: string, raw: RawRecord, now: number): void {
    if (this.#lines.length === 0) this.#startedAt = performance.now()
    const isJson = raw.value === undefined && raw.error === undefined
    const given = isJson ? this.#readLine?.(raw.text) : undefined
    const line: InputLine = { file, raw, given, read: undefined, reason: undefined }
    if (given) this.given.push(given)
    if (this.#readsAll) read(line, now)
    this.#lines.push(line)
    this.#characters += raw.text.length
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

  /** Reads all lines but these, and returns their records. */
  readOthers(lines: ReadonlySet<GivenLine>, now: number): IncomingLine[] {
    const records: IncomingLine[] = []
    for (const line of this.#lines) {
      if (line.given && lines.has(line.given)) continue
      const value = read(line, now)
      if (isRecord(value)) records.push(value)
    }
    return records
  }

  /** Fills `records` and `sources` with all lines but these. */
  takeOthers(lines: ReadonlySet<GivenLine>, now: number): void {
    for (const line of this.#lines) {
      if (line.given && lines.has(line.given)) continue
      const value = read(line, now)
      if (value instanceof Rejection) line.reason = value.reason
      else if (isRecord(value)) {
        this.records.push(value)
        this.#recordLines.push(line)
      } else this.sources.push(value)
    }
  }

  /** Rejects a valid record for a reason that only the write path knows. */
  reject(index: number, reason: string): void {
    const line = this.#recordLines[index]
    if (line) line.reason = reason
  }

  rejects(): Reject[] {
    return this.#lines.flatMap(({ file, raw, reason }) =>
      reason === undefined ? [] : [{ file, line: raw.line, reason, text: excerpt(raw.text) }],
    )
  }
}

function read(line: InputLine, now: number): IncomingLine | IncomingSource | Rejection {
  if (line.read) return line.read
  const { value, error } = parseJson(line.raw)
  const record = error === undefined ? parseRecord(value, now) : new Rejection(error)
  line.read =
    line.given && !(record instanceof Rejection) && record.record === 'signal'
      ? { ...record, line: line.given }
      : record
  return line.read
}

function isRecord(read: IncomingLine | IncomingSource | Rejection): read is IncomingLine {
  return !(read instanceof Rejection) && read.record !== 'source'
}
