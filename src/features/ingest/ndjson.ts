import { type Entry, type EntryReader, isBlank } from './entries.ts'
import type { Line } from './lines.ts'

/** One JSON value per line; empty lines are passed over. */
export class NdjsonReader implements EntryReader {
  take({ number, text, fault }: Line, into: Entry[]): void {
    if (fault !== undefined) into.push({ line: number, text, fault })
    else if (!isBlank(text)) into.push(parsed(number, text))
  }

  end(): void {}
}

function parsed(line: number, text: string): Entry {
  try {
    return { line, text, value: JSON.parse(text) }
  } catch (error) {
    return { line, text, fault: faultOf(text, (error as Error).message) }
  }
}

/** The engine's own message quotes the line and changes with its version; where it broke is what helps. */
function faultOf(text: string, message: string): string {
  const position = / at position (\d+) \(line \d+ column \d+\)$/.exec(message)?.[1]
  const endsEarly = position === undefined ? message.startsWith('Unexpected end') : Number(position) >= text.length
  if (endsEarly) return 'the line is not valid JSON: it ends too early'
  return `the line is not valid JSON${position === undefined ? '' : `: see character ${Number(position) + 1}`}`
}
