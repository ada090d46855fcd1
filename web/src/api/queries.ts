// Queries are cached by route name and input. A mutation names the routes whose cached answers it invalidates.

import {
  type UseMutationResult,
  type UseQueryResult,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import type { InputOf, ReplyOf, RouteName, SettingsRoute } from '../contract.ts'
import { callApi, isNotFound, isTimeout } from './client.ts'

export interface QueryOptions {
  readonly enabled?: boolean
  /** Refetches at this interval while the page is visible, unless the resource was deleted. */
  readonly refetchSeconds?: number
}

export function useApiQuery<Route extends SettingsRoute>(
  route: Route,
  input: InputOf<Route>,
  { enabled = true, refetchSeconds }: QueryOptions = {},
): UseQueryResult<ReplyOf<Route>> {
  return useQuery<ReplyOf<Route>>({
    queryKey: [route.name, input],
    queryFn: ({ signal }) => callApi(route, input, signal),
    enabled,
    refetchInterval: ({ state }) => refetchIntervalMs(refetchSeconds, state),
  })
}

/** After a timeout with nothing to show, the user decides: another call would replace the error at once. */
export function refetchIntervalMs(
  seconds: number | undefined,
  { error, data }: { error: unknown; data: unknown },
): number | false {
  if (seconds === undefined || isNotFound(error) || (isTimeout(error) && data === undefined)) return false
  return seconds * 1_000
}

export function useApiMutation<Route extends SettingsRoute>(
  route: Route,
  { invalidates = [] }: { invalidates?: readonly RouteName[] } = {},
): UseMutationResult<ReplyOf<Route>, Error, InputOf<Route>> {
  const invalidate = useInvalidate()
  return useMutation<ReplyOf<Route>, Error, InputOf<Route>>({
    mutationFn: (input) => callApi(route, input),
    onSuccess: () => invalidate(invalidates),
  })
}

/** Refetches the queries of these routes that are on the page, and drops the others. */
export function useInvalidate(): (routes: readonly RouteName[]) => Promise<void> {
  const client = useQueryClient()
  return async (routes) => {
    const stale = new Set<unknown>(routes)
    await client.invalidateQueries({ predicate: ({ queryKey }) => stale.has(queryKey[0]) })
  }
}
