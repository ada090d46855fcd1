import { useState } from 'react'
import { useApiMutation } from '../../api/queries.ts'
import { contract } from '../../contract.ts'
import { classes } from '../../parts/class-names.ts'
import { ActionForm } from '../../parts/forms/ActionForm.tsx'
import { PASSWORD_RULE, passwordProblem } from '../../parts/forms/new-password.ts'
import { PasswordField } from '../../parts/forms/PasswordField.tsx'
import { useToast } from '../../parts/notes/Toasts.tsx'
import typography from '../../parts/typography.module.css'
import styles from './PasswordForm.module.css'
import { texts } from './texts.ts'

export function PasswordForm({ email }: { email: string }) {
  const [current, setCurrent] = useState('')
  const [next, setNext] = useState('')
  const toast = useToast()
  const change = useApiMutation(contract.changePassword, { invalidates: ['listSessions'] })
  const input = () => {
    if (!current || passwordProblem(next)) return undefined
    return { body: { currentPassword: current, newPassword: next } }
  }
  return (
    <div className={styles.form}>
      <ActionForm
        mutation={change}
        submitLabel={texts.password.submit}
        busyLabel={texts.password.busy}
        input={input}
        onDone={({ sessionsEnded }) => {
          setCurrent('')
          setNext('')
          toast(texts.password.done(sessionsEnded))
        }}
      >
        {(attempted) => (
          <>
            {/* Password managers look for the account's name in the form. */}
            <input type="text" autoComplete="username" value={email} readOnly hidden />
            <PasswordField
              label={texts.password.current}
              autoComplete="current-password"
              value={current}
              onChange={setCurrent}
              error={attempted && !current && texts.password.currentMissing}
            />
            <PasswordField
              label={texts.password.new}
              description={PASSWORD_RULE}
              autoComplete="new-password"
              value={next}
              onChange={setNext}
              error={attempted && passwordProblem(next)}
            />
            <p className={classes(typography.muted, typography.small)}>{texts.password.otherSessions}</p>
          </>
        )}
      </ActionForm>
    </div>
  )
}
