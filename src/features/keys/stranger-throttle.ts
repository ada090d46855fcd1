import { BoundedMap } from '../../platform/bounded-map.ts'

/** How many unknown keys a network may try in a row, and how soon it may try the next one. */
const BURST = 30
const ONE_EVERY_MS = 2_000
const MOST_NETWORKS = 10_000

interface Allowance {
  left: number
  at: number
}

/**
 * How many keys that this node does not know a network may have looked up. A key that turns out to be good costs
 * nothing, so only those who try wrong ones run out. Memory is bounded; a network that is forgotten begins anew.
 */
export class StrangerThrottle {
  readonly #allowances = new BoundedMap<string, Allowance>(MOST_NETWORKS)
  readonly #monotonicMs: () => number

  constructor(monotonicMs: () => number) {
    this.#monotonicMs = monotonicMs
  }

  get size(): number {
    return this.#allowances.size
  }

  /** Taken before the look-up, so that a flood that comes at once is bounded, too. */
  take(network: string): boolean {
    const now = this.#monotonicMs()
    const { left, at } = this.#allowances.get(network) ?? { left: BURST, at: now }
    const allowance = { left: Math.min(BURST, left + (now - at) / ONE_EVERY_MS), at: now }
    const allowed = allowance.left >= 1
    if (allowed) allowance.left--
    this.#allowances.set(network, allowance)
    return allowed
  }

  giveBack(network: string): void {
    const allowance = this.#allowances.get(network)
    if (allowance) allowance.left = Math.min(BURST, allowance.left + 1)
  }
}
