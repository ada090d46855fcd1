// Searches are generators: they yield after at most a few milliseconds of work, so that a long one can be suspended
// while others run, and ended when its caller disconnects. What a search reads must not change while it is suspended.

export type Steps<Result> = Generator<undefined, Result>

/** About how many rows are scanned or walked between two yields. */
export const STEP_ROWS = 131_072

/** Conditions with fewer values or tuples are prepared without a yield. */
export const STEP_VALUES = 4_096

/** Runs all steps without a pause. */
export function finish<Result>(steps: Steps<Result>): Result {
  for (;;) {
    const { done, value } = steps.next()
    if (done) return value
  }
}
