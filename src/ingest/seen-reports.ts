/** Which company each report was given for, as hashes: some 50 bytes for a report, however long its key is. */
export class SeenReports {
  readonly #companies = new Map<number, number>()

  /** Returns whether all lines of the report so far named this company. */
  add(report: string, company: number): boolean {
    const hash = hashOf(report)
    const known = this.#companies.get(hash)
    if (known === undefined) this.#companies.set(hash, company)
    return known === undefined || known === company
  }
}

/** 53 bits. Two reports with the same count as one, which at most means that `add` returns false once too often. */
function hashOf(text: string): number {
  let [first, second] = [0x811c9dc5, 0x9e3779b9]
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    first = Math.imul(first ^ code, 0x01000193)
    second = Math.imul(second + code, 0x85ebca6b) ^ (second >>> 15)
  }
  return (first >>> 0) * 2 ** 21 + (second >>> 11)
}
