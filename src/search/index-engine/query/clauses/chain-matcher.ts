import { CHAIN } from '../../layout/kernel-constants.ts'

/**
 * Whether rows that arrive from old to new contain a complete chain. For each step it is enough to store the latest time
 * at which the step was reached: that time leaves the smallest gap to what follows. Rows of the same second do not
 * follow each other, so a step that is reached in one second counts from the next second on.
 */
export class ChainMatcher {
  readonly #reaches: number[] = []
  readonly #tests: number[][] = []
  /** By step, the latest time plus one; 0 if it was not reached yet. */
  readonly #latest: number[] = []
  /** By step, whether it was reached in the current second. */
  readonly #isReachedNow: boolean[] = []
  #time = -1
  #satisfies: (row: number, test: number) => boolean = () => false

  /** `words` has the description of the chain (CHAIN) at `at`. */
  begin(words: Uint32Array, at: number, satisfies: (row: number, test: number) => boolean): void {
    const steps = words[at + CHAIN.steps]!
    let next = at + CHAIN.firstStep
    this.#satisfies = satisfies
    this.#reaches.length = steps
    this.#tests.length = steps
    for (let step = 0; step < steps; step++) {
      this.#reaches[step] = words[next]!
      const tests = words[next + 1]!
      this.#tests[step] = [...words.subarray(next + 2, next + 2 + tests)]
      next += 2 + tests
    }
    this.reset()
  }

  /** Begins the rows of another company. */
  reset(): void {
    this.#time = -1
    for (let step = 0; step < this.#tests.length; step++) {
      this.#latest[step] = 0
      this.#isReachedNow[step] = false
    }
  }

  /** Takes the next row; true when it completes a chain. */
  take(row: number, time: number): boolean {
    if (time !== this.#time) {
      for (let step = 0; step < this.#tests.length; step++) {
        if (this.#isReachedNow[step]) this.#latest[step] = this.#time + 1
        this.#isReachedNow[step] = false
      }
      this.#time = time
    }
    for (let step = 0; step < this.#tests.length; step++) {
      if (step > 0) {
        const before = this.#latest[step - 1]!
        if (before === 0 || time - (before - 1) > this.#reaches[step]!) continue
      }
      if (!this.#tests[step]!.some((test) => this.#satisfies(row, test))) continue
      if (step === this.#tests.length - 1) return true
      this.#isReachedNow[step] = true
    }
    return false
  }
}
