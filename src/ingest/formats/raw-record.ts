import type { Line } from './lines.ts'

/** One record of a file before validation: a line of NDJSON, or a row of CSV. */
export interface RawRecord {
  /** The number of its first line. */
  readonly line: number
  /** JSON, unless there is an error. */
  readonly text: string
  /** The same, parsed, where the reader has it anyway. */
  readonly value?: unknown
  /** Moves the value out of the record, for its last user. */
  takeValue?(): unknown
  /** What the file has instead, such as a row of CSV. */
  readonly original?: string
  /** Why it cannot be parsed. */
  readonly error?: string
}

/** Turns the lines of one file into records. A record may depend on later lines. */
export interface RawRecordReader {
  take(line: Line, into: RawRecord[]): void
  /** Called at the end of the file, for a record that is still incomplete. */
  end(into: RawRecord[]): void
  /** Reads single lines of the same file again, without its header. */
  again(): RawRecordReader
}

export function isBlank(text: string): boolean {
  return text.trim() === ''
}
