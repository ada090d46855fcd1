// A search that is suspended between two steps must find the index unchanged when it resumes, so changes wait at the
// gate meanwhile. Afterwards the gate stays open for as long as it was closed, or until no changes are left: the log is
// followed at least half of the time, and a few changes don't delay searches.

const MAX_GRACE_MS = 500

export class ChangeGate {
  readonly #now: () => number
  #closedAt: number | undefined
  #freeAt = Number.NEGATIVE_INFINITY
  #waiting: (() => void)[] = []
  /** Called when it can be closed earlier than expected. */
  onFree: () => void = () => {}

  constructor(now: () => number = () => performance.now()) {
    this.#now = now
  }

  /** Whether it can be closed now. */
  get isFree(): boolean {
    return this.#closedAt === undefined && this.#now() >= this.#freeAt
  }

  close(): void {
    this.#closedAt = this.#now()
  }

  open(): void {
    if (this.#closedAt === undefined) return
    const now = this.#now()
    if (this.#waiting.length > 0) this.#freeAt = now + Math.min(MAX_GRACE_MS, now - this.#closedAt)
    this.#closedAt = undefined
    for (const proceed of this.#waiting.splice(0)) proceed()
  }

  /** There is nothing more to change for now. */
  rest(): void {
    if (this.#now() >= this.#freeAt) return
    this.#freeAt = Number.NEGATIVE_INFINITY
    this.onFree()
  }

  /** Waits until it is open. The caller may change the index until it yields to the event loop. */
  async pass(): Promise<void> {
    while (this.#closedAt !== undefined) await new Promise<void>((resolve) => this.#waiting.push(resolve))
  }
}
