/** How long the work may still take after a signal. The process ends within 9 s, like a service. */
const FINISH_SECONDS = 5

/**
 * Lets the work under way finish. If it takes longer, because it waits for a lock, it is interrupted. A
 * second signal ends the process immediately, as in every command.
 */
export function stopOnSignal(interrupt: () => Promise<void>): { readonly signal: AbortSignal } & Disposable {
  const controller = new AbortController()
  let timer: NodeJS.Timeout | undefined
  const stop = () => {
    controller.abort()
    timer = setTimeout(() => void interrupt(), FINISH_SECONDS * 1_000)
  }
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const
  for (const signal of signals) process.once(signal, stop)
  return {
    signal: controller.signal,
    [Symbol.dispose]() {
      clearTimeout(timer)
      for (const signal of signals) process.off(signal, stop)
    },
  }
}
