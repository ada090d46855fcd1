/**
 * A rate that is never exceeded: whatever second one looks at, it holds at most `perSecond` starts. Small rates are
 * spaced evenly; greater ones may take a twentieth at once, so that a timer's millisecond does not slow them, and are
 * refilled by so much less.
 */
export class Pace {
  readonly #burst: number
  readonly #refillMs: number
  #tokens: number
  #at = Number.NEGATIVE_INFINITY

  constructor(perSecond: number) {
    this.#burst = Math.max(1, Math.floor(perSecond / 20))
    this.#refillMs = 1_000 / (this.#burst === 1 ? perSecond : perSecond - this.#burst)
    this.#tokens = this.#burst
  }

  /** When the next start is allowed: not after now, if one is allowed now. */
  readyAt(now: number): number {
    this.#refill(now)
    return this.#tokens >= 1 ? now : now + Math.ceil((1 - this.#tokens) * this.#refillMs)
  }

  take(now: number): void {
    this.#refill(now)
    this.#tokens -= 1
  }

  #refill(now: number): void {
    if (now <= this.#at) return
    this.#tokens = Math.min(this.#burst, this.#tokens + (now - this.#at) / this.#refillMs)
    this.#at = now
  }
}
