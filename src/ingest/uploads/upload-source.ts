// An uploaded file as a source of the import: its format is detected from its content, because file names can't be
// relied on.

import { Readable } from 'node:stream'
import { readChunks } from '../formats/chunks.ts'
import { toUtf8 } from '../formats/encoding.ts'
import type { Format, Source } from '../formats/sources.ts'
import { UnreadableFile } from '../formats/unreadable-file.ts'

/** A sample ends in the middle of the file. */
export class EndOfSample extends Error {}

/** `parts` opens the bytes of the file from the beginning. */
export function uploadSource(name: string, format: Format, bytes: number, parts: () => AsyncIterable<Buffer>): Source {
  return { name, format, bytes, open: (onRead, signal) => readChunks(Readable.from(parts()), name, onRead, signal) }
}

/** Throws EndOfSample after the last line that is complete. */
export function sampleSource(name: string, format: Format, sample: Buffer, isWhole: boolean): Source {
  async function* open() {
    try {
      yield* readChunks(Readable.from([sample]), name, () => {})
    } catch (error) {
      if (isWhole) throw error
    }
    if (!isWhole) throw new EndOfSample()
  }
  return { name, format, bytes: sample.length, open }
}

/** Throws UnreadableFile for a file without text. */
export async function formatOfContent(source: Source): Promise<Format> {
  try {
    for await (const chunk of toUtf8(
      source.open(() => {}),
      source.name,
    )) {
      const text = chunk
        .toString('utf8', 0, 4_096)
        .replace(/^\ufeff/, '')
        .trimStart()
      return /^[[{]/.test(text) ? 'ndjson' : 'csv'
    }
  } catch (error) {
    if (!(error instanceof EndOfSample)) throw error
  }
  throw new UnreadableFile(`${source.name} is empty.`)
}
