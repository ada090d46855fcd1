import { type Line, LineSplitter } from './lines.ts'

/** One record of a file before validation: a line of NDJSON, or a row of CSV. */
export interface RawRecord {
  /** The number of its first line. */
  readonly line: number
  readonly text: string
  /** Its JSON value, unless there is an error. */
  readonly value?: unknown
  /** Why it cannot be parsed. */
  readonly error?: string
}

/** Turns the lines of one file into records. A record may depend on later lines. */
export interface RawRecordReader {
  take(line: Line, into: RawRecord[]): void
  /** Called at the end of the file, for a record that is still incomplete. */
  end(into: RawRecord[]): void
}

/** All records of one file, a chunk at a time, so that the caller awaits once per chunk and not once per line. */
export async function* readRawRecords(
  chunks: AsyncIterable<Buffer>,
  reader: RawRecordReader,
): AsyncGenerator<RawRecord[]> {
  const splitter = new LineSplitter()
  for await (const chunk of chunks) {
    const records: RawRecord[] = []
    for (const line of splitter.push(chunk)) reader.take(line, records)
    yield records
  }
  const rest: RawRecord[] = []
  for (const line of splitter.end()) reader.take(line, rest)
  reader.end(rest)
  yield rest
}

export function isBlank(text: string): boolean {
  return text.trim() === ''
}
