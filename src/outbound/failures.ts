const FAILURE_REASONS = [
  /** Webhooks cannot be sent to the URL. */
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
  /** The request could not be built, for example because the key is not a valid header value. */
  'invalid_request',
  /** By us: the process is stopping, or the caller aborted. */
  'aborted',
  /** On our side: out of file descriptors or ports, or an unexpected error. */
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
