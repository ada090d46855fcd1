import { Button, PasswordInput } from '@mantine/core'
import { useState } from 'react'
import { useApiMutation, useApiQuery, useSetSession } from '../../api/queries.ts'
import { contract } from '../../contract.ts'
import { ActionForm } from '../../parts/ActionForm.tsx'
import { classes } from '../../parts/classes.ts'
import { ErrorNote } from '../../parts/ErrorNote.tsx'
import { Loading } from '../../parts/Loading.tsx'
import { PASSWORD_RULE, passwordProblem } from '../../parts/new-password.ts'
import { PASSWORD_EYE } from '../../parts/password-eye.ts'
import { Time } from '../../parts/Time.tsx'
import typography from '../../parts/typography.module.css'
import { navigate, useHash } from '../../routing/location.ts'
import { Entry } from './Entry.tsx'
import { LINK_NOT_WHOLE } from './link-not-whole.ts'

export function ResetPasswordPage() {
  const token = useHash()
  const [password, setPassword] = useState('')
  const [tried, setTried] = useState(false)
  const reset = useApiMutation(contract.resetPassword)
  const look = useApiQuery(contract.lookAtPasswordReset, { body: { token } }, { enabled: token !== '' && !reset.data })
  const enter = useSetSession()
  const toSignIn = () => {
    enter(null)
    navigate('/sign-in')
  }
  const submit = () => {
    setTried(true)
    if (!passwordProblem(password)) reset.mutate({ body: { token, newPassword: password } })
  }
  if (reset.data) {
    return (
      <Entry
        title="Your new password is set"
        lead={`For ${reset.data.email}. Every open session of the account was ended.`}
      >
        <Button onClick={toSignIn}>Sign in</Button>
      </Entry>
    )
  }
  return (
    <Entry title="Set a new password" lead={look.data && `For ${look.data.email}.`}>
      {token === '' && <ErrorNote error={LINK_NOT_WHOLE} />}
      <ErrorNote error={look.error} />
      {look.isLoading && <Loading height={90} />}
      {look.data && (
        <ActionForm
          submitLabel="Set the password"
          busyLabel="Setting it …"
          pending={reset.isPending}
          error={reset.error}
          onSubmit={submit}
        >
          <PasswordInput
            label="New password"
            description={PASSWORD_RULE}
            autoComplete="new-password"
            visibilityToggleButtonProps={PASSWORD_EYE}
            value={password}
            onChange={(event) => setPassword(event.currentTarget.value)}
            error={tried && passwordProblem(password)}
          />
          <p className={classes(typography.muted, typography.small)}>
            The link works once and ends <Time at={look.data.expiresAt} />.
          </p>
        </ActionForm>
      )}
    </Entry>
  )
}
