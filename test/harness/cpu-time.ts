const ATTEMPTS = 10

/**
 * The CPU time of a synchronous call in milliseconds: the least of ten, so that neither a busy machine nor the first compilation
 * counts. A call that takes less than `enough` is not repeated.
 */
export function leastCpuMs(call: () => unknown, enough: number): number {
  let least = Number.POSITIVE_INFINITY
  for (let attempt = 0; attempt < ATTEMPTS && least >= enough; attempt++) {
    const before = process.threadCpuUsage()
    call()
    const { user, system } = process.threadCpuUsage(before)
    least = Math.min(least, (user + system) / 1_000)
  }
  return least
}
