import { useApiQuery } from '../../../api/queries.ts'
import { type BucketReply, contract } from '../../../contract.ts'

type Budgets = ReadonlyMap<BucketReply['bucket'], BucketReply>

/** What is left of the team's limits. Undefined: not loaded yet. */
export function useBudgets(): { readonly budgets: Budgets | undefined; readonly error: Error | null } {
  const { data, error } = useApiQuery(contract.getUsage, {})
  return { budgets: data && new Map(data.buckets.map((each) => [each.bucket, each])), error }
}
