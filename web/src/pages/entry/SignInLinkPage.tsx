import { useApiMutation } from '../../api/queries.ts'
import { useSetSession } from '../../api/session-state.ts'
import { contract } from '../../contract.ts'
import { ActionForm } from '../../parts/forms/ActionForm.tsx'
import { ErrorNote } from '../../parts/notes/ErrorNote.tsx'
import { navigate, useHash } from '../../routing/location.ts'
import { BackToSignIn } from './BackToSignIn.tsx'
import { EntryPage } from './EntryPage.tsx'
import { INCOMPLETE_LINK } from './incomplete-link.ts'
import { texts as allTexts } from './texts.ts'

const texts = allTexts.signInLink

/** A button, so that a program that opens links to look at them doesn't use the link up. */
export function SignInLinkPage() {
  const token = useHash()
  const setSession = useSetSession()
  const use = useApiMutation(contract.useSignInLink)
  return (
    <EntryPage title={texts.title} lead={texts.lead}>
      {token === '' ? (
        <ErrorNote error={INCOMPLETE_LINK} />
      ) : (
        <ActionForm
          mutation={use}
          submitLabel={texts.submit}
          busyLabel={texts.busy}
          input={() => ({ body: { token } })}
          onDone={(session) => {
            setSession(session)
            navigate('/today', { replace: true })
          }}
        >
          {null}
        </ActionForm>
      )}
      <BackToSignIn />
    </EntryPage>
  )
}
