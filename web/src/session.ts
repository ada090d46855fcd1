import { createContext, useContext } from 'react'
import { contract, may, type RouteName, type SessionReply } from './contract.ts'
import type { Owner } from './parts/tab-storage.ts'

export const SessionContext = createContext<SessionReply | undefined>(undefined)

/** True while the user has to sign in again. The page is hidden and keeps its state. */
export const SessionEndedContext = createContext(false)

export const useSessionEnded = () => useContext(SessionEndedContext)

/** The current session. Only for pages inside the layout, where a user is signed in. */
export function useSession(): SessionReply {
  const session = useContext(SessionContext)
  if (!session) throw new Error('useSession needs a signed-in user')
  return session
}

/** Undefined for a visitor, on a page that everyone may see. */
export const useMaybeSession = () => useContext(SessionContext)

/** The owner of values in the tab's storage. */
export function useOwner(): Owner {
  const { account, team } = useSession()
  return { accountId: account.id, teamId: team.id }
}

/** Whether the user may call a route, by the same access table as the server. */
export function useCan(): (route: RouteName) => boolean {
  const { role, team } = useSession()
  return (route) => may({ role, apiAccess: team.apiAccess }, contract[route])
}
