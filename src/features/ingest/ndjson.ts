import type { Line } from './lines.ts'
import { isBlank, type RawRecord, type RawRecordReader } from './raw-record.ts'

/** One JSON value per line. Blank lines are skipped. */
export class NdjsonReader implements RawRecordReader {
  take({ number, text, error }: Line, into: RawRecord[]): void {
    if (error !== undefined) into.push({ line: number, text, error })
    else if (!isBlank(text)) into.push(parsed(number, text))
  }

  end(): void {}
}

function parsed(line: number, text: string): RawRecord {
  try {
    return { line, text, value: JSON.parse(text) }
  } catch (error) {
    return { line, text, error: describeError(text, (error as Error).message) }
  }
}

/** V8's own message quotes the line and changes between versions. Only the position is useful. */
function describeError(text: string, message: string): string {
  const position = / at position (\d+) \(line \d+ column \d+\)$/.exec(message)?.[1]
  const endsEarly = position === undefined ? message.startsWith('Unexpected end') : Number(position) >= text.length
  if (endsEarly) return 'the line is not valid JSON: unexpected end'
  return `the line is not valid JSON${position === undefined ? '' : `: error at character ${Number(position) + 1}`}`
}
