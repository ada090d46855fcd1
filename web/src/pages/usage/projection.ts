import type { BucketReply } from '../../contract.ts'

const DAY_MS = 86_400_000
/** A rate of less time says more about the hour of the day or the weekend than about the month. */
const MIN_DAYS = 3
const MONTHLY: readonly BucketReply['bucket'][] = ['monthlyRequests', 'monthlyRecords', 'monthlyPageTurns']

/**
 * When a monthly limit is used up at the average rate of this billing month. Undefined if it lasts until it resets, is
 * used up already, or too little of the month has passed to tell.
 */
export function usedUpAt(
  { bucket, used, remaining, resetsAt }: BucketReply,
  monthStartsAt: string,
  asOf: string,
): string | undefined {
  const elapsedMs = Date.parse(asOf) - Date.parse(monthStartsAt)
  if (!MONTHLY.includes(bucket) || used === 0 || remaining === 0 || elapsedMs < MIN_DAYS * DAY_MS) return undefined
  const at = Date.parse(asOf) + (remaining / used) * elapsedMs
  return at < Date.parse(resetsAt) ? new Date(at).toISOString() : undefined
}
