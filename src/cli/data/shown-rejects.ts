import type { Reject } from '../../ingest/index.ts'
import { count } from '../counted.ts'

/** Enough to see what is wrong. */
const MAX_SHOWN = 5
/** Bounds the memory for a file in which every line has a different error. */
const MAX_KINDS = 1_000

/** Rejects that differ only in their values and numbers are of one kind: the first is shown, the others are counted. */
export class ShownRejects {
  readonly #kinds = new Map<string, { readonly first: Reject; count: number }>()
  #rejects = 0

  readonly take = async (rejects: readonly Reject[]): Promise<void> => {
    this.#rejects += rejects.length
    for (const reject of rejects) {
      const kind = kindOf(reject)
      const known = this.#kinds.get(kind)
      if (known) known.count++
      else if (this.#kinds.size < MAX_KINDS) this.#kinds.set(kind, { first: reject, count: 1 })
    }
  }

  /** The most frequent first. */
  lines(): string[] {
    const kinds = [...this.#kinds.values()].toSorted((a, b) => b.count - a.count).slice(0, MAX_SHOWN)
    const lines = kinds.map(({ first: { file, line, reason }, count: of }) =>
      of === 1 ? `${file}:${line}: ${reason}` : `${file}:${line}: ${reason} (${count(of)} lines like this)`,
    )
    const others = this.#rejects - kinds.reduce((sum, { count: of }) => sum + of, 0)
    if (others > 0) lines.push(`and ${count(others)} more: use --rejects FILE to see all of them`)
    const reasons = kinds.map(({ first }) => first.reason)
    const dates = reasons.map((reason) => DATE.exec(reason)).find((found) => found !== null)
    return [
      ...lines,
      ...(dates
        ? [`If the dates of a CSV file are written in another way, say how: --date-format ${formatOf(dates)}`]
        : []),
      ...HINTS.flatMap(([kind, hint]) => (reasons.some((reason) => kind.test(reason)) ? hint : [])),
    ]
  }
}

const DATE = /(?:At|On) cannot be "(\d{1,4})([./-])(\d{1,2})[./-]\d{1,4}/

/** 10/11 is ambiguous. With dots, the day usually comes first; with slashes, the month. */
function formatOf([, first = '', separator]: RegExpExecArray): string {
  if (first.length > 2) return ['YYYY', 'MM', 'DD'].join(separator)
  const dayFirst = separator !== '/' || Number(first) > 12
  return dayFirst ? ['DD', 'MM', 'YYYY'].join(separator) : 'DD/MM/YYYY or MM/DD/YYYY'
}

/** The usual cause, and what to do. */
const HINTS: readonly (readonly [RegExp, string])[] = [
  [/is not valid UTF-8$/, 'Save the file as "CSV UTF-8", or convert it: iconv -f WINDOWS-1252 -t UTF-8 FILE > new.csv'],
]

function kindOf({ file, reason }: Reject): string {
  return `${file}\n${reason.replaceAll(/"[^"]*"/g, '""').replaceAll(/\d+/g, '0')}`
}
