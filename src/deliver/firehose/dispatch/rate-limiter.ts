/**
 * A rate that is never exceeded: any window of one second has at most `perSecond` starts. Low rates are spaced evenly.
 * Higher rates may start a twentieth in one burst, because timers have a resolution of a millisecond, and their tokens
 * come back slower by that much.
 */
export class RateLimiter {
  readonly #burst: number
  readonly #msPerToken: number
  #tokens: number
  #at = Number.NEGATIVE_INFINITY

  constructor(perSecond: number) {
    this.#burst = Math.max(1, Math.floor(perSecond / 20))
    this.#msPerToken = 1_000 / (this.#burst === 1 ? perSecond : perSecond - this.#burst)
    this.#tokens = this.#burst
  }

  /** When the next start is allowed: `now` if one is allowed now. */
  readyAt(now: number): number {
    this.#addTokens(now)
    return this.#tokens >= 1 ? now : now + Math.ceil((1 - this.#tokens) * this.#msPerToken)
  }

  take(now: number): void {
    this.#addTokens(now)
    this.#tokens -= 1
  }

  #addTokens(now: number): void {
    if (now <= this.#at) return
    this.#tokens = Math.min(this.#burst, this.#tokens + (now - this.#at) / this.#msPerToken)
    this.#at = now
  }
}
