// Who is how busy. Activity is Zipf-like: the company of rank r gets a share that falls with (r + 10)^0.8. The ten flatten
// the top, or one company of a million would have every fourteenth signal; as it is, the busiest one has 20,000 of ten
// million. The shares come from an integral and not from a sum over the distribution before, so that any rank can be asked for.

const EXPONENT = 0.2
const FLATTENED = 10

export class SignalDistribution {
  readonly #companies: number
  readonly #signals: number
  readonly #step: number

  constructor(companies: number, signals: number) {
    this.#companies = companies
    this.#signals = signals
    this.#step = stepThrough(companies)
  }

  /** Each rank once, and the busy ones scattered over the order of arrival. */
  rankOf(index: number): number {
    return (index * this.#step) % this.#companies
  }

  /** The differences of a rounded sum, so that all distribution together have exactly the signals that were asked for. */
  signalsOf(rank: number): number {
    return this.#upTo(rank + 1) - this.#upTo(rank)
  }

  /** The signals of the distribution before this one: the integral of (x + 10)^-0.8, scaled. */
  #upTo(rank: number): number {
    const area = (x: number) => (x + FLATTENED) ** EXPONENT - FLATTENED ** EXPONENT
    return Math.round((this.#signals * area(rank)) / area(this.#companies))
  }
}

/** Near the golden section of the count and without a common factor with it. */
function stepThrough(count: number): number {
  let step = Math.max(1, Math.round(count * 0.618))
  while (greatestCommonDivisor(step, count) > 1) step++
  return step
}

function greatestCommonDivisor(a: number, b: number): number {
  return b === 0 ? a : greatestCommonDivisor(b, a % b)
}
