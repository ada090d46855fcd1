const MOST_NOTED = 100_000

/**
 * Where in the log each company was last changed. What is not noted was changed before the index was made or, with too
 * many to note, at any time until now: the answer may be later than the truth, and never earlier.
 */
export class Changes {
  readonly #at = new Map<number, number>()
  #others: number

  constructor(position: number) {
    this.#others = position
  }

  /** Before what has changed can be seen in the index. */
  note(ordinals: Iterable<number>, position: number): void {
    for (const ordinal of ordinals) this.#at.set(ordinal, position)
    if (this.#at.size > MOST_NOTED) this.noteAll(position)
  }

  noteAll(position: number): void {
    this.#at.clear()
    this.#others = position
  }

  of(ordinal: number): number {
    return this.#at.get(ordinal) ?? this.#others
  }
}
