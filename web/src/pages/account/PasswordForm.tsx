import { PasswordInput } from '@mantine/core'
import { useState } from 'react'
import { useApiMutation } from '../../api/queries.ts'
import { contract } from '../../contract.ts'
import { ActionForm } from '../../parts/ActionForm.tsx'
import { classes } from '../../parts/classes.ts'
import { pluralize } from '../../parts/format.ts'
import { PASSWORD_RULE, passwordProblem } from '../../parts/new-password.ts'
import { PASSWORD_EYE } from '../../parts/password-eye.ts'
import { useToast } from '../../parts/Toasts.tsx'
import typography from '../../parts/typography.module.css'

export function PasswordForm({ email }: { email: string }) {
  const [current, setCurrent] = useState('')
  const [fresh, setFresh] = useState('')
  const [tried, setTried] = useState(false)
  const toast = useToast()
  const change = useApiMutation(contract.changePassword, { invalidates: ['listSessions'] })
  const submit = () => {
    setTried(true)
    if (!current || passwordProblem(fresh)) return
    change.mutate(
      { body: { currentPassword: current, newPassword: fresh } },
      {
        onSuccess: ({ sessionsEnded }) => {
          setCurrent('')
          setFresh('')
          setTried(false)
          toast(
            `Password changed; ${sessionsEnded === 0 ? 'no other session was open' : `${pluralize(sessionsEnded, 'other session')} ended`}`,
          )
        },
      },
    )
  }
  return (
    <div style={{ maxWidth: 420 }}>
      <ActionForm
        submitLabel="Change password"
        busyLabel="Changing …"
        pending={change.isPending}
        error={change.error}
        onSubmit={submit}
      >
        <input type="text" autoComplete="username" value={email} readOnly hidden />
        <PasswordInput
          label="Current password"
          autoComplete="current-password"
          visibilityToggleButtonProps={PASSWORD_EYE}
          value={current}
          onChange={(event) => setCurrent(event.currentTarget.value)}
          error={tried && !current && 'Enter the password that you have now.'}
        />
        <PasswordInput
          label="New password"
          description={PASSWORD_RULE}
          autoComplete="new-password"
          visibilityToggleButtonProps={PASSWORD_EYE}
          value={fresh}
          onChange={(event) => setFresh(event.currentTarget.value)}
          error={tried && passwordProblem(fresh)}
        />
        <p className={classes(typography.muted, typography.small)}>
          All your other sessions end when the password changes.
        </p>
      </ActionForm>
    </div>
  )
}
