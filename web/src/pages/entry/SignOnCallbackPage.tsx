import { useEffect, useRef } from 'react'
import { useApiMutation } from '../../api/queries.ts'
import { useSetSession } from '../../api/session-state.ts'
import { contract } from '../../contract.ts'
import { ErrorNote } from '../../parts/notes/ErrorNote.tsx'
import { Loading } from '../../parts/notes/Loading.tsx'
import { navigate } from '../../routing/location.ts'
import { BackToSignIn } from './BackToSignIn.tsx'
import { EntryPage } from './EntryPage.tsx'
import { forget, readRememberedInvitation, takeReturnPath } from './return-path.ts'
import { texts as allTexts } from './texts.ts'

const texts = allTexts.signOn

/** The provider sends the person back to this page. Its answer is in the query, and works once. */
export function SignOnCallbackPage() {
  const setSession = useSetSession()
  const finish = useApiMutation(contract.finishSignOn)
  const isSent = useRef(false)
  useEffect(() => {
    if (isSent.current) return
    isSent.current = true
    const query = location.search || '?'
    // A promise, not a callback: the page may be shown twice before the reply arrives.
    const invitation = readRememberedInvitation()
    finish.mutateAsync({ body: { query, ...(invitation !== undefined && { invitation }) } }).then(
      (session) => {
        setSession(session)
        navigate(takeReturnPath() ?? '/today', { replace: true })
      },
      () => forget(),
    )
  }, [finish.mutateAsync, setSession])
  return (
    <EntryPage title={finish.error ? texts.failed : texts.returned}>
      {finish.error ? <ErrorNote error={finish.error} /> : <Loading height={40} />}
      {finish.error && <BackToSignIn />}
    </EntryPage>
  )
}
