import { TextDecoder } from 'node:util'
import { utf16Of } from '../../platform/text/utf-16.ts'
import { UnreadableFile } from './unreadable-file.ts'

/**
 * The chunks as UTF-8. UTF-16, which spreadsheets save as "Unicode text", is recognised by its byte order mark, or by
 * the zero byte next to its first character, and converted. All other bytes are passed on unchanged.
 */
export async function* toUtf8(chunks: AsyncIterable<Buffer>, name: string): AsyncGenerator<Buffer> {
  let decoder: TextDecoder | undefined
  let first: Buffer | undefined
  for await (const chunk of chunks) {
    if (decoder) {
      yield decode(decoder, chunk, name)
      continue
    }
    if (first !== undefined && first.length >= 2) {
      yield chunk
      continue
    }
    first = first ? Buffer.concat([first, chunk]) : chunk
    if (first.length < 2) continue
    const encoding = utf16Of(first)
    if (encoding) decoder = new TextDecoder(encoding, { fatal: true })
    yield decoder ? decode(decoder, first, name) : first
  }
  if (decoder) yield decode(decoder, undefined, name)
  else if (first?.length === 1) yield first
}

function decode(decoder: TextDecoder, chunk: Buffer | undefined, name: string): Buffer {
  try {
    return Buffer.from(decoder.decode(chunk, { stream: chunk !== undefined }))
  } catch (error) {
    throw new UnreadableFile(`${name} cannot be read: it is not valid UTF-16.`, error)
  }
}
