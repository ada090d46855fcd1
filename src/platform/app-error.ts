/**
 * The kinds of errors that a rule can report. The edges decide what they mean to a caller: `cli/exit-codes.ts` maps a
 * kind to an exit code, `http/errors.ts` maps it to a status.
 */
export const ERROR_KINDS = ['invalid', 'not_found', 'conflict', 'forbidden', 'throttled', 'unavailable'] as const
export type ErrorKind = (typeof ERROR_KINDS)[number]

interface AppErrorOptions {
  /** For programs, such as `last_owner`. The kind itself when left out. */
  readonly code?: string
  /** The invalid input, if there is one: a field of a form. */
  readonly field?: string
  /** When to try again, if known. */
  readonly retryAfterSeconds?: number
  readonly cause?: unknown
}

/**
 * An expected error. Its message is one line for a person: what is wrong and what to do. It is shown without a stack.
 * Anything else that is thrown is a bug.
 *
 * - `invalid`: an argument, a field or a setting has a wrong value.
 * - `not_found`: nothing has that id, or it belongs to another team.
 * - `conflict`: the current state doesn't allow it.
 * - `forbidden`: the caller's plan or role doesn't allow it.
 * - `throttled`: the caller has tried too often and must wait.
 * - `unavailable`: a file, disk, port or server that is needed can't be used.
 */
export class AppError extends Error {
  readonly kind: ErrorKind
  readonly code: string
  readonly field: string | undefined
  readonly retryAfterSeconds: number | undefined

  constructor(kind: ErrorKind, message: string, options: AppErrorOptions = {}) {
    const { code = kind, field, retryAfterSeconds, cause } = options
    super(message, { cause })
    this.name = 'AppError'
    this.kind = kind
    this.code = code
    this.field = field
    this.retryAfterSeconds = retryAfterSeconds
  }
}

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

/** The process was asked to stop before it had started. */
export function stoppedWhileStarting(): AppError {
  return new AppError('unavailable', 'stopped before it had started.')
}
