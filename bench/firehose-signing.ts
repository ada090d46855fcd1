// What signing costs, from one run in which signed and unsigned blocks of requests alternate: other load on the machine
// changes from second to second, by more than a signature costs.

import { median, table } from './report.ts'

/** Several times as many requests as are in flight: the answers of the first half may belong to the block before. */
const BLOCK = 8_000
/** The compiler needs them. */
const WARM_UP_BLOCKS = 4

interface Cost {
  readonly perSecond: number
  /** Microseconds of this process per delivery. */
  readonly cpu: number
}

export function isSigned(request: number): boolean {
  const block = Math.floor(request / BLOCK) % 4
  return block === 0 || block === 3
}

export class SignedBlocks {
  /** In the middle and at the end of every block. */
  readonly #marks: { readonly at: number; readonly cpu: number }[] = []

  note(done: number): void {
    if (done % (BLOCK / 2) !== 0) return
    const { user, system } = process.cpuUsage()
    this.#marks.push({ at: performance.now(), cpu: user + system })
  }

  report(): string {
    const [signed, unsigned]: [Cost[], Cost[]] = [[], []]
    for (let block = WARM_UP_BLOCKS; ; block++) {
      const [from, to] = this.#marks.slice(2 * block, 2 * block + 2)
      if (!from || !to) break
      const count = BLOCK / 2
      const cost = { perSecond: (1_000 * count) / (to.at - from.at), cpu: (to.cpu - from.cpu) / count }
      ;(isSigned(block * BLOCK) ? signed : unsigned).push(cost)
    }
    const of = (costs: readonly Cost[], part: keyof Cost) => median(costs.map((cost) => cost[part]))
    const rows = Object.entries({ unsigned, signed }).map(([name, costs]) => [
      name,
      Math.round(of(costs, 'perSecond')).toLocaleString('en'),
      `${of(costs, 'cpu').toFixed(1)} µs`,
    ])
    const lost = 100 * (1 - of(signed, 'perSecond') / of(unsigned, 'perSecond'))
    return `medians of ${signed.length} alternating blocks
${table([['', 'per second', 'CPU time per delivery'], ...rows])}lost by signing: ${lost.toFixed(1)} % (target: at most 10 %)
`
  }
}
