import type { Line } from './lines.ts'
import { isBlank, type RawRecord, type RawRecordReader } from './raw-record.ts'

/** One JSON value per line. Blank lines are skipped. Most lines need not be parsed: see unchanged-lines.ts. */
export class NdjsonReader implements RawRecordReader {
  take({ number, text, error }: Line, into: RawRecord[]): void {
    if (error !== undefined) into.push({ line: number, text, error })
    else if (!isBlank(text)) into.push({ line: number, text })
  }

  end(): void {}

  again(): NdjsonReader {
    return this
  }
}

/** The value of a record, or why it has none. Moves it out of the record. */
export function parseJson(record: RawRecord): { readonly value?: unknown; readonly error?: string } {
  const { text, error } = record
  if (error !== undefined) return { error }
  const value = record.takeValue?.()
  if (value !== undefined) return { value }
  try {
    return { value: JSON.parse(text) }
  } catch (failure) {
    return { error: describeError(text, (failure as Error).message) }
  }
}

/** V8's own message quotes the line and changes between versions. Only the position is useful. */
function describeError(text: string, message: string): string {
  const position = / at position (\d+) \(line \d+ column \d+\)$/.exec(message)?.[1]
  const endsEarly = position === undefined ? message.startsWith('Unexpected end') : Number(position) >= text.length
  if (endsEarly) return 'the line is not valid JSON: unexpected end'
  return `the line is not valid JSON${position === undefined ? '' : `: error at character ${Number(position) + 1}`}`
}
