import { PasswordInput, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useApiMutation, useSetSession } from '../../api/queries.ts'
import { contract } from '../../contract.ts'
import { ActionForm } from '../../parts/ActionForm.tsx'
import { classes } from '../../parts/classes.ts'
import { Note } from '../../parts/Note.tsx'
import { PASSWORD_EYE } from '../../parts/password-eye.ts'
import typography from '../../parts/typography.module.css'
import { Entry } from './Entry.tsx'

export function SignInPage({ ended }: { ended: boolean }) {
  const [email, setEmail] = useState('')
  const [password, setPassword] = useState('')
  const [tried, setTried] = useState(false)
  const enter = useSetSession()
  const signIn = useApiMutation(contract.signIn)
  const submit = () => {
    setTried(true)
    if (!email.trim() || !password) return
    signIn.mutate({ body: { email: email.trim(), password } }, { onSuccess: enter })
  }
  return (
    <Entry title="Sign in" lead="Keys, webhooks, usage and team.">
      {ended && <Note>Your session has ended. Sign in and go on where you were.</Note>}
      <ActionForm
        submitLabel="Sign in"
        busyLabel="Signing in …"
        pending={signIn.isPending}
        error={signIn.error}
        onSubmit={submit}
      >
        <TextInput
          label="Email"
          type="email"
          autoComplete="username"
          value={email}
          onChange={(event) => setEmail(event.currentTarget.value)}
          error={tried && !email.trim() && 'Enter your email address.'}
        />
        <PasswordInput
          label="Password"
          autoComplete="current-password"
          visibilityToggleButtonProps={PASSWORD_EYE}
          value={password}
          onChange={(event) => setPassword(event.currentTarget.value)}
          error={tried && !password && 'Enter your password.'}
        />
      </ActionForm>
      <p className={classes(typography.muted, typography.small)}>
        Forgot your password? Whoever runs this service can make you a link to set a new one. There is no sign-up here:
        you join a team by an invitation of its owner.
      </p>
    </Entry>
  )
}
