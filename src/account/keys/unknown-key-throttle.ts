import { LruMap } from '../../platform/lru-map.ts'

/** How many unknown keys a network may try in a row, and how soon it may try another. */
const BURST = 30
const REFILL_MS = 2_000
const MAX_NETWORKS = 10_000
/** How many callers of a network wait for the outcome of others. */
const MAX_WAITING = 1_000

interface Allowance {
  left: number
  refilledAt: number
  running: number
  readonly waiting: (() => void)[]
}

/** Ends a look-up and reports whether the key was unknown. */
type Settle = (unknown: boolean) => void

/**
 * Limits the look-ups of keys that this node doesn't know, per network. Only keys that turn out to be unknown count. A
 * network never runs more look-ups than it has left, so a concurrent flood is limited too. Other callers wait for the
 * outcome of running look-ups, so a crowd of valid keys gets through. Memory is bounded; an evicted network starts
 * again with a full allowance.
 */
export class UnknownKeyThrottle {
  readonly #allowances = new LruMap<string, Allowance>(MAX_NETWORKS)
  readonly #monotonicMs: () => number

  constructor(monotonicMs: () => number) {
    this.#monotonicMs = monotonicMs
  }

  get size(): number {
    return this.#allowances.size
  }

  /** Undefined: the network has used up its allowance, or too many of its callers are already waiting. */
  async admit(network: string): Promise<Settle | undefined> {
    const allowance = this.#allowanceOf(network)
    while (allowance.left >= 1 && allowance.running + 1 > allowance.left) {
      if (allowance.waiting.length >= MAX_WAITING) return undefined
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
    const allowance = this.#allowances.get(network) ?? { left: BURST, refilledAt: now, running: 0, waiting: [] }
    allowance.left = Math.min(BURST, allowance.left + (now - allowance.refilledAt) / REFILL_MS)
    allowance.refilledAt = now
    this.#allowances.set(network, allowance)
    return allowance
  }
}
