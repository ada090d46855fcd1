// How the signals are distributed over the companies. The distribution is Zipf-like: the company of rank r gets a share
// proportional to (r + 10)^-0.8. The 10 flattens the top: without it, the busiest of a million companies would have every
// sixteenth signal; with it, it has about 20,000 of ten million. The shares come from an integral and not from a sum over
// the previous ranks, so that the share of any rank can be computed directly.

const EXPONENT = 0.2
const OFFSET = 10

export class SignalDistribution {
  readonly #companies: number
  readonly #signals: number
  readonly #step: number

  constructor(companies: number, signals: number) {
    this.#companies = companies
    this.#signals = signals
    this.#step = stepThrough(companies)
  }

  /** Assigns each rank once, and scatters the busy companies over the order of arrival. */
  rankOf(index: number): number {
    return (index * this.#step) % this.#companies
  }

  /** The difference of two rounded sums, so that all ranks together have exactly the requested number of signals. */
  signalsOf(rank: number): number {
    return this.#upTo(rank + 1) - this.#upTo(rank)
  }

  /** The signals of all lower ranks: the integral of (x + 10)^-0.8, scaled. */
  #upTo(rank: number): number {
    const area = (x: number) => (x + OFFSET) ** EXPONENT - OFFSET ** EXPONENT
    return Math.round((this.#signals * area(rank)) / area(this.#companies))
  }
}

/** Near the golden ratio of the count, and coprime to it. */
function stepThrough(count: number): number {
  let step = Math.max(1, Math.round(count * 0.618))
  while (greatestCommonDivisor(step, count) > 1) step++
  return step
}

function greatestCommonDivisor(a: number, b: number): number {
  return b === 0 ? a : greatestCommonDivisor(b, a % b)
}
