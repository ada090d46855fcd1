const INTERVAL_MS = 60_000

/** Logs a warning that may occur every second at most once a minute, with the number of times since the last line. */
export class RepeatedWarning {
  readonly #log: (text: string) => void
  #loggedAt = Number.NEGATIVE_INFINITY
  #count = 0

  constructor(log: (text: string) => void) {
    this.#log = log
  }

  warn(text: string, now: number = performance.now()): void {
    this.#count++
    if (now - this.#loggedAt < INTERVAL_MS) return
    this.#log(this.#count === 1 ? text : `${text} (${this.#count} times since the last line)`)
    this.#loggedAt = now
    this.#count = 0
  }
}
