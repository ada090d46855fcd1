import { EXIT } from './exit-codes.ts'

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

const SAME_SIGNAL_MS = 500

/**
 * Resolves at the first signal, or when the parent process ends (see bin/setup.js). A later signal ends this process at
 * once. A signal right after the first is the same Ctrl-C: it arrives from the terminal and from the parent.
 */
export function stopSignal(): Promise<string> {
  return new Promise((resolve) => {
    let firstAt: number | undefined
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
      process.on(signal, () => {
        if (firstAt !== undefined && performance.now() - firstAt > SAME_SIGNAL_MS) process.exit(EXIT.failed)
        firstAt ??= performance.now()
        resolve(signal)
      })
    }
    process.on('disconnect', () => resolve('the parent process ended'))
    if (process.env.npm_lifecycle_event) {
      // npm forwards only some signals, and none when it is killed. So this process ends when npm does.
      const parent = process.ppid
      setInterval(() => process.ppid !== parent && resolve('the parent process ended'), 1_000).unref()
    }
  })
}
