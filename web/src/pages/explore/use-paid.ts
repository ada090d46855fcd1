// What costs something is asked only when somebody says so: never again by itself, not on a glance at the tab, not after a
// failure. What came is kept for as long as it may be looked at again, so that a way back is free.

import { type UseQueryResult, useQuery, useQueryClient } from '@tanstack/react-query'
import { callApi } from '../../api/client.ts'
import { contract, type InputOf, type ReplyOf, type SettingsRoute } from '../../contract.ts'

const KEPT_MS = 30 * 60_000

export interface Paid<Route extends SettingsRoute> {
  readonly result: UseQueryResult<ReplyOf<Route>>
  readonly ask: (input: InputOf<Route>) => Promise<ReplyOf<Route> | undefined>
}

/** What is known already for this input, and a way to ask. */
export function usePaid<Route extends SettingsRoute>(route: Route, input: InputOf<Route>): Paid<Route> {
  const client = useQueryClient()
  const question = (asked: InputOf<Route>) => ({
    queryKey: [route.name, asked],
    queryFn: () => callApi(route, asked),
    retry: false,
    gcTime: KEPT_MS,
  })
  const result = useQuery<ReplyOf<Route>>({ ...question(input), enabled: false })
  const ask = async (asked: InputOf<Route>) => {
    try {
      return await client.fetchQuery<ReplyOf<Route>>({ ...question(asked), staleTime: 0 })
    } catch {
      // The result tells.
      return undefined
    } finally {
      void client.invalidateQueries({ queryKey: [contract.getUsage.name] })
    }
  }
  return { result, ask }
}
