const FIRST_SLOTS = 1 << 10

/** Which company each report was given for, as hashes: 24 to 48 bytes for a report, however long its key is. */
export class SeenReports {
  /** Each slot has two hashes of a report and the number of its company. A first hash of 0 is a free slot. */
  #slots = new Uint32Array(3 * FIRST_SLOTS)
  #size = 0

  /** Returns whether all lines of the report so far named this company. */
  add(report: string, company: number): boolean {
    if (6 * this.#size >= this.#slots.length) this.#grow()
    let [first, second] = [0x811c9dc5, 0x9e3779b9]
    for (let at = 0; at < report.length; at++) {
      const code = report.charCodeAt(at)
      first = Math.imul(first ^ code, 0x01000193)
      second = Math.imul(second + code, 0x85ebca6b) ^ (second >>> 15)
    }
    return this.#put(first >>> 0 || 1, second >>> 0, company)
  }

  #put(first: number, second: number, company: number): boolean {
    const slots = this.#slots
    const count = slots.length / 3
    let slot = first & (count - 1)
    for (; slots[3 * slot] !== 0; slot = (slot + 1) & (count - 1)) {
      if (slots[3 * slot] === first && slots[3 * slot + 1] === second) return slots[3 * slot + 2] === company
    }
    slots.set([first, second, company], 3 * slot)
    this.#size += 1
    return true
  }

  #grow(): void {
    const before = this.#slots
    this.#slots = new Uint32Array(2 * before.length)
    this.#size = 0
    for (let at = 0; at < before.length; at += 3) {
      if (before[at] !== 0) this.#put(before[at] as number, before[at + 1] as number, before[at + 2] as number)
    }
  }
}
