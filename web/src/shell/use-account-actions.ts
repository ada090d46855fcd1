import { noteProviderUrl } from '../api/provider-sign-out.ts'
import { useApiMutation } from '../api/queries.ts'
import { useSetSession } from '../api/session-state.ts'
import { contract } from '../contract.ts'
import { useToast } from '../parts/notes/Toasts.tsx'
import { navigate } from '../routing/location.ts'

/** What the account menu does, and the palette. */
export function useAccountActions() {
  const setSession = useSetSession()
  const toast = useToast()
  const leave = useApiMutation(contract.signOut)
  const change = useApiMutation(contract.switchTeam)
  const onError = ({ message }: Error) => toast(message)
  // Promises, not callbacks: what has called may be closed when the reply arrives.
  const signOut = () => {
    const signedOut = ({ providerUrl }: { providerUrl: string | null }) => {
      noteProviderUrl(providerUrl)
      navigate('/sign-in')
      setSession(null)
    }
    leave.mutateAsync({}).then(signedOut, onError)
  }
  const switchTo = (teamId: string) => {
    change.mutateAsync({ body: { teamId } }).then(setSession, onError)
  }
  return { signOut, switchTo }
}
