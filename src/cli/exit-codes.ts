import { AppError, type ErrorKind } from '../platform/app-error.ts'

/** The exit codes of the command line. Scripts depend on them. */
export const EXIT = {
  done: 0,
  /** The command failed and changed nothing. */
  failed: 1,
  /** The arguments or the configuration are wrong. */
  usage: 2,
  /** The command succeeded, but some of the input was rejected. */
  rejected: 3,
  /** Nothing has that id. */
  notFound: 4,
} as const

const EXIT_CODE_OF_KIND: Readonly<Record<ErrorKind, number>> = {
  invalid: EXIT.usage,
  not_found: EXIT.notFound,
  conflict: EXIT.failed,
  forbidden: EXIT.failed,
  throttled: EXIT.failed,
  unavailable: EXIT.failed,
}

/** An error that is not an AppError is a bug. It exits like any other failure. */
export function exitCodeOf(error: unknown): number {
  return error instanceof AppError ? EXIT_CODE_OF_KIND[error.kind] : EXIT.failed
}
