import { BUCKETS, type Bucket } from '../plans/index.ts'
import type { BudgetState, Cost } from './charge.ts'

/** How much of a bucket a cost needs. Assumes that the company isn't open yet. */
function needOf({ records = 0, pageTurns = 0, companyId }: Cost, bucket: Bucket): number {
  if (bucket === 'monthlyRecords') return records
  if (bucket === 'monthlyPageTurns') return pageTurns
  if (bucket === 'dailyCompanyDetail') return companyId === undefined ? 0 : 1
  return 1
}

export function isFull({ buckets }: BudgetState, cost: Cost, bucket: Bucket): boolean {
  const need = needOf(cost, bucket)
  return need > 0 && buckets[bucket].remaining < need
}

/** Of all buckets that are full for this cost, the one that resets last: the request can't succeed before that. */
export function lastToReset(state: BudgetState, cost: Cost): Bucket | undefined {
  let last: Bucket | undefined
  for (const bucket of BUCKETS) {
    if (!isFull(state, cost, bucket)) continue
    if (last === undefined || state.buckets[bucket].resetUnix > state.buckets[last].resetUnix) last = bucket
  }
  return last
}
