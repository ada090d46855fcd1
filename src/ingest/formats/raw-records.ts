import { type CsvLayout, CsvReader } from './csv.ts'
import type { DateFormat } from './date-format.ts'
import { toUtf8 } from './encoding.ts'
import { isJsonDocument, JsonDocumentSplitter } from './json-document.ts'
import { LineSplitter } from './lines.ts'
import { NdjsonReader } from './ndjson.ts'
import type { RawRecord, RawRecordReader } from './raw-record.ts'
import type { Format } from './sources.ts'
import { UnreadableFile } from './unreadable-file.ts'
import { wrongFileProblem } from './wrong-file.ts'

interface NamedFile {
  readonly name: string
  readonly format: Format
}

export function rawRecordReader({ name, format }: NamedFile, dates?: DateFormat, layout?: CsvLayout): RawRecordReader {
  return format === 'csv' ? new CsvReader(name, dates, layout) : new NdjsonReader()
}

/** All records of one file, a chunk at a time, so that the caller awaits once per chunk and not once per line. */
export async function* readRawRecords(
  chunks: AsyncIterable<Buffer>,
  { name, format }: NamedFile,
  reader = rawRecordReader({ name, format }),
): AsyncGenerator<RawRecord[]> {
  let splitter: LineSplitter | JsonDocumentSplitter | undefined
  for await (const chunk of toUtf8(chunks, name)) {
    if (!splitter) {
      const problem = wrongFileProblem(chunk, format)
      if (problem !== undefined) throw new UnreadableFile(`${name} ${problem}`)
    }
    splitter ??= format === 'ndjson' && isJsonDocument(chunk) ? new JsonDocumentSplitter() : new LineSplitter()
    const records: RawRecord[] = []
    for (const line of splitter.push(chunk)) reader.take(line, records)
    yield records
  }
  const rest: RawRecord[] = []
  for (const line of splitter?.end() ?? []) reader.take(line, rest)
  reader.end(rest)
  yield rest
  if (splitter instanceof JsonDocumentSplitter && !splitter.isComplete())
    throw new UnreadableFile(`${name} is incomplete: its JSON list is not closed.`)
}
