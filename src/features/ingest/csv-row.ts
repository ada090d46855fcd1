/**
 * The fields of one CSV row (RFC 4180), taken line by line, because a quoted field may hold line breaks. It is a reader
 * of our own for the sake of what is wrong: a parser of streams reads on after a stray quote as if it were inside the
 * field, and with it go the good rows that follow.
 */
export class CsvRow {
  readonly fields: string[] = []
  /** What is known of a quoted field that the next line goes on with. */
  #open: string | undefined

  /** `whole`: the row is complete. `open`: a quoted field goes on in the next line. Else: what is wrong. */
  take(line: string): 'whole' | 'open' | { readonly fault: string } {
    let at = 0
    let quoted = this.#open === undefined ? undefined : `${this.#open}\n`
    for (;;) {
      if (quoted === undefined && line[at] === '"') {
        quoted = ''
        at++
      }
      if (quoted === undefined) {
        const comma = line.indexOf(',', at)
        const field = comma === -1 ? line.slice(at) : line.slice(at, comma)
        if (field.includes('"')) return { fault: `a quote stands inside column ${this.fields.length + 1}` }
        this.fields.push(field)
        if (comma === -1) return 'whole'
        at = comma + 1
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
      if (at === line.length) return 'whole'
      if (line[at] !== ',') return { fault: `column ${this.fields.length} goes on after its closing quote` }
      at++
    }
  }
}
