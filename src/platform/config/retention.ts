import { wholeNumber } from './env-variable.ts'

/** Retention of what the service records about itself. */
export const RETENTION = {
  HISTORY_MONTHS: wholeNumber(
    1,
    1_200,
    36,
    'How many full months the record of what was known when is kept (docs/operations.md).',
  ),
  REQUEST_LOG_DAYS: wholeNumber(
    0,
    90,
    7,
    'How many full days the log of API requests is kept; 0 keeps none, and counts by key and endpoint only.',
  ),
  AUDIT_DAYS: wholeNumber(30, 3_650, 400, 'How many days the audit log is kept.'),
  ATTEMPT_DAYS: wholeNumber(
    7,
    90,
    30,
    'How many full days the attempts to call webhooks are kept. The events themselves are kept for 30.',
  ),
}
