// Queries are cached by route name and input. A mutation names the routes whose cached answers it invalidates.

import {
  type InfiniteData,
  MutationCache,
  QueryCache,
  QueryClient,
  type UseInfiniteQueryResult,
  type UseMutationResult,
  type UseQueryResult,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import {
  contract,
  type InputOf,
  type ReplyOf,
  type RouteName,
  type SessionReply,
  type SettingsRoute,
} from '../contract.ts'
import { ApiError, callApi } from './client.ts'

const SESSION_KEY = [contract.whoAmI.name, {}] as const

interface SessionState {
  readonly session: SessionReply | null
  /** The user was signed in, and the session ended without a sign-out here. */
  readonly ended?: boolean
}

export function createQueryClient(): QueryClient {
  const client: QueryClient = new QueryClient({
    queryCache: new QueryCache({ onError: (error) => handleError(client, error) }),
    mutationCache: new MutationCache({ onError: (error) => handleError(client, error) }),
    defaultOptions: {
      queries: {
        staleTime: 5_000,
        networkMode: 'always',
        retry: (failures, error) =>
          failures < 2 && (!(error instanceof ApiError) || [0, 502, 503].includes(error.status)),
      },
      mutations: { networkMode: 'always' },
    },
  })
  return client
}

/** An ended session shows the sign-in form at the same address. A permission error reloads the user's role. */
function handleError(client: QueryClient, error: unknown): void {
  if (!(error instanceof ApiError)) return
  if (error.code === 'not_signed_in') setSessionState(client, { session: null, ended: true })
  if (error.code === 'owners_only' || error.code === 'api_access_required') {
    void client.invalidateQueries({ queryKey: SESSION_KEY })
  }
}

/** Drops everything that was cached for the previous user or team. */
function setSessionState(client: QueryClient, state: SessionState): void {
  client.setQueryData(SESSION_KEY, state)
  client.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== SESSION_KEY[0] })
}

export function useSetSession(): (session: SessionReply | null) => void {
  const client = useQueryClient()
  return (session) => setSessionState(client, { session })
}

export function useCurrentSession(): UseQueryResult<SessionState> {
  return useQuery<SessionState>({
    queryKey: SESSION_KEY,
    queryFn: ({ signal }) => callApi(contract.whoAmI, {}, signal),
    staleTime: 60_000,
  })
}

interface QueryOptions {
  readonly enabled?: boolean
  /** Refetches at this interval while the page is visible. */
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
    refetchInterval: refetchSeconds === undefined ? false : refetchSeconds * 1_000,
  })
}

/** A list that loads in pages, newest first. Each reply has the cursor of the next page, or null on the last page. */
export function useApiPages<Route extends SettingsRoute>(
  route: Route,
  input: InputOf<Route>,
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
  })
}

export function useApiMutation<Route extends SettingsRoute>(
  route: Route,
  { invalidates = [] }: { invalidates?: readonly RouteName[] } = {},
): UseMutationResult<ReplyOf<Route>, Error, InputOf<Route>> {
  const client = useQueryClient()
  return useMutation<ReplyOf<Route>, Error, InputOf<Route>>({
    mutationFn: (input) => callApi(route, input),
    onSuccess: async () => {
      const stale = new Set<unknown>(invalidates)
      await client.invalidateQueries({ predicate: ({ queryKey }) => stale.has(queryKey[0]) })
    },
  })
}
