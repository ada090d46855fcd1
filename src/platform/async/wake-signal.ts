/** Ends a wait early. A signal before a wait ends that wait immediately. */
export class WakeSignal {
  #isSet = false
  #resolve: () => void = () => {}

  set(): void {
    this.#isSet = true
    this.#resolve()
  }

  /** Waits for the signal, at most for the given time, and resets it. */
  async wait(maxMs: number): Promise<void> {
    if (!this.#isSet) {
      const { promise, resolve } = Promise.withResolvers<void>()
      const timer = setTimeout(resolve, maxMs)
      this.#resolve = resolve
      await promise
      clearTimeout(timer)
    }
    this.#isSet = false
  }
}
