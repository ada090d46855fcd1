import { BoundedMap } from '../../platform/bounded-map.ts'

/** How many unknown keys a network may try in a row, and how soon it may try the next one. */
const BURST = 30
const ONE_EVERY_MS = 2_000
const MOST_NETWORKS = 10_000

interface Allowance {
  left: number
  at: number
  running: number
  readonly waiting: (() => void)[]
}

/** Ends a look-up, and tells whether the key turned out to be unknown. */
export type Settle = (unknown: boolean) => void

/**
 * How many keys that this node does not know a network may have looked up. Only keys that turn out to be unknown count.
 * Never more look-ups run for a network than it has left, so that a flood that comes at once is bounded, too; the others
 * wait to see what becomes of those, and a crowd of good keys gets through. Memory is bounded; a network that is
 * forgotten begins anew.
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

  /** undefined: the network has used up what it had. */
  async admit(network: string): Promise<Settle | undefined> {
    const allowance = this.#allowanceOf(network)
    while (allowance.left >= 1 && allowance.running + 1 > allowance.left) {
      await new Promise<void>((resolve) => allowance.waiting.push(resolve))
    }
    if (allowance.left < 1) return undefined
    allowance.running++
    return (unknown) => {
      allowance.running--
      if (unknown) allowance.left--
      for (const wake of allowance.waiting.splice(0)) wake()
    }
  }

  #allowanceOf(network: string): Allowance {
    const now = this.#monotonicMs()
    const allowance = this.#allowances.get(network) ?? { left: BURST, at: now, running: 0, waiting: [] }
    allowance.left = Math.min(BURST, allowance.left + (now - allowance.at) / ONE_EVERY_MS)
    allowance.at = now
    this.#allowances.set(network, allowance)
    return allowance
  }
}
