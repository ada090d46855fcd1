// Queries are cached by route name and input. A mutation names the routes whose cached answers it invalidates.

import {
  type InfiniteData,
  type UseInfiniteQueryResult,
  type UseMutationResult,
  type UseQueryResult,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import type { InputOf, ReplyOf, RouteName, SettingsRoute } from '../contract.ts'
import { callApi, isNotFound, isTimeout } from './client.ts'

interface QueryOptions {
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
    refetchInterval: ({ state }) => intervalMs(refetchSeconds, state),
  })
}

/** After a timeout with nothing to show, the user decides: another call would replace the error at once. */
function intervalMs(seconds: number | undefined, { error, data }: { error: unknown; data: unknown }): number | false {
  if (seconds === undefined || isNotFound(error) || (isTimeout(error) && data === undefined)) return false
  return seconds * 1_000
}

/** A list that loads in pages, newest first. Each reply has the cursor of the next page, or null on the last page. */
export function useApiPages<Route extends SettingsRoute>(
  route: Route,
  input: InputOf<Route>,
  { refetchSeconds }: Pick<QueryOptions, 'refetchSeconds'> = {},
): UseInfiniteQueryResult<InfiniteData<ReplyOf<Route>>> {
  const pageInput = (before: string): InputOf<Route> => {
    const { query, ...rest } = input as { readonly query: object }
    return { ...rest, query: { ...query, ...(before && { before }) } } as InputOf<Route>
  }
  return useInfiniteQuery({
    queryKey: [route.name, input],
    queryFn: ({ pageParam, signal }) => callApi(route, pageInput(pageParam), signal),
    initialPageParam: '',
    getNextPageParam: (page) => (page as { readonly next: string | null }).next ?? undefined,
    refetchInterval: ({ state }) => intervalMs(refetchSeconds, state),
  })
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
