import { createContext, useContext } from 'react'
import { contract, may, type RouteName, type SessionReply } from './contract.ts'

export const SessionContext = createContext<SessionReply | undefined>(undefined)

/** Who is signed in. Only below the frame, where somebody is. */
export function useSession(): SessionReply {
  const session = useContext(SessionContext)
  if (!session) throw new Error('nobody is signed in')
  return session
}

/** Whether the reader may do it, by the same table that the server asks. */
export function useMay(): (route: RouteName) => boolean {
  const { role, team } = useSession()
  return (route) => may({ role, apiAccess: team.apiAccess }, contract[route])
}
