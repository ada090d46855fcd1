import { Button, TextInput } from '@mantine/core'
import { useState } from 'react'
import { providerSignOutUrl } from '../../api/provider-sign-out.ts'
import { useApiMutation, useApiQuery } from '../../api/queries.ts'
import { useCurrentSession, useSetSession } from '../../api/session-state.ts'
import { contract } from '../../contract.ts'
import { classes } from '../../parts/class-names.ts'
import { ActionForm } from '../../parts/forms/ActionForm.tsx'
import { PasswordField } from '../../parts/forms/PasswordField.tsx'
import { Note } from '../../parts/notes/Note.tsx'
import typography from '../../parts/typography.module.css'
import { Link } from '../../routing/Link.tsx'
import { EntryPage } from './EntryPage.tsx'
import { rememberReturnPath } from './return-path.ts'
import { texts } from './texts.ts'

export function SignInPage() {
  const ended = useCurrentSession().data?.previous
  const [email, setEmail] = useState(ended?.account.email ?? '')
  const [password, setPassword] = useState('')
  const setSession = useSetSession()
  const signIn = useApiMutation(contract.signIn)
  const mail = useApiQuery(contract.getMail, {}).data
  const label = useApiQuery(contract.getSignOn, {}).data?.label
  const signOutUrl = providerSignOutUrl()
  const complete = email.trim() !== '' && password !== ''
  return (
    <EntryPage title={texts.signIn.title} lead={texts.signIn.lead}>
      {ended && <Note>{texts.signIn.sessionEnded}</Note>}
      {signOutUrl && (
        <Note>
          {texts.signIn.stillAtProvider} <a href={signOutUrl}>{texts.signIn.signOutThere}</a>
        </Note>
      )}
      <ActionForm
        mutation={signIn}
        submitLabel={texts.signIn.submit}
        busyLabel={texts.signIn.busy}
        input={() => (complete ? { body: { email: email.trim(), password } } : undefined)}
        onDone={setSession}
      >
        {(attempted) => (
          <>
            <TextInput
              label={texts.signIn.email}
              type="email"
              autoComplete="username"
              value={email}
              onChange={(event) => setEmail(event.currentTarget.value)}
              error={attempted && !email.trim() && texts.signIn.emailMissing}
            />
            <PasswordField
              label={texts.signIn.password}
              autoComplete="current-password"
              value={password}
              onChange={setPassword}
              error={attempted && !password && texts.signIn.passwordMissing}
            />
          </>
        )}
      </ActionForm>
      {label && (
        <Button
          component={Link}
          variant="default"
          href="/sign-on"
          // Over a page with unsaved input, as below.
          target={ended ? '_blank' : undefined}
          onClick={rememberReturnPath}
        >
          {texts.signIn.withProvider(label)}
        </Button>
      )}
      <div className={classes(typography.muted, typography.small)}>
        {label && ended && <p>{texts.signIn.inNewTab}</p>}
        {mail?.available && (
          <p>
            {/* Over a page with unsaved input, the sign-in form stays where it is. */}
            <Link href="/forgot-password" target={ended ? '_blank' : undefined}>
              {texts.signIn.forgot}
            </Link>
          </p>
        )}
        {mail && !mail.available && <p>{texts.signIn.forgotWithoutMail}</p>}
        <p>{texts.signIn.noSignUp}</p>
      </div>
    </EntryPage>
  )
}
