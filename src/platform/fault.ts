/**
 * A failure that a person can mend: its message is one line that says what is wrong and what to do, and it is shown
 * without a stack. Whatever is thrown and is not a Fault is a defect of ours.
 */
export class Fault extends Error {
  readonly exitCode: number

  constructor(message: string, options: { exitCode?: number; cause?: unknown } = {}) {
    super(message, { cause: options.cause })
    this.name = 'Fault'
    this.exitCode = options.exitCode ?? EXIT.failed
  }
}

/** What the command line's exit codes mean. */
export const EXIT = {
  done: 0,
  /** It could not be done; nothing was half done. */
  failed: 1,
  /** The arguments or the configuration are wrong. */
  usage: 2,
  /** It was done, but some of the input was rejected. */
  rejected: 3,
  /** There is nothing by that id. */
  notFound: 4,
} as const

/** The first line of an error's message, for a line that ends in "(reason)". */
export function reasonOf(error: unknown): string {
  if (error instanceof AggregateError && error.errors.length > 0) return reasonOf(error.errors[0])
  const message =
    error instanceof Error ? error.message || ((error as NodeJS.ErrnoException).code ?? error.name) : String(error)
  return message.split('\n', 1)[0] ?? message
}

export function errorCode(error: unknown): string | undefined {
  if (error instanceof AggregateError && error.errors.length > 0) return errorCode(error.errors[0])
  const code = (error as { code?: unknown } | null)?.code
  return typeof code === 'string' ? code : undefined
}

/** Somebody asked us to end before there was anything to end. */
export function stoppedWhileStarting(): Fault {
  return new Fault('stopped before it had started.')
}
