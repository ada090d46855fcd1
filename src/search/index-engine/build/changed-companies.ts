/** With more companies than this, only one position is stored for all of them. */
const MAX_RECORDED = 100_000

/**
 * The log position at which each company last changed. A company without a record changed before the index was built
 * or, where there were too many to record, at any time up to now. So the position may be too late, but never too early.
 */
export class ChangedCompanies {
  readonly #positions = new Map<number, number>()
  #others: number

  constructor(position: number) {
    this.#others = position
  }

  /** Call this before the changes become visible in the index. */
  record(ordinals: Iterable<number>, position: number): void {
    for (const ordinal of ordinals) this.#positions.set(ordinal, position)
    if (this.#positions.size > MAX_RECORDED) this.recordAll(position)
  }

  recordAll(position: number): void {
    this.#positions.clear()
    this.#others = position
  }

  positionOf(ordinal: number): number {
    return this.#positions.get(ordinal) ?? this.#others
  }
}
