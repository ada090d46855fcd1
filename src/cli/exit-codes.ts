import { AppError, type ErrorKind } from '../platform/app-error.ts'

/** The exit codes of the command line. Scripts depend on them. */
export const EXIT = {
  done: 0,
  /** It could not be done, and nothing was half done. */
  failed: 1,
  /** The arguments or the configuration are wrong. */
  usage: 2,
  /** It was done, but some of the input was rejected. */
  rejected: 3,
  /** Nothing has that id. */
  notFound: 4,
} as const

const EXIT_CODE_OF_KIND: Readonly<Record<ErrorKind, number>> = {
  invalid: EXIT.usage,
  not_found: EXIT.notFound,
  conflict: EXIT.failed,
  forbidden: EXIT.failed,
  unavailable: EXIT.failed,
}

/** Errors that are no AppError are bugs, and exit like any failure. */
export function exitCodeOf(error: unknown): number {
  return error instanceof AppError ? EXIT_CODE_OF_KIND[error.kind] : EXIT.failed
}
