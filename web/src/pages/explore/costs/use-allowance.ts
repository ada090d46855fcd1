import { useApiQuery } from '../../../api/queries.ts'
import { contract, type ReplyOf } from '../../../contract.ts'

export type PeopleAllowance = ReplyOf<typeof contract.getPeopleUsage>

/** What is left today of the allowance of people, for this person and the team. Undefined: not loaded yet. */
export function useAllowance(): { readonly allowance: PeopleAllowance | undefined; readonly error: Error | null } {
  const { data, error } = useApiQuery(contract.getPeopleUsage, {})
  return { allowance: data, error }
}
