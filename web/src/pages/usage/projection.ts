import type { BucketReply } from '../../contract.ts'

const DAY_MS = 86_400_000
/** A rate of less time says more about the hour of the day or the weekend than about the month. */
const MIN_DAYS = 3
const MONTHLY: readonly BucketReply['bucket'][] = ['monthlyRequests', 'monthlyRecords', 'monthlyPageTurns']

/**
 * When a monthly limit is used up at the average rate of this billing month. Undefined if it lasts until it resets, is
 * used up already, or too little of the month has passed to tell.
 */
export function usedUpAt(bucket: BucketReply, monthStartsAt: string, asOf: string): string | undefined {
  const { used, remaining, resetsAt } = bucket
  const elapsedMs = elapsedOf(bucket, monthStartsAt, asOf)
  if (elapsedMs === undefined || used === 0 || remaining === 0) return undefined
  const at = Date.parse(asOf) + (remaining / used) * elapsedMs
  return at < Date.parse(resetsAt) ? new Date(at).toISOString() : undefined
}

/** What is used at the end of the month at that rate. Undefined: too little of the month has passed to tell. */
export function projectedUse(bucket: BucketReply, monthStartsAt: string, asOf: string): number | undefined {
  const elapsedMs = elapsedOf(bucket, monthStartsAt, asOf)
  if (elapsedMs === undefined) return undefined
  const monthMs = Date.parse(bucket.resetsAt) - Date.parse(monthStartsAt)
  return Math.round((bucket.used * monthMs) / elapsedMs)
}

function elapsedOf({ bucket }: BucketReply, monthStartsAt: string, asOf: string): number | undefined {
  const elapsedMs = Date.parse(asOf) - Date.parse(monthStartsAt)
  return MONTHLY.includes(bucket) && elapsedMs >= MIN_DAYS * DAY_MS ? elapsedMs : undefined
}
