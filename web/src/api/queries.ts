// What is asked is kept by the route's name and its input; what is done names the questions whose answers it changes.

import {
  MutationCache,
  QueryCache,
  QueryClient,
  type UseMutationResult,
  type UseQueryResult,
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
import { CallError, call } from './call.ts'

const SESSION_KEY = [contract.whoAmI.name, {}] as const

export interface Visitor {
  readonly session: SessionReply | null
  /** There was a session, and it ended by itself. */
  readonly ended?: boolean
}

export function createQueryClient(): QueryClient {
  const client: QueryClient = new QueryClient({
    queryCache: new QueryCache({ onError: (error) => meet(client, error) }),
    mutationCache: new MutationCache({ onError: (error) => meet(client, error) }),
    defaultOptions: {
      queries: {
        staleTime: 5_000,
        networkMode: 'always',
        retry: (failures, error) =>
          failures < 2 && (!(error instanceof CallError) || [0, 502, 503].includes(error.status)),
      },
      mutations: { networkMode: 'always' },
    },
  })
  return client
}

/** A session that has ended shows the sign-in where one is; a role that has changed is learnt at once. */
function meet(client: QueryClient, error: unknown): void {
  if (!(error instanceof CallError)) return
  if (error.code === 'not_signed_in') enter(client, { session: null, ended: true })
  if (error.code === 'owners_only' || error.code === 'api_access_required') {
    void client.invalidateQueries({ queryKey: SESSION_KEY })
  }
}

/** Begins as somebody, or as nobody: nothing that was asked before is shown to them. */
function enter(client: QueryClient, visitor: Visitor): void {
  client.setQueryData(SESSION_KEY, visitor)
  client.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== SESSION_KEY[0] })
}

export function useEnter(): (session: SessionReply | null) => void {
  const client = useQueryClient()
  return (session) => enter(client, { session })
}

export function useVisitor(): UseQueryResult<Visitor> {
  return useQuery<Visitor>({
    queryKey: SESSION_KEY,
    queryFn: ({ signal }) => call(contract.whoAmI, {}, signal),
    staleTime: 60_000,
  })
}

interface AskOptions {
  readonly enabled?: boolean
  /** Asked again so often while the page is looked at. */
  readonly everySeconds?: number
}

export function useAsk<Route extends SettingsRoute>(
  route: Route,
  input: InputOf<Route>,
  { enabled = true, everySeconds }: AskOptions = {},
): UseQueryResult<ReplyOf<Route>> {
  return useQuery<ReplyOf<Route>>({
    queryKey: [route.name, input],
    queryFn: ({ signal }) => call(route, input, signal),
    enabled,
    refetchInterval: everySeconds === undefined ? false : everySeconds * 1_000,
  })
}

export function useAct<Route extends SettingsRoute>(
  route: Route,
  { changes = [] }: { changes?: readonly RouteName[] } = {},
): UseMutationResult<ReplyOf<Route>, Error, InputOf<Route>> {
  const client = useQueryClient()
  return useMutation<ReplyOf<Route>, Error, InputOf<Route>>({
    mutationFn: (input) => call(route, input),
    onSuccess: async () => {
      const asked = new Set<unknown>(changes)
      await client.invalidateQueries({ predicate: ({ queryKey }) => asked.has(queryKey[0]) })
    },
  })
}
