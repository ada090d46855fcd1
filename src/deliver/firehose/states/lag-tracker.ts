// Whether a webhook is falling behind, and when it will have caught up. It has no clock and no database.
//
// A webhook falls behind when the next event for it is a minute old, and has caught up when it is 15 s old: between the
// two, the state stays as it is. So a burst that is sent within a minute changes nothing, and a webhook near the bound
// doesn't flap.

export interface LagLimits {
  readonly behindSeconds: number
  readonly caughtUpSeconds: number
}

export const LAG_LIMITS: LagLimits = { behindSeconds: 60, caughtUpSeconds: 15 }

/** The rates are those of the last minute. */
const WINDOW_MS = 60_000
/** Too short a time says nothing about a rate. */
const MIN_WINDOW_MS = 2_000
const MAX_SAMPLES = 64

interface Sample {
  readonly at: number
  readonly frontier: number
  readonly head: number
}

export class LagTracker {
  readonly #limits: LagLimits
  #samples: Sample[] = []
  #isBehind: boolean
  #seconds = 0

  constructor(isBehind: boolean, limits = LAG_LIMITS) {
    this.#isBehind = isBehind
    this.#limits = limits
  }

  get isBehind(): boolean {
    return this.#isBehind
  }

  /** The age of the next event. */
  get seconds(): number {
    return this.#seconds
  }

  add(sample: Sample, seconds: number): void {
    const recent = this.#samples.filter(({ at }) => sample.at - at <= WINDOW_MS)
    this.#samples = [...recent.slice(1 - MAX_SAMPLES), sample]
    this.#seconds = seconds
    if (seconds >= this.#limits.behindSeconds) this.#isBehind = true
    if (seconds < this.#limits.caughtUpSeconds) this.#isBehind = false
  }

  /** Seconds until it has caught up at the present rates. Undefined: the lag grows, or it is not known yet. */
  get secondsToGo(): number | undefined {
    const [first] = this.#samples
    const last = this.#samples.at(-1)
    if (!first || !last || last.at - first.at < MIN_WINDOW_MS) return undefined
    const gained = last.frontier - first.frontier - (last.head - first.head)
    if (gained <= 0) return undefined
    return Math.ceil(((last.head - last.frontier) / gained) * ((last.at - first.at) / 1_000))
  }
}
