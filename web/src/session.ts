import { createContext, useContext } from 'react'
import { contract, may, type RouteName, type SessionReply } from './contract.ts'

export const SessionContext = createContext<SessionReply | undefined>(undefined)

/** The current session. Only for pages inside the layout, where a user is signed in. */
export function useSession(): SessionReply {
  const session = useContext(SessionContext)
  if (!session) throw new Error('useSession needs a signed-in user')
  return session
}

/** Whether the user may call a route, by the same access table as the server. */
export function useCan(): (route: RouteName) => boolean {
  const { role, team } = useSession()
  return (route) => may({ role, apiAccess: team.apiAccess }, contract[route])
}
