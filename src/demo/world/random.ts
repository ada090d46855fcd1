// A seeded random number generator: sfc32, which is small, of good quality, and has four integers as its state.
// Math.random has no seed, and tests and benchmarks need data that can be generated again.

/** Every stream of a seed is an independent sequence, so one company's draws don't depend on another's. */
export class Random {
  #a: number
  #b: number
  #c: number
  #counter = 1

  constructor(seed: number, stream = 0) {
    this.#a = mix(seed)
    this.#b = mix(seed ^ 0x9e3779b9)
    this.#c = mix(stream ^ 0x85ebca6b)
    // After twelve rounds, neighbouring streams are uncorrelated.
    for (let round = 0; round < 12; round++) this.next()
  }

  /** From 0 (inclusive) to 1 (exclusive). */
  next(): number {
    const sum = (this.#a + this.#b + this.#counter) | 0
    this.#counter = (this.#counter + 1) | 0
    this.#a = this.#b ^ (this.#b >>> 9)
    this.#b = (this.#c + (this.#c << 3)) | 0
    this.#c = (((this.#c << 21) | (this.#c >>> 11)) + sum) | 0
    return (sum >>> 0) / 0x1_0000_0000
  }

  /** An integer from 0 (inclusive) to the bound (exclusive). */
  below(bound: number): number {
    return Math.floor(this.next() * bound)
  }

  between(low: number, high: number): number {
    return low + (high - low) * this.next()
  }

  chance(probability: number): boolean {
    return this.next() < probability
  }

  pick<T>(list: readonly T[]): T {
    const item = list[this.below(list.length)]
    if (item === undefined) throw new RangeError('nothing to pick from')
    return item
  }
}

/** A 32-bit hash of a text (FNV-1a). */
export function seedOf(text: string): number {
  let hash = 0x811c9dc5
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
  return mix(hash)
}

/** Spreads a change of one bit over all bits (the finaliser of MurmurHash3). */
function mix(value: number): number {
  let bits = value | 0
  bits = Math.imul(bits ^ (bits >>> 16), 0x85ebca6b)
  bits = Math.imul(bits ^ (bits >>> 13), 0xc2b2ae35)
  return bits ^ (bits >>> 16)
}
