export const FAILURE_REASONS = [
  /** The URL is not one that may be sent to. */
  'forbidden_url',
  'dns',
  'forbidden_address',
  'refused',
  'unreachable',
  'connect_timeout',
  'tls',
  'timeout',
  'reset',
  'redirect',
  'invalid_response',
  /** Nothing that could be sent, such as a key that is no header value. */
  'invalid_request',
  /** By us: the process ends, or the caller gave up. */
  'aborted',
  /** On our side: no files or ports left, or something that nobody thought of. */
  'failed',
] as const
export type FailureReason = (typeof FAILURE_REASONS)[number]

/** Thrown while connecting, with a message for the customer. */
export class SendFailure extends Error {
  readonly reason: FailureReason

  constructor(reason: FailureReason, message: string, cause?: unknown) {
    super(message, { cause })
    this.reason = reason
  }
}
