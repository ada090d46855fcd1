/**
 * Parses one CSV row (RFC 4180) line by line, because a quoted field may contain line breaks. It is our own parser
 * because of malformed rows: after a stray quote, a stream parser treats the following good rows as part of the field,
 * and they are lost.
 */
export class CsvRow {
  readonly fields: string[] = []
  readonly #delimiter: string
  /** The start of a quoted field that continues in the next line. */
  #open: string | undefined

  constructor(delimiter = ',') {
    this.#delimiter = delimiter
  }

  /** `complete`: the row ends here. `open`: a quoted field continues in the next line. Otherwise the error. */
  take(line: string): 'complete' | 'open' | { readonly error: string } {
    let at = 0
    let quoted = this.#open === undefined ? undefined : `${this.#open}\n`
    for (;;) {
      if (quoted === undefined && line[at] === '"') {
        quoted = ''
        at++
      }
      if (quoted === undefined) {
        const end = line.indexOf(this.#delimiter, at)
        const field = end === -1 ? line.slice(at) : line.slice(at, end)
        if (field.includes('"')) return { error: `column ${this.fields.length + 1} has a quote in unquoted text` }
        this.fields.push(field)
        if (end === -1) return 'complete'
        at = end + 1
        continue
      }
      const quote = line.indexOf('"', at)
      if (quote === -1) {
        this.#open = quoted + line.slice(at)
        return 'open'
      }
      quoted += line.slice(at, quote)
      at = quote + 1
      if (line[at] === '"') {
        quoted += '"'
        at++
        continue
      }
      this.fields.push(quoted)
      quoted = undefined
      if (at === line.length) return 'complete'
      if (line[at] !== this.#delimiter)
        return { error: `column ${this.fields.length} has text after its closing quote` }
      at++
    }
  }
}

/** A quoted field with more lines than this is a stray quote. */
const MAX_ROW_LINES = 20

/** The row that begins at the line `at`, and its number of lines. Undefined if it is malformed. */
export function csvRowAt(
  lines: readonly string[],
  at: number,
  delimiter: string,
): { readonly fields: readonly string[]; readonly lines: number } | undefined {
  const row = new CsvRow(delimiter)
  for (let taken = 1; taken <= MAX_ROW_LINES && at + taken <= lines.length; taken++) {
    const state = row.take(lines[at + taken - 1] ?? '')
    if (state === 'complete') return { fields: row.fields, lines: taken }
    if (state !== 'open') return undefined
  }
  return undefined
}
