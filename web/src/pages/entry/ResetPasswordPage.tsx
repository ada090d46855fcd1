import { Button } from '@mantine/core'
import { useState } from 'react'
import { useApiMutation, useApiQuery } from '../../api/queries.ts'
import { useSetSession } from '../../api/session-state.ts'
import { contract } from '../../contract.ts'
import { classes } from '../../parts/class-names.ts'
import { ActionForm } from '../../parts/forms/ActionForm.tsx'
import { PASSWORD_RULE, passwordProblem } from '../../parts/forms/new-password.ts'
import { PasswordField } from '../../parts/forms/PasswordField.tsx'
import { ErrorNote } from '../../parts/notes/ErrorNote.tsx'
import { Loading } from '../../parts/notes/Loading.tsx'
import typography from '../../parts/typography.module.css'
import { Time } from '../../parts/words/Time.tsx'
import { navigate, useHash } from '../../routing/location.ts'
import { EntryPage } from './EntryPage.tsx'
import { INCOMPLETE_LINK } from './incomplete-link.ts'
import { texts } from './texts.ts'

export function ResetPasswordPage() {
  const token = useHash()
  const [password, setPassword] = useState('')
  const reset = useApiMutation(contract.resetPassword)
  const lookup = useApiQuery(contract.getPasswordReset, { body: { token } }, { enabled: token !== '' && !reset.data })
  const setSession = useSetSession()
  const signOut = useApiMutation(contract.signOut)
  // Another user may be signed in here.
  const toSignIn = () =>
    signOut.mutate(
      {},
      {
        onSuccess: () => {
          setSession(null)
          navigate('/sign-in')
        },
      },
    )
  if (reset.data) {
    return (
      <EntryPage title={texts.reset.doneTitle} lead={texts.reset.doneLead(reset.data.email)}>
        <ErrorNote error={signOut.error} />
        <Button onClick={toSignIn}>{texts.reset.signIn}</Button>
      </EntryPage>
    )
  }
  return (
    <EntryPage title={texts.reset.title} lead={lookup.data && texts.reset.lead(lookup.data.email)}>
      {token === '' && <ErrorNote error={INCOMPLETE_LINK} />}
      <ErrorNote error={lookup.error} />
      {lookup.isLoading && <Loading height={90} />}
      {lookup.data && (
        <ActionForm
          mutation={reset}
          submitLabel={texts.reset.submit}
          busyLabel={texts.reset.busy}
          input={() => (passwordProblem(password) ? undefined : { body: { token, newPassword: password } })}
        >
          {(attempted) => (
            <>
              <PasswordField
                label={texts.reset.newPassword}
                description={PASSWORD_RULE}
                autoComplete="new-password"
                value={password}
                onChange={setPassword}
                error={attempted && passwordProblem(password)}
              />
              <p className={classes(typography.muted, typography.small)}>
                {texts.reset.expiry(<Time at={lookup.data.expiresAt} />)}
              </p>
            </>
          )}
        </ActionForm>
      )}
    </EntryPage>
  )
}
