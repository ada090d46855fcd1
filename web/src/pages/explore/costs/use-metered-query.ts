// A metered query runs only when the user asks for it. It is never refetched, on window focus or otherwise, and never
// retried after an error. The reply stays cached for 30 minutes, even across a reload of the tab, so going back is
// free.

import { type UseQueryResult, useQuery, useQueryClient } from '@tanstack/react-query'
import { callApi } from '../../../api/client.ts'
import type { InputOf, ReplyOf, SettingsRoute } from '../../../contract.ts'
import { useOwner } from '../../../session.ts'
import { PAID_REPLY_MS, readPaidReply, writePaidReply } from './paid-replies.ts'
import { refreshUsage } from './refresh-usage.ts'

interface MeteredQuery<Route extends SettingsRoute> {
  /** The cached reply for the given input, or the state of the running call. */
  readonly result: UseQueryResult<ReplyOf<Route>>
  readonly run: (input: InputOf<Route>) => Promise<void>
}

export function useMeteredQuery<Route extends SettingsRoute>(route: Route, input: InputOf<Route>): MeteredQuery<Route> {
  const client = useQueryClient()
  const owner = useOwner()
  const optionsFor = (queryInput: InputOf<Route>) => ({
    queryKey: [route.name, queryInput],
    queryFn: async () => {
      const reply = await callApi(route, queryInput)
      writePaidReply(owner, [route.name, queryInput], reply)
      return reply
    },
    retry: false,
    gcTime: PAID_REPLY_MS,
  })
  const stored = () => readPaidReply<ReplyOf<Route>>(owner, [route.name, input])
  const result = useQuery<ReplyOf<Route>>({
    ...optionsFor(input),
    enabled: false,
    initialData: () => stored()?.reply,
    initialDataUpdatedAt: () => stored()?.at,
  })
  const run = async (queryInput: InputOf<Route>) => {
    try {
      await client.fetchQuery<ReplyOf<Route>>({ ...optionsFor(queryInput), staleTime: 0 })
    } catch {
      // `result` has the error.
    } finally {
      void refreshUsage(client)
    }
  }
  return { result, run }
}
