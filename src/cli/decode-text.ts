import { utf16Of } from '../platform/text/utf-16.ts'

/** The text of a file that a spreadsheet may have saved. */
export function decodeText(bytes: Buffer): string {
  return new TextDecoder(utf16Of(bytes) ?? 'utf-8').decode(bytes)
}
