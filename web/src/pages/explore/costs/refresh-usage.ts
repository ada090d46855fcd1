import type { QueryClient } from '@tanstack/react-query'
import { contract } from '../../../contract.ts'

/** Call this after a charge. It cancels a pending first load, whose reply may be older than the charge. */
export async function refreshUsage(client: QueryClient): Promise<void> {
  const usage = { queryKey: [contract.getPeopleUsage.name] }
  await client.cancelQueries(usage)
  await client.invalidateQueries(usage)
}
