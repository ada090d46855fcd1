/** The exit codes that a shell reports for a process that was ended by the signal. */
const EXIT_CODES = { SIGINT: 130, SIGTERM: 143, SIGHUP: 129 } as const

type Signal = keyof typeof EXIT_CODES
type Listener = (signal: Signal, exitCode: number) => void

const SAME_SIGNAL_MS = 1_000

const listeners: Listener[] = []
let firstAt: number | undefined

/**
 * Until it is disposed, the listener gets the first signal, instead of the listeners before it. A later signal ends the
 * process immediately. A signal right after the first is the same Ctrl-C: it arrives from the terminal and from the
 * parent process (see bin/setup.js). It may arrive after the work has ended, so the process never stops listening.
 */
export function onSignal(listener: Listener): Disposable {
  for (const signal of Object.keys(EXIT_CODES)) {
    if (!process.listeners(signal as Signal).includes(receive)) process.on(signal, receive)
  }
  listeners.push(listener)
  return { [Symbol.dispose]: () => void listeners.splice(listeners.lastIndexOf(listener), 1) }
}

function receive(signal: NodeJS.Signals): void {
  const exitCode = EXIT_CODES[signal as Signal]
  const isSame = firstAt !== undefined && performance.now() - firstAt <= SAME_SIGNAL_MS
  if (isSame) return
  const listener = firstAt === undefined ? listeners.at(-1) : undefined
  if (!listener) process.exit(exitCode)
  firstAt = performance.now()
  listener(signal as Signal, exitCode)
}

/** How long the work may still take after a signal. The process ends within 9 s, like a service. */
const FINISH_SECONDS = 5

/** Lets the current work finish. If it takes longer, because it waits for a lock, it is interrupted. */
export function stopOnSignal(interrupt: () => Promise<void>): { readonly signal: AbortSignal } & Disposable {
  const controller = new AbortController()
  let timer: NodeJS.Timeout | undefined
  const listening = onSignal(() => {
    controller.abort()
    timer = setTimeout(() => void interrupt(), FINISH_SECONDS * 1_000)
  })
  return {
    signal: controller.signal,
    [Symbol.dispose]() {
      clearTimeout(timer)
      listening[Symbol.dispose]()
    },
  }
}

/** Resolves at the first signal, or when the parent process ends (see bin/setup.js). */
export function stopSignal(): Promise<string> {
  return new Promise((resolve) => {
    onSignal(resolve)
    process.on('disconnect', () => resolve('the parent process ended'))
    if (process.env.npm_lifecycle_event) {
      // npm forwards only some signals, and none when it is killed. So this process ends when npm does.
      const parent = process.ppid
      setInterval(() => process.ppid !== parent && resolve('the parent process ended'), 1_000).unref()
    }
  })
}
