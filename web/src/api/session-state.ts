// The session is a cached query. When it ends, the previous one is kept: its page stays mounted behind the sign-in
// form, so unsaved input is still there when the same user signs in again.

import {
  MutationCache,
  QueryCache,
  QueryClient,
  type UseQueryResult,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import { contract, type SessionReply } from '../contract.ts'
import { clearTabStorage } from '../parts/tab-storage.ts'
import { ApiError, callApi, isNotFound, isTimeout, setShownTeam } from './client.ts'
import { startHeartbeat, type Tab } from './contact.ts'
import { noteProviderUrl } from './provider-sign-out.ts'
import { writeSignedInHint } from './signed-in-hint.ts'

const SESSION_KEY = [contract.whoAmI.name, {}] as const

interface SessionState {
  readonly session: SessionReply | null
  /** The session that ended without a sign-out here. */
  readonly previous?: SessionReply
  /** Another tab has switched to this team. */
  readonly switchedElsewhere?: true
}

export function createQueryClient(): QueryClient {
  const client: QueryClient = new QueryClient({
    queryCache: new QueryCache({
      onError: (error, query) => {
        handleError(client, error)
        // It was deleted: the page must stop showing it and its buttons.
        if (isNotFound(error)) query.setState({ data: undefined })
      },
    }),
    mutationCache: new MutationCache({ onError: (error) => handleError(client, error) }),
    defaultOptions: {
      queries: {
        staleTime: 5_000,
        networkMode: 'always',
        // Timeouts aren't retried: the user has waited long enough.
        retry: (failures, error) =>
          failures < 2 && !isTimeout(error) && (!(error instanceof ApiError) || [0, 502, 503].includes(error.status)),
      },
      mutations: { networkMode: 'always' },
    },
  })
  return client
}

/** Errors after which the session is read again: the role, the plan or the team has changed. */
const SESSION_CHANGED = new Set(['owners_only', 'api_access_required', 'team_changed'])

/** An ended session shows the sign-in form at the same address. */
function handleError(client: QueryClient, error: unknown): void {
  if (!(error instanceof ApiError)) return
  if (error.code === 'not_signed_in') receiveSession(client, null, { isOurs: false })
  if (SESSION_CHANGED.has(error.code)) {
    void client.invalidateQueries({ queryKey: SESSION_KEY })
  }
}

/**
 * Stores the server's reply about the session. Null after a session existed: it has ended. `isOurs`: this page changed
 * it.
 */
function receiveSession(client: QueryClient, session: SessionReply | null, { isOurs }: { isOurs: boolean }): void {
  const before = client.getQueryData<SessionState>(SESSION_KEY)
  const last = before?.session ?? before?.previous
  writeSignedInHint(session !== null)
  if (session === null) {
    client.setQueryData(SESSION_KEY, last ? { session, previous: last } : { session })
    return
  }
  setShownTeam(session.team.id)
  const isSwitched = !isOurs && before?.session?.account.id === session.account.id && !isSame(before.session, session)
  client.setQueryData(SESSION_KEY, { session, ...(isSwitched && { switchedElsewhere: true }) })
  if (last && !isSame(last, session)) forgetOthers(client)
  else if (before?.previous) void client.invalidateQueries({ predicate: notSession })
}

const isSame = (a: SessionReply, b: SessionReply) => a.account.id === b.account.id && a.team.id === b.team.id

const notSession = ({ queryKey }: { readonly queryKey: readonly unknown[] }) => queryKey[0] !== SESSION_KEY[0]

/** Drops everything cached for the previous user or team. */
function forgetOthers(client: QueryClient): void {
  client.removeQueries({ predicate: notSession })
}

/** After a sign-in or a switch to another team. Null: the user signed out here. */
export function useSetSession(): (session: SessionReply | null) => void {
  const client = useQueryClient()
  return (session) => {
    if (session) {
      noteProviderUrl(null)
      return receiveSession(client, session, { isOurs: true })
    }
    setShownTeam(undefined)
    writeSignedInHint(false)
    client.setQueryData(SESSION_KEY, { session })
    forgetOthers(client)
    clearTabStorage()
  }
}

export function useCurrentSession(): UseQueryResult<SessionState> {
  const client = useQueryClient()
  return useQuery<SessionState>({
    queryKey: SESSION_KEY,
    queryFn: ({ signal }) => askSession(client, signal),
    staleTime: 60_000,
  })
}

async function askSession(client: QueryClient, signal: AbortSignal): Promise<SessionState> {
  const current = () => client.getQueryData<SessionState>(SESSION_KEY)
  const before = current()
  const { session } = await callApi(contract.whoAmI, {}, signal)
  // A sign-in or sign-out in the meantime takes precedence.
  if (current() === before) receiveSession(client, session, { isOurs: false })
  return current() ?? { session }
}

const tab: Tab = {
  isHidden: () => document.hidden,
  onChange: (listener) => {
    const controller = new AbortController()
    const { signal } = controller
    document.addEventListener('visibilitychange', listener, { signal })
    for (const event of ['online', 'offline']) addEventListener(event, listener, { signal })
    return () => controller.abort()
  },
}

/** Asks who is signed in, so the page also notices within seconds when the session ends or changes. */
export function startSessionHeartbeat(client: QueryClient): () => void {
  return startHeartbeat(
    tab,
    (signal) => askSession(client, signal),
    () => void client.invalidateQueries(),
  )
}
