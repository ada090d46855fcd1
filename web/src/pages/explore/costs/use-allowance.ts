import { useApiQuery } from '../../../api/queries.ts'
import { contract, type ReplyOf } from '../../../contract.ts'

export type PeopleAllowance = ReplyOf<typeof contract.getPeopleUsage>

/** What is left today of the allowance of people, for this person and the team. Undefined: not loaded yet. */
export function useAllowance() {
  const query = useApiQuery(contract.getPeopleUsage, {})
  return { allowance: query.data, error: query.error, query }
}
