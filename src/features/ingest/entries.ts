import { type Line, LineSplitter } from './lines.ts'

/** One entry of a file as it stands there: a line of NDJSON, or a row of CSV. */
export interface Entry {
  /** The line where it begins. */
  readonly line: number
  readonly text: string
  /** The JSON value that it stands for; nothing where there is a fault. */
  readonly value?: unknown
  /** Why it cannot be read. */
  readonly fault?: string
}

/** What turns the lines of one file into entries, some of them only when later lines have been seen. */
export interface EntryReader {
  take(line: Line, into: Entry[]): void
  /** What is still open when the file ends. */
  end(into: Entry[]): void
}

/** All entries of one file, a block at a time, so that the caller waits once a block and not once a line. */
export async function* readEntries(blocks: AsyncIterable<Buffer>, reader: EntryReader): AsyncGenerator<Entry[]> {
  const splitter = new LineSplitter()
  for await (const block of blocks) {
    const entries: Entry[] = []
    for (const line of splitter.push(block)) reader.take(line, entries)
    yield entries
  }
  const rest: Entry[] = []
  for (const line of splitter.end()) reader.take(line, rest)
  reader.end(rest)
  yield rest
}

export function isBlank(text: string): boolean {
  return text.trim() === ''
}
