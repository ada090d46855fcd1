import type { QueryClient } from '@tanstack/react-query'
import { contract } from '../../../contract.ts'

/** After something was charged. A first reply that is under way may be older: it would be taken instead of asking again. */
export async function refreshUsage(client: QueryClient): Promise<void> {
  const usage = { queryKey: [contract.getUsage.name] }
  await client.cancelQueries(usage)
  await client.invalidateQueries(usage)
}
