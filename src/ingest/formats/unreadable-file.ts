import { AppError } from '../../platform/app-error.ts'

/** A file that can't be read, or not to its end. Only this file is skipped. */
export class UnreadableFile extends AppError {
  constructor(message: string, cause?: unknown) {
    super('unavailable', message, { cause })
  }
}
